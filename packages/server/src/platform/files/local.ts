import { constants, close, createReadStream, createWriteStream, open, read } from 'node:fs'
import { access, lstat, mkdir, open as openHandle, opendir, readdir, rename, rm } from 'node:fs/promises'
import { dirname, join, relative } from 'node:path'
import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { promisify } from 'node:util'
import { flushFolder } from './flush-folder.ts'
import { type ByteRange, type FileFacts, type Files, type VariantFacts, variantsFolder } from './files.ts'

/** reads up to this size return a buffer, because setting up a stream would take longer */
const smallRead = 256 * 1024

const openFile = promisify(open)
const closeFile = promisify(close)
const readBytes = promisify(read)

/** Links are not followed: a symbolic link in the folder could point outside it. */
const readFlags = constants.O_RDONLY | constants.O_NOFOLLOW

/** Files in a folder, each at the path given by its key. */
export class LocalFiles implements Files {
  readonly #root: string

  constructor(root: string) {
    this.#root = root
  }

  async put(key: string, path: string): Promise<void> {
    const target = this.#path(key)
    const folder = dirname(target)
    await mkdir(folder, { recursive: true, mode: 0o700 })
    await rename(path, target)
    await flushFolder(folder)
  }

  async facts(key: string): Promise<FileFacts | null> {
    const facts = await lstat(this.#path(key)).catch(nothingThere)
    if (facts === null || !facts.isFile()) return null
    return { size: facts.size, version: `${facts.mtimeMs.toString(36)}-${facts.size.toString(36)}` }
  }

  async read(key: string, { start, end }: ByteRange): Promise<Buffer | Readable | null> {
    const length = end - start + 1
    const fd = await openFile(this.#path(key), readFlags).catch(nothingThere)
    if (fd === null) return null
    // The stream reads from the descriptor and closes it at its end; it ignores the path.
    if (length > smallRead) return createReadStream('', { fd, start, end, highWaterMark: smallRead })
    try {
      return await readRange(fd, start, length)
    } catch (error) {
      return nothingThere(error)
    } finally {
      await closeFile(fd)
    }
  }

  async variants(key: string): Promise<readonly VariantFacts[]> {
    const names = (await readdir(this.#path(variantsFolder(key))).catch(nothingThere)) ?? []
    const variants: VariantFacts[] = []
    for (const name of names) {
      const facts = await this.facts(`${variantsFolder(key)}/${name}`)
      if (facts !== null) variants.push({ name, size: facts.size })
    }
    return variants
  }

  async withLocal<Result>(key: string, work: (path: string) => Promise<Result>): Promise<Result | null> {
    return (await this.facts(key)) === null ? null : work(this.#path(key))
  }

  async remove(key: string): Promise<void> {
    await rm(this.#path(key), { force: true }).catch(nothingThere)
    await rm(this.#path(variantsFolder(key)), { force: true, recursive: true })
  }

  async copy(from: string, to: string): Promise<boolean> {
    const source = await openHandle(this.#path(from), readFlags).catch(nothingThere)
    if (source === null) return false
    try {
      if (!(await source.stat()).isFile()) return false
      const target = this.#path(to)
      const folder = dirname(target)
      await mkdir(folder, { recursive: true, mode: 0o700 })
      await pipeline(
        source.createReadStream({ autoClose: false }),
        createWriteStream(target, { flags: 'wx', mode: 0o600, flush: true }),
      )
      await flushFolder(folder)
      return true
    } finally {
      await source.close()
    }
  }

  async anyKey(except?: string): Promise<string | null> {
    const folder = await opendir(this.#root, { recursive: true }).catch(nothingThere)
    if (folder === null) return null
    for await (const entry of folder) {
      const key = relative(this.#root, join(entry.parentPath, entry.name))
      if (!entry.isDirectory() && key !== except) return key
    }
    return null
  }

  /** A missing folder is created with the first file. */
  async check(): Promise<void> {
    await access(this.#root, constants.R_OK | constants.W_OK).catch(nothingThere)
  }

  async awaitStore(): Promise<void> {
    // A local folder is always reachable.
  }

  async uploadOrigin(): Promise<null> {
    return null
  }

  async directUpload(): Promise<null> {
    return null
  }

  #path(key: string): string {
    return join(this.#root, ...key.split('/'))
  }
}

/** The bytes of a range; null if the file is too short for it. */
async function readRange(fd: number, start: number, length: number): Promise<Buffer | null> {
  const buffer = Buffer.allocUnsafe(length)
  let filled = 0
  while (filled < length) {
    const { bytesRead } = await readBytes(fd, buffer, filled, length - filled, start + filled)
    if (bytesRead === 0) return null
    filled += bytesRead
  }
  return buffer
}

/** Treats everything that is no file as absent: nothing, a folder, a file in place of a folder, a link. */
function nothingThere(error: unknown): null {
  const code = error instanceof Error && 'code' in error ? String(error.code) : ''
  if (/^(ENOENT|ENOTDIR|EISDIR|ELOOP|ENAMETOOLONG|ERR_FS_EISDIR)$/.test(code)) return null
  throw error
}
