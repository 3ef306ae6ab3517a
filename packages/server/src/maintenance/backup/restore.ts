import { randomUUID } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { pipeline } from 'node:stream/promises'
import type { Logger } from 'pino'
import { type Config, ConfigError } from '../../config.ts'
import { knownMigrations, openTarget } from '../../platform/database/copies/open.ts'
import type { DatabaseTarget } from '../../platform/database/copies/copy.ts'
import { isDiskFull } from '../../platform/database/failure.ts'
import type { Files } from '../../platform/files/files.ts'
import { type FileServices, openFiles } from '../../platform/files/open.ts'
import { ArchiveError } from './archive/archive-error.ts'
import type { Manifest } from './archive/manifest.ts'
import { type ArchiveContent, readArchive } from './archive/read-archive.ts'
import { restoredRows } from './restored-rows.ts'

/** the start of the key by which a restore marks the store that it fills */
const markStart = '_restoring-'

/** the media type of files without a record */
const fileType = 'application/octet-stream'

interface RestoreOptions {
  readonly config: Config
  readonly log: Logger
  /** stops the restore; the promise is rejected with its reason */
  readonly signal?: AbortSignal
}

/**
 * Fills the empty database and the empty store of files that the settings name from an archive of any engine and store.
 * The archive is checked completely before anything is written; after a failure both are empty again.
 */
export async function restore(
  path: string,
  { config, log, signal }: RestoreOptions,
): Promise<ArchiveContent> {
  // The first reading only checks the archive; the second one fills the target.
  const { manifest } = await readArchive(path, { signal })
  refuseNewer(manifest)
  const fileServices = await openFiles(config, log)
  await fileServices.files.awaitStore(0, log)
  const target = await openTarget(config)
  const filling = new Filling(target, fileServices)
  try {
    await filling.claim(config)
    const content = await readArchive(path, {
      signal,
      manifest: ({ tables, migrations }) => target.createTables(tables, migrations),
      rows: (table, rows) => target.insert(table, restoredRows(table, rows, manifest.tables)),
      file: (key, chunks) => filling.file(key, chunks),
    })
    await target.complete(content.manifest.tables)
    signal?.throwIfAborted()
    // Before the commit, because a failure after it could no longer undo the restore.
    await filling.release()
    await target.commit()
    return content
  } catch (error) {
    await target.abort()
    await filling.removeFiles().catch((reason: unknown) => {
      log.warn({ err: reason }, 'files of the restore that failed could not be removed')
    })
    throw isDiskFull(error)
      ? new ArchiveError('There is no space left for the database or the files; nothing was restored.', {
          cause: error,
        })
      : error
  }
}

/** Fills a store with the files of an archive, and can remove them again. */
class Filling {
  readonly #target: DatabaseTarget
  readonly #services: FileServices
  /** the keys that it has written */
  readonly #stored: string[] = []
  /** shows other restores, which may fill another database, that this one fills the store */
  readonly #mark = `${markStart}${randomUUID()}`

  constructor(target: DatabaseTarget, services: FileServices) {
    this.#target = target
    this.#services = services
  }

  /**
   * Throws a ConfigError unless the store is empty. Each restore leaves its mark before it looks for others, so of two
   * at once at least one finds the mark of the other.
   */
  async claim(config: Config): Promise<void> {
    const { files, incoming } = this.#services
    await refuseFilled(config, files)
    const path = await incoming.newPath()
    try {
      await writeFile(path, '', { flag: 'wx', mode: 0o600 })
      // Noted first, so that `removeFiles` also removes what is stored only in part.
      this.#stored.push(this.#mark)
      await files.put(this.#mark, path, fileType)
    } finally {
      await incoming.discard({ path })
    }
    await refuseFilled(config, files, this.#mark)
  }

  /** Removes the mark of this restore, so that the store has the files alone. */
  async release(): Promise<void> {
    await this.#services.files.remove(this.#mark)
  }

  /** Stores a file. The rows come first in an archive, so the record with its media type is already in the target. */
  async file(key: string, chunks: AsyncIterable<Buffer>): Promise<void> {
    const { files, incoming } = this.#services
    const path = await incoming.newPath()
    try {
      await pipeline(chunks, createWriteStream(path, { flags: 'wx', mode: 0o600, flush: true }))
      this.#stored.push(key)
      const types = await this.#target.mediaTypes([key])
      await files.put(key, path, types.get(key) ?? fileType)
    } finally {
      await incoming.discard({ path })
    }
  }

  /** Removes everything that this restore has stored, its mark too. */
  async removeFiles(): Promise<void> {
    for (const key of this.#stored) await this.#services.files.remove(key)
  }
}

/** Throws if an archive has migrations that this version does not know. */
function refuseNewer({ migrations, version }: Manifest): void {
  const unknown = migrations.find((name) => !knownMigrations.includes(name))
  if (unknown !== undefined)
    throw new ArchiveError(
      `The archive is of a newer version of Octavo, ${version} (it has the migration ${unknown}): install that version or a later one.`,
    )
}

/** Throws a ConfigError if the store has any file, apart from one. */
async function refuseFilled({ filesUrl }: Config, files: Files, except?: string): Promise<void> {
  const key = await files.anyKey(except)
  if (key === null) return
  const place =
    filesUrl === null ? 'The folder of files in OCTAVO_DATA_DIR' : 'The place that OCTAVO_FILES_URL names'
  const ofRestore = key.startsWith(markStart)
    ? ` It contains ${key}: if no restore is running, one was stopped; empty the place, and restore again.`
    : ''
  throw new ConfigError(
    `${place} is not empty, or another restore is filling it: restore into an empty one.${ofRestore}`,
  )
}
