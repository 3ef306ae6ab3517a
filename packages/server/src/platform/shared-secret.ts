import { randomBytes } from 'node:crypto'
import type { Database } from './database/database.ts'
import { findSecret, insertSecret } from './secret-store.ts'

/** A key that all processes share, created when it is first needed. */
export class SharedSecret {
  readonly #database: Database
  readonly #name: string
  /** the answer of `value`, which all its callers share; not set after a failure, so that the next call tries again */
  #value: Promise<string> | undefined
  /** the key, once this process knows it */
  #secret: string | undefined

  constructor(database: Database, name: string) {
    this.#database = database
    this.#name = name
  }

  /** the key, if this process has read or made it */
  get known(): string | undefined {
    return this.#secret
  }

  /** The key, which is made if there is none. */
  value(): Promise<string> {
    return (this.#value ??= this.#readOrMake())
  }

  /** Reads the key, and makes none. */
  async read(): Promise<string | undefined> {
    return (this.#secret ??= await findSecret(this.#database.reader, this.#name))
  }

  async #readOrMake(): Promise<string> {
    try {
      const known = await this.read()
      if (known !== undefined) return known
      const newKey = randomBytes(32).toString('base64url')
      // The result is another key if another process has stored one in the meantime.
      return (this.#secret = await insertSecret(this.#database, this.#name, newKey))
    } catch (error) {
      this.#value = undefined
      throw error
    }
  }
}
