import { type FileHandle, open } from 'node:fs/promises'
import { ArchiveError } from './archive-error.ts'
import { FileKeys } from './file-keys.ts'
import {
  entryNames,
  type Manifest,
  noBackup,
  parseManifest,
  parseRows,
  parseSummary,
  type Summary,
} from './manifest.ts'
import { damaged } from './tar-header.ts'
import { type TarEntry, TarReader } from './tar-reader.ts'

/** bytes of an entry that is read into memory */
const maxEntryBytes = 256 * 1024 * 1024

/**
 * Receives the contents that `readArchive` reads, in the order of the archive. Without `file` the bytes of files are
 * only checked.
 */
export interface ArchiveVisitor {
  /** stops the reading between two entries: `readArchive` then throws its reason */
  readonly signal?: AbortSignal | undefined
  manifest?(manifest: Manifest): Promise<void>
  rows?(table: Manifest['tables'][number], rows: (string | null)[][]): Promise<void>
  file?(key: string, chunks: AsyncIterable<Buffer>): Promise<void>
}

/** What an archive says of itself, at its beginning and its end. */
export interface ArchiveContent {
  readonly manifest: Manifest
  readonly summary: Summary
}

/**
 * Reads a whole archive and checks its structure, its hash and its completeness. Throws an ArchiveError; everything
 * that the visitor received before is invalid then.
 */
export async function readArchive(path: string, visitor: ArchiveVisitor = {}): Promise<ArchiveContent> {
  const file = await openArchive(path)
  try {
    return await readEntries(new TarReader(file), visitor)
  } finally {
    await file.close()
  }
}

async function openArchive(path: string): Promise<FileHandle> {
  const file = await open(path, 'r').catch((error: NodeJS.ErrnoException) => {
    throw new ArchiveError(`The archive ${path} cannot be read: ${error.message}.`, { cause: error })
  })
  if (!(await file.stat()).isDirectory()) return file
  await file.close()
  throw new ArchiveError(`The archive ${path} cannot be read: it is a folder.`)
}

/** Reads the entries in their order: the manifest, rows and files, the summary, and the hash of all of them. */
async function readEntries(reader: TarReader, visitor: ArchiveVisitor): Promise<ArchiveContent> {
  let manifest: Manifest | undefined
  let summary: Summary | undefined
  let isComplete = false
  const keys = new FileKeys()
  const counted = { rows: new Map<string, number>(), files: 0, fileBytes: 0 }
  for await (const entry of reader.entries()) {
    visitor.signal?.throwIfAborted()
    // Nothing may follow the hash.
    if (isComplete) throw damaged()
    if (manifest === undefined) {
      if (entry.name !== entryNames.manifest) throw noBackup()
      manifest = parseManifest(await bytesOf(entry))
      await visitor.manifest?.(manifest)
    } else if (summary !== undefined) {
      // After the summary only the hash can follow: that of all bytes before its entry.
      if (entry.name !== entryNames.hash || `${entry.digestBefore}\n` !== (await bytesOf(entry)).toString())
        throw damaged()
      isComplete = true
    } else if (entry.name === entryNames.summary) summary = parseSummary(await bytesOf(entry))
    else if (entry.name.startsWith('files/')) {
      const key = entry.name.slice('files/'.length)
      keys.add(key)
      counted.files++
      counted.fileBytes += entry.size
      await visitor.file?.(key, entry.chunks)
    } else {
      const table = tableOf(entry.name, manifest)
      const rows = parseRows(await bytesOf(entry), table.columns)
      counted.rows.set(table.name, (counted.rows.get(table.name) ?? 0) + rows.length)
      await visitor.rows?.(table, rows)
    }
  }
  if (manifest === undefined) throw noBackup()
  if (summary === undefined || !isComplete) throw damaged()
  assertCounts(summary, counted)
  return { manifest, summary }
}

/** The table whose rows an entry has. */
function tableOf(name: string, manifest: Manifest): Manifest['tables'][number] {
  const table = /^database\/([^/]+)\/\d+\.jsonl$/.exec(name)?.[1]
  const found = manifest.tables.find((one) => one.name === table)
  if (found === undefined)
    throw new ArchiveError(
      `The archive has an entry with an unknown name: ${JSON.stringify(name.slice(0, 200))}.`,
    )
  return found
}

/** The whole content of an entry; throws if it is larger than one that is read into memory can be. */
async function bytesOf({ size, chunks }: TarEntry): Promise<Buffer> {
  if (size > maxEntryBytes) throw damaged()
  const collected: Buffer[] = []
  for await (const chunk of chunks) collected.push(chunk)
  return Buffer.concat(collected)
}

/** Throws if an archive has other numbers of rows or files than its summary states. */
function assertCounts(
  summary: Summary,
  counted: { rows: ReadonlyMap<string, number>; files: number; fileBytes: number },
): void {
  const isSame =
    summary.files === counted.files &&
    summary.fileBytes === counted.fileBytes &&
    Object.entries(summary.rows).every(([table, rows]) => (counted.rows.get(table) ?? 0) === rows)
  if (!isSame) throw damaged()
}
