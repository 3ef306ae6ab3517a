import { createHmac, timingSafeEqual } from 'node:crypto'
import { newSecret } from '../../identity/secrets.ts'
import type { Database } from '../../platform/database/database.ts'
import { type Variant, variantName } from './variant.ts'
import { findSecret, insertSecret } from './variant-store.ts'

declare module '../../core/context.ts' {
  interface Services {
    readonly variantSigner: VariantSigner
  }
}

/** Signs the URLs of variants that only people with an account may create. All nodes share one key. */
export class VariantSigner {
  readonly #database: Database
  #key: Promise<string> | undefined

  constructor(database: Database) {
    this.#database = database
  }

  async sign(address: string, variant: Variant): Promise<string> {
    const key = await (this.#key ??= this.#readKey())
    return createHmac('sha256', key)
      .update(`${address} ${variantName(variant)}`)
      .digest('base64url')
  }

  async verify(address: string, variant: Variant, signature: string): Promise<boolean> {
    const expected = Buffer.from(await this.sign(address, variant))
    const given = Buffer.from(signature)
    return given.length === expected.length && timingSafeEqual(given, expected)
  }

  async #readKey(): Promise<string> {
    try {
      const known = await findSecret(this.#database.reader)
      if (known !== undefined) return known
      return await insertSecret(this.#database, newSecret())
    } catch (error) {
      this.#key = undefined
      throw error
    }
  }
}
