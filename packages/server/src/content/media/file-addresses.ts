import type { Crop } from '@octavo/contract/crop'
import { filePath } from '../../core/model/media-marks.ts'
import { cropName } from './crops.ts'
import { addressPart } from './file-version.ts'
import type { MediaValues } from './media-values-store.ts'
import type { VariantSigner } from './variant-signature.ts'

declare module '../../core/context.ts' {
  interface Services {
    readonly fileAddresses: FileAddresses
  }
}

/** Makes the public addresses of files, and of the parts of pictures that crops show. */
export class FileAddresses {
  readonly baseUrl: string
  readonly #signer: Pick<VariantSigner, 'cropSignature'>

  constructor(baseUrl: string, signer: Pick<VariantSigner, 'cropSignature'>) {
    this.baseUrl = baseUrl
    this.#signer = signer
  }

  of({ storage_key: key, file_version: version }: Pick<MediaValues, 'storage_key' | 'file_version'>): string {
    return `${this.baseUrl}${filePath}${addressPart(key, { version, crop: null })}`
  }

  /** The address of a part of a picture; null while the key that signs such addresses is not known. */
  ofCrop(
    { storage_key: key, file_version: version }: Pick<MediaValues, 'storage_key' | 'file_version'>,
    crop: Crop,
  ): string | null {
    const name = cropName(crop)
    const signature = this.#signer.cropSignature(key, name)
    if (signature === null) return null
    return `${this.baseUrl}${filePath}${addressPart(key, { version, crop: { name, signature } })}`
  }
}
