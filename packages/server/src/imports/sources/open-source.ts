import { open, readFile, stat } from 'node:fs/promises'
import { TooMuch } from '../wxr/too-much.ts'
import { type ExportReading, readExport } from '../wxr/reader.ts'
import type { FileTree } from './file-tree.ts'
import { folderTree } from './folder-tree.ts'
import { readGhost } from './ghost-reader.ts'
import { MalformedSource } from './malformed.ts'
import { readMarkdown } from './markdown-reader.ts'
import { isMarkdown } from './places.ts'
import { zipTree } from './zip-tree.ts'

/** limit of an export in JSON, which is parsed as a whole */
const maxJson = 256 * 1024 * 1024

const zipMark = 'PK\u0003\u0004'
const emptyZipMark = 'PK\u0005\u0006'

export interface OpenSource {
  readonly reading: ExportReading
  close(): Promise<void>
}

/** Opens what is to be imported, by what it is: a folder, a zip archive, an export in JSON or in XML. */
export async function openSource(path: string, name: string): Promise<OpenSource> {
  const facts = await stat(path)
  if (facts.isDirectory()) return { reading: await readTree(await folderTree(path)), close: nothing }
  const start = await startOf(path)
  if (start.startsWith(zipMark) || start.startsWith(emptyZipMark)) return openZip(path, name)
  if (/^\s*[{[]/.test(start.replace(/^\uFEFF/, ''))) {
    if (facts.size > maxJson) throw new TooMuch('exportMegabytes', maxJson / 1024 ** 2)
    return { reading: readGhost(await readFile(path, 'utf8'), null), close: nothing }
  }
  return { reading: readExport(path), close: nothing }
}

async function openZip(path: string, name: string): Promise<OpenSource> {
  const tree = await zipTree(path, name.replace(/\.zip$/i, ''))
  try {
    return { reading: await readTree(tree), close: () => tree.close() }
  } catch (error) {
    await tree.close()
    throw error
  }
}

/** A folder of Markdown files, or one with an export of Ghost and its pictures. */
async function readTree(tree: FileTree): Promise<ExportReading> {
  const files = [...tree.files.values()]
  const exported = files.find(({ path, size }) => /^[^/]*\.json$/i.test(path) && size <= maxJson)
  if (exported === undefined || files.some(({ path }) => isMarkdown(path))) return readMarkdown(tree)
  const text = (await exported.read()).toString('utf8')
  if (!/"posts"\s*:/.test(text)) throw new MalformedSource('folderWithoutTexts', tree.name)
  return readGhost(text, tree)
}

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

const nothing = (): Promise<void> => Promise.resolve()
