import { type FileHandle, open, stat } from 'node:fs/promises'
import { TooMuch } from '../wxr/too-much.ts'
import { type ExportReading, readExport } from '../wxr/reader.ts'
import { bytesOfBuffer, bytesOfFile } from './byte-source.ts'
import type { FileTree, TreeFile } from './file-tree.ts'
import { folderTree } from './folder-tree.ts'
import { readGhost } from './ghost-reader.ts'
import { MalformedSource } from './malformed.ts'
import { readMarkdown } from './markdown-reader.ts'
import { contentFiles } from './path-facts.ts'
import { zipTree } from './zip-tree.ts'

/** limit of an export in JSON within an archive or folder, which is in memory while it is read */
const maxJson = 64 * 1024 * 1024

/** the beginnings of an archive: of the record of its first file, or of its end if it has no files */
const zipMark = 'PK\u0003\u0004'
const emptyZipMark = 'PK\u0005\u0006'

export interface OpenSource {
  readonly reading: ExportReading
  close(): Promise<void>
}

/** Opens the source of an import according to its kind: a folder, a zip archive, an export in JSON or in XML. */
export async function openSource(path: string, name: string): Promise<OpenSource> {
  const facts = await stat(path)
  if (facts.isDirectory()) return { reading: await readTree(await folderTree(path)), close: doNothing }
  const start = await startOf(path)
  if (start.startsWith(zipMark) || start.startsWith(emptyZipMark)) {
    const tree = await zipTree(path, name.replace(/\.zip$/i, ''))
    return closingAfter(tree, () => readTree(tree))
  }
  if (/^\s*[{[]/.test(start)) {
    const file = await open(path)
    return closingAfter(file, async () => readGhost(await bytesOfFile(file), null))
  }
  return { reading: readExport(path), close: doNothing }
}

/** Closes a file or archive when its reading ends, or cannot begin. */
async function closingAfter(
  file: Pick<FileHandle, 'close'>,
  read: () => Promise<ExportReading>,
): Promise<OpenSource> {
  try {
    return { reading: await read(), close: () => file.close() }
  } catch (error) {
    await file.close()
    throw error
  }
}

/** A folder of Markdown files, or one with an export of Ghost and its pictures. */
async function readTree(tree: FileTree): Promise<ExportReading> {
  // Themes of Ghost have Markdown files that are no content.
  const isMarkdown = contentFiles(tree.files.values()).some(({ path }) => !path.startsWith('content/themes/'))
  if (isMarkdown) return readMarkdown(tree)
  const exports = await ghostExports(tree)
  const [exported, ...others] = exports
  if (exported === undefined) throw new MalformedSource('folderWithoutTexts', tree.name)
  if (others.length > 0) throw new MalformedSource('ghostSeveral', exports.map(({ path }) => path).join(', '))
  return readGhost(bytesOfBuffer(await exported.read()), { tree, path: exported.path })
}

/** Files of the folder, or of `data` in a backup, that begin as exports of Ghost do. */
async function ghostExports({ files }: FileTree): Promise<TreeFile[]> {
  const found: TreeFile[] = []
  for (const file of files.values()) {
    if (!/^(?:data\/)?[^/]*\.json$/i.test(file.path)) continue
    if (file.size > maxJson) throw new TooMuch('exportMegabytes', maxJson / 1024 ** 2)
    const start = (await file.read()).subarray(0, 1000).toString()
    if (/^\uFEFF?\s*\{\s*"(?:db|meta|data)"\s*:/.test(start)) found.push(file)
  }
  return found
}

/** The first bytes of a file, each as a character, without the byte order mark of UTF-8. */
async function startOf(path: string): Promise<string> {
  const file = await open(path)
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(64), 0, 64, 0)
    return buffer
      .subarray(0, bytesRead)
      .toString('latin1')
      .replace(/^\u00ef\u00bb\u00bf/, '')
  } finally {
    await file.close()
  }
}

const doNothing = (): Promise<void> => Promise.resolve()
