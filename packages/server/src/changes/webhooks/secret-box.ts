import { createCipheriv, createDecipheriv, createHash, hkdfSync, randomBytes } from 'node:crypto'
import { link, open, readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { Config } from '../../config.ts'
import { refusal } from '../../platform/errors.ts'
import { flushFolder } from '../../platform/files/flush-folder.ts'
import { makeFolder } from '../../platform/files/make-folder.ts'

declare module '../../core/context.ts' {
  interface Services {
    readonly secretBox: SecretBox
  }
}

const algorithm = 'aes-256-gcm'
const ivLength = 12
const tagLength = 16

interface Key {
  readonly id: string
  readonly bytes: Buffer
}

/**
 * Encrypts secrets in the database with the key of the installation: `OCTAVO_SECRET_KEY`, else a key in a file of the
 * data directory. A file is used only with the embedded database, because nodes of a database server do not share it.
 * The key is in no backup.
 */
export class SecretBox {
  readonly #config: Pick<Config, 'secretKey' | 'databaseUrl' | 'dataDir'>
  #key: Promise<Key | null> | undefined

  constructor(config: Pick<Config, 'secretKey' | 'databaseUrl' | 'dataDir'>) {
    this.#config = config
  }

  /** Whether this process lacks the key, which other processes may have. */
  get lacksKey(): boolean {
    return this.#config.secretKey === null && this.#config.databaseUrl !== null
  }

  /**
   * The stored form of a secret: `1` (the version), the id of the key, and the encrypted bytes, joined by dots. `owner`
   * is the id of the object that the secret belongs to; it cannot be decrypted for another one. Throws CONFLICT without
   * a key.
   */
  async encrypt(secret: string, owner: string): Promise<string> {
    const key = await this.#open({ makesFile: true })
    if (key === null) throw refusal('CONFLICT', 'secretKeyNeeded', {})
    const iv = randomBytes(ivLength)
    const cipher = createCipheriv(algorithm, key.bytes, iv).setAAD(Buffer.from(owner))
    const text = Buffer.concat([cipher.update(secret, 'utf8'), cipher.final()])
    return `1.${key.id}.${Buffer.concat([iv, cipher.getAuthTag(), text]).toString('base64url')}`
  }

  /** Null if the secret was not encrypted with the key of this installation, or for another owner. */
  async decrypt(stored: string, owner: string): Promise<string | null> {
    const key = await this.#open({ makesFile: false })
    const [version, keyId, text = ''] = stored.split('.')
    if (key === null || version !== '1' || keyId !== key.id) return null
    const bytes = Buffer.from(text, 'base64url')
    try {
      const decipher = createDecipheriv(algorithm, key.bytes, bytes.subarray(0, ivLength))
        .setAAD(Buffer.from(owner))
        .setAuthTag(bytes.subarray(ivLength, ivLength + tagLength))
      return decipher.update(bytes.subarray(ivLength + tagLength), undefined, 'utf8') + decipher.final('utf8')
    } catch {
      // The text is truncated or was modified, so it does not match its tag.
      return null
    }
  }

  /** The key; null if there is none. Only an encryption creates the file of the key (`makesFile`). */
  async #open(options: { readonly makesFile: boolean }): Promise<Key | null> {
    const isReading = this.#key !== undefined
    this.#key ??= readKey(this.#config, options)
    const reading = this.#key
    const key = await reading.catch((error: unknown) => {
      this.#forget(reading)
      throw error
    })
    if (key !== null) return key
    // Without a key, the next call looks again: another process may create the file, or an operator may restore it.
    this.#forget(reading)
    // The call that was reading already may be a decryption, which creates no file.
    return options.makesFile && isReading ? this.#open(options) : null
  }

  /** Lets the next call read the key again, unless another call has begun to read it meanwhile. */
  #forget(reading: Promise<Key | null>): void {
    if (this.#key === reading) this.#key = undefined
  }
}

async function readKey(
  { secretKey, databaseUrl, dataDir }: Pick<Config, 'secretKey' | 'databaseUrl' | 'dataDir'>,
  { makesFile }: { readonly makesFile: boolean },
): Promise<Key | null> {
  if (secretKey !== null) return keyOf(secretKey)
  if (databaseUrl !== null) return null
  const path = join(dataDir, 'secret.key')
  const text = (await readIfThere(path)) ?? (makesFile ? await makeKeyFile(path, dataDir) : null)
  if (text === null) return null
  if (text.trim() === '') throw new Error(`${path} is empty: restore the key, or remove the file.`)
  return keyOf(text.trim())
}

function keyOf(text: string): Key {
  const bytes = Buffer.from(hkdfSync('sha256', text, '', 'octavo secrets', 32))
  const id = createHash('sha256').update('octavo key id').update(bytes).digest('hex').slice(0, 16)
  return { id, bytes }
}

/**
 * Creates the file of the key; returns the key in it. The file gets its name when it is complete, so that processes
 * that start together use the same key. If another process was first, its file stays.
 */
async function makeKeyFile(path: string, dataDir: string): Promise<string> {
  await makeFolder(dataDir)
  const partial = `${path}.${randomBytes(8).toString('hex')}`
  const text = `${randomBytes(32).toString('base64url')}\n`
  try {
    await writeNew(partial, text)
    await link(partial, path)
      .catch((error: unknown) => {
        // This file system has no hard links.
        if (hasCode(error, /^(EPERM|ENOTSUP|EOPNOTSUPP|ENOSYS)$/)) return writeNew(path, text)
        throw error
      })
      .catch((error: unknown) => {
        if (!hasCode(error, /^EEXIST$/)) throw error
      })
    await flushFolder(dataDir)
  } finally {
    await rm(partial, { force: true })
  }
  return readFile(path, 'utf8')
}

async function writeNew(path: string, text: string): Promise<void> {
  const file = await open(path, 'wx', 0o600)
  try {
    await file.writeFile(text)
    await file.sync()
  } finally {
    await file.close()
  }
}

function hasCode(error: unknown, code: RegExp): boolean {
  return error instanceof Error && 'code' in error && code.test(String(error.code))
}

function readIfThere(path: string): Promise<string | null> {
  return readFile(path, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return null
    throw error
  })
}
