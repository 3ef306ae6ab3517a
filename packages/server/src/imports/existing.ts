import { existingIdsOf, referableIdsOf } from '../content/items/targets.ts'
import { hasSection } from '../site/sections/section.ts'
import type { OriginRow } from './origin-store.ts'
import type { Run } from './run.ts'

/** The ids of earlier imported items and sections that have not been deleted permanently. */
export async function findExisting(run: Run, origins: readonly OriginRow[]): Promise<Set<string>> {
  const { database } = run.services
  const existing = await itemsAmong(run, origins, existingIdsOf)
  for (const { kind, is_made: isMade, item_id: id } of origins) {
    if (kind === 'section' && isMade === 1 && id !== null && (await hasSection({ db: database.reader }, id)))
      existing.add(id)
  }
  return existing
}

/**
 * The ids of earlier imported items that references can lead to: they are not in the trash. Reads what is committed,
 * also when it is called within a transaction, because all items are created before references to them are set.
 */
export function findReferable(run: Run, origins: readonly OriginRow[]): Promise<Set<string>> {
  return itemsAmong(run, origins, referableIdsOf)
}

/** The ids among the items of these origins that `idsOf` finds in their collections. */
async function itemsAmong(
  { services: { schema, database } }: Run,
  origins: readonly OriginRow[],
  idsOf: typeof existingIdsOf,
): Promise<Set<string>> {
  const found = new Set<string>()
  // `is_made` is 1 once the item is created; before, it is only planned.
  const made = origins.filter(({ is_made: isMade, kind }) => isMade === 1 && kind === 'item')
  for (const [slug, originsOfCollection] of Map.groupBy(made, ({ collection }) => collection ?? '')) {
    const collection = schema.current.collections.get(slug)
    if (collection === undefined) continue
    const ids = originsOfCollection.flatMap(({ item_id: id }) => id ?? [])
    for (const id of await idsOf({ db: database.reader }, collection, ids)) found.add(id)
  }
  return found
}
