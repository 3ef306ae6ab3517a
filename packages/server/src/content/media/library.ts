import type { MediaItem } from '@octavo/contract/operations/media-shapes'
import type { ReadContext } from '../../core/context.ts'
import { itemOf } from './item.ts'
import { findMediaByIds } from './store.ts'

export { membersOf } from './record-values.ts'
export { StoredReferences } from './stored-references.ts'
export { storedRichText } from './storing.ts'
export { findMediaValues as mediaValues, type MediaValues } from './media-values-store.ts'

/** Items of the media library by id. */
export async function filesById(
  context: ReadContext,
  ids: readonly string[],
): Promise<ReadonlyMap<string, MediaItem>> {
  const rows = await findMediaByIds(context, ids)
  return new Map(rows.map((row) => [row.id, itemOf(context, row)]))
}
