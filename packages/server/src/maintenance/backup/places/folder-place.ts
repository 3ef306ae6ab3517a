import { open, readdir, rename, rm, statfs } from 'node:fs/promises'
import { join } from 'node:path'
import { refusal } from '../../../platform/errors.ts'
import { isDiskFull } from '../../../platform/database/failure.ts'
import { flushFolder } from '../../../platform/files/flush-folder.ts'
import { makeFolder } from '../../../platform/files/make-folder.ts'
import { nearestExisting, probeFolder } from '../../../platform/files/probe-folder.ts'
import { fileSink } from '../archive/archive-sink.ts'
import { type BackupPlace, isArchiveName, type NewArchive } from './place.ts'

/** the end of the names of archives that are not finished */
const partialEnding = '.partial'

/** bytes by which an archive may be larger than the last one, for the check of the free space */
const expectedGrowth = 64 * 1024 * 1024

/** Backups in a folder. */
export class FolderPlace implements BackupPlace {
  readonly #folder: string

  constructor(folder: string) {
    this.#folder = folder
  }

  async check(size: number): Promise<void> {
    await makeFolder(this.#folder).catch((error: unknown) => this.#refuse(error))
    await this.#assertSpace(this.#folder, size)
  }

  async probe(): Promise<void> {
    const existing = await nearestExisting(this.#folder)
    await probeFolder(existing).catch((error: unknown) => this.#refuse(error))
    await this.#assertSpace(existing, 0)
  }

  async #assertSpace(folder: string, size: number): Promise<void> {
    const { bavail, bsize } = await statfs(folder)
    if (bavail * bsize >= size + expectedGrowth) return
    const [free, needed] = [megabytes(bavail * bsize), megabytes(size + expectedGrowth)]
    throw refusal('UNAVAILABLE', 'backupFolderTooSmall', { free, needed })
  }

  async create(name: string): Promise<NewArchive> {
    const target = join(this.#folder, name)
    const partial = `${target}${partialEnding}`
    const file = await open(partial, 'wx', 0o600).catch((error: unknown) => this.#refuse(error))
    const { write, flush } = fileSink(file)
    return {
      write: (bytes) => write(bytes).catch((error: unknown) => this.#refuse(error)),
      flush: () => flush().catch((error: unknown) => this.#refuse(error)),
      publish: async () => {
        await file.close()
        await rename(partial, target)
        await flushFolder(this.#folder)
      },
      discard: async () => {
        // It is closed already if `publish` has failed.
        await file.close().catch(() => undefined)
        await rm(partial, { force: true })
      },
    }
  }

  async list(): Promise<string[]> {
    return (await this.#names()).filter(isArchiveName).toSorted()
  }

  async remove(name: string): Promise<void> {
    await rm(join(this.#folder, name), { force: true })
  }

  async removePartial(): Promise<void> {
    for (const name of await this.#names())
      if (name.endsWith(partialEnding) && isArchiveName(name.slice(0, -partialEnding.length)))
        await this.remove(name)
  }

  /** The names in the folder; none before the first backup has created it. */
  async #names(): Promise<string[]> {
    return readdir(this.#folder).catch((error: NodeJS.ErrnoException) =>
      error.code === 'ENOENT' ? [] : Promise.reject(error),
    )
  }

  #refuse(error: unknown): never {
    if (isDiskFull(error)) throw refusal('UNAVAILABLE', 'backupFolderFull', {}, { cause: error })
    const { code = '', message } = error as NodeJS.ErrnoException
    const params = { folder: this.#folder, code: code === '' ? message : code }
    throw refusal('UNAVAILABLE', 'backupFolderRefused', params, { cause: error })
  }
}

function megabytes(bytes: number): number {
  return Math.floor(bytes / 1024 / 1024)
}
