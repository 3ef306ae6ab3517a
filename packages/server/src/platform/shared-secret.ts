import { randomBytes } from 'node:crypto'
import type { Database } from './database/database.ts'
import { findSecret, insertSecret } from './secret-store.ts'

/** A key that all processes share, created when it is first needed. */
export class SharedSecret {
  readonly #database: Database
  readonly #name: string
  #value: Promise<string> | undefined

  constructor(database: Database, name: string) {
    this.#database = database
    this.#name = name
  }

  value(): Promise<string> {
    return (this.#value ??= this.#read())
  }

  async #read(): Promise<string> {
    try {
      const known = await findSecret(this.#database.reader, this.#name)
      if (known !== undefined) return known
      return await insertSecret(this.#database, this.#name, randomBytes(32).toString('base64url'))
    } catch (error) {
      this.#value = undefined
      throw error
    }
  }
}
