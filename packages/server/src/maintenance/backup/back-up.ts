import { link, open, rm } from 'node:fs/promises'
import type { Logger } from 'pino'
import type { Config } from '../../config.ts'
import { openSource } from '../../platform/database/copies/open.ts'
import type { DatabaseSource } from '../../platform/database/copies/copy.ts'
import { isDiskFull } from '../../platform/database/failure.ts'
import type { Files } from '../../platform/files/files.ts'
import { openFiles } from '../../platform/files/open.ts'
import { Pace } from '../../platform/pace.ts'
import { readVersion } from '../../platform/version.ts'
import { ArchiveError } from './archive/archive-error.ts'
import { type ArchiveSink, fileSink, pacedSink } from './archive/archive-sink.ts'
import { entryNames, formatNumber, type Manifest, type Summary } from './archive/manifest.ts'
import { isFileKey } from './archive/file-keys.ts'
import { TarWriter } from './archive/tar-writer.ts'

/** The result of a backup. */
export interface BackedUp extends Summary {
  /** bytes of the archive */
  readonly size: number
}

interface BackupOptions {
  readonly config: Config
  readonly log: Logger
}

/** Writes an archive (`writeBackup`) to a new file, which appears only when it is complete. */
export async function backUp(path: string, options: BackupOptions): Promise<BackedUp> {
  await refuseExisting(path)
  const partial = `${path}.partial`
  const file = await open(partial, 'wx', 0o600).catch(notWritable)
  try {
    const summary = await writeBackup(fileSink(file), options)
    // Unlike `rename`, it does not replace a file that was created meanwhile.
    await link(partial, path)
    return summary
  } catch (error) {
    throw isDiskFull(error)
      ? new ArchiveError(`There is no space left for ${path}; nothing was written.`, { cause: error })
      : error
  } finally {
    await file.close()
    await rm(partial, { force: true })
  }
}

/**
 * Writes an archive of the database and the files that the settings name, while services use them. The database is read
 * in one snapshot. Files are copied after it, because a stored file never changes.
 */
export async function writeBackup(
  sink: ArchiveSink,
  { config, log, pace = new Pace() }: BackupOptions & { readonly pace?: Pick<Pace, 'rest'> },
): Promise<BackedUp> {
  const { files } = await openFiles(config, log)
  // Checks the store, without waiting for one that is not reachable.
  await files.awaitStore(0, log)
  const source = await openSource(config)
  try {
    const writer = new TarWriter(pacedSink(sink, pace), new Date())
    const summary = await writeContent(writer, source, files)
    await writer.add(entryNames.summary, Buffer.from(JSON.stringify(summary)))
    await writer.add(entryNames.hash, Buffer.from(`${writer.digest()}\n`))
    await writer.end()
    return { ...summary, size: writer.size }
  } finally {
    await source.close()
  }
}

/** Writes the manifest, the rows of each table in batches, and the files; returns their numbers. */
async function writeContent(writer: TarWriter, source: DatabaseSource, files: Files): Promise<Summary> {
  const { tables, migrations } = source
  const manifest: Manifest = {
    format: formatNumber,
    version: readVersion(),
    createdAt: new Date().toISOString(),
    migrations: [...migrations],
    tables: tables.map((table) => ({ ...table, columns: [...table.columns], indexes: [...table.indexes] })),
  }
  await writer.add(entryNames.manifest, Buffer.from(JSON.stringify(manifest)))
  const rows: Record<string, number> = {}
  for (const table of tables) {
    let count = 0
    let entryNumber = 0
    for await (const batch of source.rows(table)) {
      const lines = batch.map((row) => `${JSON.stringify(row)}\n`)
      await writer.add(`database/${table.name}/${++entryNumber}.jsonl`, Buffer.from(lines.join('')))
      count += batch.length
    }
    rows[table.name] = count
  }
  const keys = await source.fileKeys()
  // Throws if the tables themselves, such as their columns, were changed meanwhile.
  await source.assertUnchanged()
  // The database is not needed from here on, and a long snapshot would prevent its cleanup. `writeBackup` closes it
  // once more, which does nothing.
  await source.close()
  return { rows, ...(await writeFiles(writer, files, keys)) }
}

/** Writes the files with these keys, and lists those that are missing. */
async function writeFiles(
  writer: TarWriter,
  files: Files,
  keys: readonly string[],
): Promise<Omit<Summary, 'rows'>> {
  const missingFiles: string[] = []
  let count = 0
  let fileBytes = 0
  for (const key of keys) {
    // A restore refuses other keys, so the archive must not have them.
    const size = isFileKey(key) ? await writeFile(writer, files, key) : null
    if (size === null) {
      missingFiles.push(key)
      continue
    }
    count++
    fileBytes += size
  }
  return { files: count, fileBytes, missingFiles }
}

/**
 * Writes a file and returns its bytes; null if the store has no such file: it was removed meanwhile, or never uploaded.
 */
async function writeFile(writer: TarWriter, files: Files, key: string): Promise<number | null> {
  const facts = await files.facts(key)
  if (facts === null) return null
  const { size } = facts
  const content = size === 0 ? Buffer.alloc(0) : await files.read(key, { start: 0, end: size - 1 })
  if (content === null) return null
  await writer.addStream(`files/${key}`, size, Buffer.isBuffer(content) ? [content] : content)
  return size
}

/** Throws if the file exists already. */
async function refuseExisting(path: string): Promise<void> {
  const file = await open(path, 'r').catch(() => null)
  if (file === null) return
  await file.close()
  throw new ArchiveError(`The file ${path} exists already; choose another name.`)
}

/** Throws the error of an archive that cannot be created. */
function notWritable(error: NodeJS.ErrnoException): never {
  const path = error.path ?? 'the file'
  throw new ArchiveError(
    error.code === 'EEXIST'
      ? `Another backup is writing to ${path}. If none is running, one was killed: remove that file.`
      : `The archive cannot be written: ${error.message}.`,
    { cause: error },
  )
}
