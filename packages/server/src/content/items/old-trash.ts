import type { WriteContext } from '../../core/context.ts'
import type { CollectionModel } from '../../core/model/model.ts'
import type { Item } from './item.ts'
import { findRow } from './store.ts'
import { nextInTrash, type TrashPlace } from './trash-store.ts'

/** A position in the trash: collection by collection, in each the item first that was deleted first. */
export interface PlaceInTrash extends TrashPlace {
  readonly collectionId: string
}

export const startOfTrash: PlaceInTrash = { collectionId: '', deletedAt: '', id: '' }

interface Found {
  readonly item: Item
  readonly place: PlaceInTrash
}

/** The next item after a position that was moved to the trash before a time, locked; null at the end. */
export async function findOldTrash(
  context: WriteContext,
  from: PlaceInTrash,
  before: string,
): Promise<Found | null> {
  const { byId } = context.schema
  const collections = [...byId.values()].filter(({ id }) => id >= from.collectionId)
  for (const collection of collections.toSorted((one, other) => (one.id < other.id ? -1 : 1))) {
    const after = collection.id === from.collectionId ? from : startOfTrash
    const found = await findIn(context, collection, { after, before })
    if (found !== null) return found
  }
  return null
}

async function findIn(
  context: WriteContext,
  collection: CollectionModel,
  { after, before }: { after: TrashPlace; before: string },
): Promise<Found | null> {
  for (let place: TrashPlace | undefined = after; ;) {
    place = await nextInTrash(context, collection, { after: place, before })
    if (place === undefined) return null
    const row = await findRow(context, { collection, id: place.id, locale: undefined }, 'trashed')
    // It may have been restored since.
    if (row?.deleted_at === place.deletedAt)
      return { item: { collection, row }, place: { collectionId: collection.id, ...place } }
  }
}
