import { limits } from '@octavo/contract/limits'
import type { HandlersOf } from '../../core/handler.ts'
import { collectionOf } from '../../core/model/model.ts'
import { decodeCursor, encodeCursor } from '../../platform/cursor.ts'
import { type Referrer, sourceTypes } from '../links/links.ts'
import { usagesByTargets } from '../media/usage.ts'
import type { ReadContext } from '../../core/context.ts'
import { checkItems } from './checking.ts'
import { itemsOfTerm, keyOfMedia, menuItemsOfTerm } from './store.ts'

export const referenceHandlers: HandlersOf<'references'> = {
  find: async (context, { id }) => {
    // To a caller who does not see the item, the references to it would reveal that it exists.
    if ((await context.services.placeCache.hiddenAmong(context, [id])).size > 0)
      return { items: [], isComplete: true }
    const key = await keyOfMedia(context, id)
    const targets = key === undefined ? [id] : [id, key]
    return usagesByTargets(context, targets, await referrersToTerm(context, id))
  },

  check: async (context, { collection: slug, cursor }) => {
    const collection = collectionOf(context.schema, slug)
    const list = `broken references ${collection.id}`
    const after = cursor === undefined ? '' : decodeCursor(list, cursor).id
    const { items, checked, last } = await checkItems(context, collection, after)
    return {
      items,
      checked,
      ...(last !== undefined && { nextCursor: encodeCursor(list, { key: null, id: last }) }),
    }
  },
}

async function referrersToTerm(context: ReadContext, id: string): Promise<Referrer[]> {
  const most = limits.usages + 1
  const items = await itemsOfTerm(context, id, most)
  const menuItems = await menuItemsOfTerm(context, id, most)
  const referrer = (source: string, type: string): Referrer => ({ source, type, fields: [], isLive: true })
  return [
    ...items.flatMap(({ item_id: item, collection_id: collection }) => {
      const slug = context.schema.byId.get(collection)?.slug
      return slug === undefined ? [] : [referrer(item, slug)]
    }),
    ...menuItems.map((menuItem) => referrer(menuItem.id, sourceTypes.menuItem)),
  ]
}
