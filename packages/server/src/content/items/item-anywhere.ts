import type { ReadContext } from '../../core/context.ts'
import type { CollectionModel } from '../../core/model/model.ts'
import type { Item } from './item.ts'
import { findRow } from './store.ts'

/** An item that the caller may see, in the trash or not; undefined where there is none. */
export async function findItemAnywhere(
  context: ReadContext,
  collection: CollectionModel,
  id: string,
  locale?: string,
): Promise<Item | undefined> {
  const name = { collection, id, locale }
  const row = (await findRow(context, name, 'present')) ?? (await findRow(context, name, 'trashed'))
  return row && { collection, row }
}
