import { slugify } from '@octavo/contract/slug'
import type { ExportReading } from '../wxr/reader.ts'
import { emptyItem, type ExportItem, type ExportRecord, type SourceWarning } from '../wxr/records.ts'
import { type FileTree, maxFile, maxText, type TreeFile } from './file-tree.ts'
import { BrokenFrontMatter } from './front-matter.ts'
import { MalformedSource } from './malformed.ts'
import { markdownItem } from './markdown-item.ts'
import { Pictures } from './pictures.ts'
import { isMarkdown, placeOf } from './places.ts'
import { readSiteFacts } from './site-facts.ts'

const media =
  /\.(?:jpe?g|png|gif|webp|avif|svg|mp4|webm|mov|m4v|mp3|m4a|ogg|wav|flac|pdf|zip|docx?|xlsx?|pptx?|csv|epub)$/i

/** Files of repositories that are about the sources, and no content. */
const aboutSources = /^(?:readme|license|changelog|contributing|code_of_conduct|security)\.(?:md|markdown)$/i

/** Reads a folder of Markdown files with their pictures. */
export async function readMarkdown(tree: FileTree): Promise<ExportReading> {
  const texts = [...tree.files.values()].filter(({ path }) => isMarkdown(path) && !aboutSources.test(path))
  if (texts.length === 0) throw new MalformedSource('folderWithoutTexts', tree.name)
  const facts = await readSiteFacts(tree)
  const site = facts.url || `https://${slugify(tree.name) || 'folder'}.invalid`
  const pictures = new Pictures(tree, site)
  let bytes = 0
  async function* records(): AsyncGenerator<ExportRecord> {
    for (const text of texts) {
      bytes += text.size
      yield { kind: 'item', item: await itemOf(text, pictures) }
    }
    for (const file of tree.files.values()) {
      if (!media.test(file.path) || file.size > maxFile) continue
      bytes += file.size
      yield { kind: 'item', item: attachmentOf(file, pictures), data: () => file.read() }
    }
  }
  return {
    get bytes() {
      return bytes
    },
    oddities: { count: 0, first: null },
    site: { ...facts, title: facts.title || tree.name, link: site, version: 'Markdown', url: site },
    warnings: warningsOf(tree),
    records,
  }
}

function warningsOf({ links }: FileTree): SourceWarning[] {
  return links === 0 ? [] : [{ remark: 'linksLeftOut', params: { count: links } }]
}

async function itemOf(file: TreeFile, pictures: Pictures): Promise<ExportItem> {
  const { path, size } = file
  try {
    if (size > maxText) throw new BrokenFrontMatter(`the file is larger than ${maxText / 1024 ** 2} MB`, 1)
    return markdownItem(path, (await file.read()).toString('utf8'), pictures)
  } catch (error) {
    if (!(error instanceof BrokenFrontMatter)) throw error
    const { line, message } = error
    const { type, name } = placeOf(path)
    const failure = { path, line, fault: message }
    return { ...emptyItem, type, name, line, id: path, guid: pictures.addressOf(path), title: path, failure }
  }
}

function attachmentOf({ path }: TreeFile, pictures: Pictures): ExportItem {
  const name = path.slice(path.lastIndexOf('/') + 1)
  const address = pictures.addressOf(path)
  return {
    ...emptyItem,
    type: 'attachment',
    status: 'inherit',
    id: path,
    guid: address,
    attachmentUrl: address,
    title: name.replaceAll('&', '&amp;').replaceAll('<', '&lt;'),
    name,
  }
}
