import { createHmac, timingSafeEqual } from 'node:crypto'
import type { Database } from '../../platform/database/database.ts'
import { SharedSecret } from '../../platform/shared-secret.ts'
import type { AddressedCrop } from './file-version.ts'
import { type Variant, variantName } from './variant.ts'

declare module '../../core/context.ts' {
  interface Services {
    readonly variantSigner: VariantSigner
  }
}

/**
 * Signs the URLs of variants that anonymous callers may not choose themselves, and the addresses of parts of pictures.
 * All nodes share one secret. `key` is the storage key of a picture.
 */
export class VariantSigner {
  readonly #secret: SharedSecret

  private constructor(secret: SharedSecret) {
    this.#secret = secret
  }

  /** Reads the secret, if a process has made it. */
  static async open(database: Database): Promise<VariantSigner> {
    const secret = new SharedSecret(database, 'image-variants')
    await secret.read()
    return new VariantSigner(secret)
  }

  /** Creates the secret unless a process has created it. */
  async makeKey(): Promise<void> {
    await this.#secret.value()
  }

  /**
   * The signature of the address of a part of a picture, so that nobody can ask for parts that no answer showed. Null
   * where no process has made the secret yet.
   */
  cropSignature(key: string, crop: string): string | null {
    const secret = this.#secret.known
    if (secret === undefined) return null
    // 132 bits are enough, and keep addresses short; `file-version.ts` reads as many characters.
    return createHmac('sha256', secret).update(`${key} crop ${crop}`).digest('base64url').slice(0, 22)
  }

  async verifyCrop(key: string, { name, signature }: AddressedCrop): Promise<boolean> {
    await this.#secret.value()
    return isEqual(this.cropSignature(key, name) ?? '', signature)
  }

  async sign(key: string, variant: Variant): Promise<string> {
    return createHmac('sha256', await this.#secret.value())
      .update(`${key} ${variantName(variant)}`)
      .digest('base64url')
  }

  async verify(key: string, variant: Variant, signature: string): Promise<boolean> {
    return isEqual(await this.sign(key, variant), signature)
  }
}

function isEqual(expected: string, given: string): boolean {
  const [one, other] = [Buffer.from(expected), Buffer.from(given)]
  return one.length === other.length && timingSafeEqual(one, other)
}
