import { createHmac, timingSafeEqual } from 'node:crypto'
import type { Database } from '../../platform/database/database.ts'
import { SharedSecret } from '../../platform/shared-secret.ts'
import { type Variant, variantName } from './variant.ts'

declare module '../../core/context.ts' {
  interface Services {
    readonly variantSigner: VariantSigner
  }
}

/** Signs the URLs of variants that only people with an account may create. All nodes share one key. */
export class VariantSigner {
  readonly #secret: SharedSecret

  constructor(database: Database) {
    this.#secret = new SharedSecret(database, 'image-variants')
  }

  /** Creates the key unless a process has created it. */
  async makeKey(): Promise<void> {
    await this.#secret.value()
  }

  async sign(address: string, variant: Variant): Promise<string> {
    return createHmac('sha256', await this.#secret.value())
      .update(`${address} ${variantName(variant)}`)
      .digest('base64url')
  }

  async verify(address: string, variant: Variant, signature: string): Promise<boolean> {
    const expected = Buffer.from(await this.sign(address, variant))
    const given = Buffer.from(signature)
    return given.length === expected.length && timingSafeEqual(given, expected)
  }
}
