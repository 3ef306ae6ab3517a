import { slugify } from '@octavo/contract/slug'
import { someNames } from '../messages.ts'
import type { ExportReading } from '../wxr/reader.ts'
import { emptyItem, type ExportItem, type ExportRecord, type SourceWarning } from '../wxr/records.ts'
import { type FileTree, maxFile, maxText, type TreeFile } from './file-tree.ts'
import { BrokenFrontMatter } from './front-matter.ts'
import { MalformedSource } from './malformed.ts'
import { markdownItem, type MarkdownSite } from './markdown-item.ts'
import { SiteFiles } from './site-files.ts'
import { contentFiles, isMarkdown, pathFactsOf } from './path-facts.ts'
import { isSettings, readSiteFacts } from './site-facts.ts'

/** files that become media; other files are left out, and a warning names their kinds */
const media =
  /\.(?:jpe?g|png|gif|webp|avif|svg|mp4|webm|mov|m4v|mp3|m4a|ogg|wav|flac|pdf|zip|docx?|xlsx?|pptx?|csv|epub)$/i

/** Reads a folder of Markdown files with their pictures. */
export async function readMarkdown(tree: FileTree): Promise<ExportReading> {
  const texts = contentFiles(tree.files.values())
  if (texts.length === 0) throw new MalformedSource('folderWithoutTexts', tree.name)
  const facts = await readSiteFacts(tree)
  // A folder that does not name its site has a placeholder (`unknownSite` in `origins.ts`).
  const site = facts.url || `https://${slugify(facts.name) || 'folder'}.invalid`
  const files = new SiteFiles(tree, site)
  const isOfJekyll = tree.files.has('_config.yml')
  let bytes = 0
  async function* records(): AsyncGenerator<ExportRecord> {
    for (const text of texts) {
      bytes += text.size
      yield { kind: 'item', item: await itemOf(text, { files, zone: facts.zone, isOfJekyll }) }
    }
    for (const file of tree.files.values()) {
      if (!media.test(file.path)) continue
      bytes += file.size
      // A file that is too large is reported as one that cannot be fetched.
      const data = file.size > maxFile ? {} : { data: () => file.read() }
      yield { kind: 'item', item: attachmentOf(file, files), ...data }
    }
  }
  return {
    get bytes() {
      return bytes
    },
    oddities: { count: 0, first: null },
    site: { ...facts, title: facts.title || tree.name, link: site, version: 'Markdown', url: site },
    warnings: warningsOf(tree, texts),
    records,
  }
}

function warningsOf({ files, links, leftOut }: FileTree, texts: readonly TreeFile[]): SourceWarning[] {
  const read = new Set(texts.map(({ path }) => path))
  const leftOutFiles = [...files.keys()].filter(
    (path) => !read.has(path) && !media.test(path) && !isSettings(path),
  )
  const otherTexts = leftOutFiles.filter((path) => isMarkdown(path))
  const others = leftOutFiles.filter((path) => !isMarkdown(path))
  return [
    ...(links === 0 ? [] : [{ remark: 'linksLeftOut', params: { count: links } } as const]),
    ...(leftOut.length === 0
      ? []
      : [{ remark: 'foldersLeftOut', params: { names: someNames(leftOut) } } as const]),
    ...(otherTexts.length === 0
      ? []
      : [{ remark: 'textsLeftOut', params: { names: someNames(otherTexts) } } as const]),
    ...(others.length === 0 ? [] : [{ remark: 'filesLeftOut', params: { names: kindsOf(others) } } as const]),
  ]
}

/** Kinds of files by their endings, the most frequent first. */
function kindsOf(paths: readonly string[]): string {
  const byEnding = Map.groupBy(paths, (path) => /\.[a-z0-9]{1,10}$/i.exec(path)?.[0].toLowerCase() ?? path)
  const counted = [...byEnding].toSorted(([, a], [, b]) => b.length - a.length)
  return someNames(counted.map(([ending, { length }]) => `${length} × ${ending}`))
}

/** The item of a Markdown file; one with a `failure` if the file cannot be read. */
async function itemOf(file: TreeFile, site: MarkdownSite): Promise<ExportItem> {
  const { path, size } = file
  try {
    if (size > maxText) throw new BrokenFrontMatter(`the file is larger than ${maxText / 1024 ** 2} MB`, 1)
    const { text, broken } = decodedText(await file.read())
    const item = markdownItem(path, text, site)
    return broken === 0 ? item : { ...item, broken }
  } catch (error) {
    const { line, message } = readFailure(error)
    const { type, name } = pathFactsOf(path)
    const failure = { path, line, fault: message }
    return {
      ...emptyItem,
      type,
      name,
      line,
      id: path,
      guid: site.files.addressOf(path),
      title: path,
      failure,
    }
  }
}

/**
 * The text of a file, and how many of its characters cannot be read: the decoder replaces these by U+FFFD, which the
 * file can also contain itself.
 */
function decodedText(bytes: Buffer): { text: string; broken: number } {
  const decoder = new TextDecoder(encodingByMark[bytes.toString('hex', 0, 2)] ?? 'utf-8')
  const text = decoder.decode(bytes)
  const writtenReplacements = bytes.includes(replacement)
    ? bytes.toString('latin1').split(replacement.toString('latin1')).length - 1
    : 0
  return { text, broken: Math.max(0, text.split('\uFFFD').length - 1 - writtenReplacements) }
}

/** encodings by the mark at the beginning of a file */
const encodingByMark: Readonly<Record<string, string>> = { fffe: 'utf-16le', feff: 'utf-16be' }
/** the bytes of U+FFFD itself in UTF-8 */
const replacement = Buffer.from('\uFFFD')

/** The failure to report. A file that cannot be read because of its permissions is reported like a damaged one. */
function readFailure(error: unknown): BrokenFrontMatter {
  if (error instanceof BrokenFrontMatter) return error
  if (error instanceof Error && 'syscall' in error) return new BrokenFrontMatter(error.message, 1)
  throw error
}

/** The attachment for a file of the tree. */
function attachmentOf({ path }: TreeFile, files: SiteFiles): ExportItem {
  const name = path.slice(path.lastIndexOf('/') + 1)
  const address = files.addressOf(path)
  return {
    ...emptyItem,
    type: 'attachment',
    status: 'inherit',
    id: path,
    guid: address,
    attachmentUrl: address,
    // Titles of media are HTML, as in WXR, but the name of a file is plain text.
    title: name.replaceAll('&', '&amp;').replaceAll('<', '&lt;'),
    name,
  }
}
