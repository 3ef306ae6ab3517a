import type { media } from '@octavo/contract/operations/media'
import type { Crop } from '@octavo/contract/crop'
import { crop as cropSchema } from '@octavo/contract/fields/media-values'
import type { z } from 'zod'
import type { ReadContext } from '../../core/context.ts'
import { invalid, invalidAt } from '../../platform/errors.ts'
import { completedValue } from './completing.ts'
import { isDecodable } from './images.ts'
import type { MediaRow } from './store.ts'
import { isPreset, variantOf, variantSearch } from './variant.ts'

type Asked = Omit<z.output<typeof media.variantUrl.input>, 'id'>

/**
 * The URL of a variant, signed if needed; for a part of an image also `image`, the value that shows this part. Throws
 * VALIDATION_ERROR if the item has no variants.
 */
export async function variantUrlOf(
  context: ReadContext,
  row: MediaRow,
  { crop: given, ...asked }: Asked,
): Promise<z.output<typeof media.variantUrl.output>> {
  if (row.content_hash === null || !isDecodable(row.mime_type)) {
    throw invalidAt('id', `names no uploaded image: other sizes and formats are not made of ${row.mime_type}`)
  }
  const { fileAddresses, variantSigner } = context.services
  const crop = given === undefined ? null : cropOf(given)
  const variant = variantOf(asked, crop)
  const search = variantSearch(variant)
  if (!isPreset(variant)) search.set('sig', await variantSigner.sign(row.storage_key, variant))
  const urlWith = (address: string): string => `${address}?${search.toString()}`
  if (crop === null) return { url: urlWith(fileAddresses.of(row)) }
  const image = await completedValue(context, { id: row.id, crop }, 'image')
  // While no key exists that can sign the address of the part, the URL leads to the whole picture, as that in `image`.
  return { url: urlWith(fileAddresses.ofCrop(row, crop) ?? fileAddresses.of(row)), image }
}

function cropOf(text: string): Crop {
  const [x, y, width, height] = text.split(',').map(Number)
  const { data, error } = cropSchema.safeParse({ x, y, width, height })
  if (data !== undefined) return data
  throw invalid(error.issues.map(({ message, path }) => ({ path: ['crop', ...path].join('.'), message })))
}
