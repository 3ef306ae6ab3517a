import type { WriteContext } from '../../core/context.ts'
import type { CollectionModel } from '../../core/model/model.ts'
import type { ItemRow } from '../../core/model/system-columns.ts'
import { refusal } from '../../platform/errors.ts'
import { itemOfOtherGroup } from './singleton-store.ts'

/**
 * Throws CONFLICT where a singleton has an item that is neither this one nor a translation of it. Items in the
 * trash do not count.
 */
export async function refuseSecondItem(
  context: WriteContext,
  collection: CollectionModel,
  { translation_group: group }: Pick<ItemRow, 'translation_group'>,
): Promise<void> {
  if (collection.definition.singleton !== true) return
  const other = await itemOfOtherGroup(context, collection, group)
  if (other === undefined) return
  throw refusal(
    'CONFLICT',
    'singletonHolds',
    { collection: collection.slug },
    { details: { holder: other.id } },
  )
}
