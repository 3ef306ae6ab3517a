import type { ReadContext } from '../../core/context.ts'
import { invalidAt } from '../../platform/errors.ts'
import { isDecodable } from './images.ts'
import { itemOf } from './item.ts'
import type { MediaRow } from './store.ts'
import { isPreset, type Variant, variantSearch } from './variant.ts'

/** The URL of a variant, signed if needed. Throws VALIDATION_ERROR if the item has no variants. */
export async function variantUrlOf(context: ReadContext, row: MediaRow, variant: Variant): Promise<string> {
  if (row.content_hash === null || !isDecodable(row.mime_type)) {
    throw invalidAt('id', `names no uploaded image: other sizes and formats are not made of ${row.mime_type}`)
  }
  const search = variantSearch(variant)
  if (!isPreset(variant)) {
    search.set('sig', await context.services.variantSigner.sign(row.storage_key, variant))
  }
  return `${itemOf(context, row).url}?${search.toString()}`
}
