import { variantsFolder } from '../../../platform/files/files.ts'
import { ArchiveError } from './archive-error.ts'

/**
 * The keys of the files of an archive. Refuses keys that a folder could not store together: a key that is there twice,
 * and one that is the folder of another.
 */
export class FileKeys {
  readonly #files = new Set<string>()
  readonly #folders = new Set<string>()

  /** Adds the key of an entry, whose name is `files/` and the key. */
  add(key: string): void {
    const folders = foldersOf(key)
    if (!isFileKey(key)) throw refused('a name that no file of Octavo has', key)
    if (this.#files.has(key) || this.#folders.has(key) || folders.some((one) => this.#files.has(one)))
      throw refused('the name of another one', key)
    this.#files.add(key)
    for (const folder of folders) this.#folders.add(folder)
  }
}

/** limit of the characters of a key */
const maxKeyLength = 600

/**
 * Whether a key has the form that the service makes: names joined by slashes that cannot lead out of a folder. Only
 * folders of the service begin with an underscore. Image variants are in no archive, so their folder is refused.
 */
export function isFileKey(key: string): boolean {
  return (
    key.length <= maxKeyLength &&
    /^(_[A-Za-z0-9][\w.-]*\/)?[A-Za-z0-9][\w.-]*(\/[A-Za-z0-9][\w.-]*)*$/.test(key) &&
    !key.startsWith(variantsFolder(''))
  )
}

/** All folders that a key is in: `a` and `a/b` for `a/b/c.png`. */
function foldersOf(key: string): string[] {
  const parts = key.split('/')
  return parts.slice(1).map((_, index) => parts.slice(0, index + 1).join('/'))
}

/** The error of an entry whose key is refused. */
function refused(what: string, key: string): ArchiveError {
  return new ArchiveError(
    `The archive has an entry with ${what}: ${JSON.stringify(`files/${key}`.slice(0, 200))}.`,
  )
}
