import { existingIdsOf } from '../content/items/targets.ts'
import { hasSection } from '../site/sections/section.ts'
import type { OriginRow } from './origin-store.ts'
import type { Run } from './run.ts'

/** The ids of earlier imported items that have not been deleted permanently. */
export async function findExisting(run: Run, origins: readonly OriginRow[]): Promise<Set<string>> {
  const { schema, database } = run.services
  const here = new Set<string>()
  const made = origins.filter(({ is_made: isMade, kind }) => isMade === 1 && kind === 'item')
  for (const [slug, own] of Map.groupBy(made, ({ collection }) => collection ?? '')) {
    const collection = schema.current.collections.get(slug)
    if (collection === undefined) continue
    const ids = own.flatMap(({ item_id: id }) => id ?? [])
    for (const id of await existingIdsOf({ db: database.reader }, collection, ids)) here.add(id)
  }
  for (const { kind, is_made: isMade, item_id: id } of origins) {
    if (kind === 'section' && isMade === 1 && id !== null && (await hasSection({ db: database.reader }, id)))
      here.add(id)
  }
  return here
}
