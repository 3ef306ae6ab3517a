import { limits } from '@octavo/contract/limits'
import type { ReadContext, WriteContext } from '../../../core/context.ts'
import type { Facts } from '../../../core/facts.ts'
import { translationFactsWithin, translationFacts } from '../../site-translations/facts.ts'
import { presentTerm } from '../../items/term-store.ts'
import type { OpenTaxonomy } from '../taxonomy.ts'
import { type Assigned, assignedItems, assignItems, lockItems } from './assigned-store.ts'
import { termsOfTaxonomy, type TermRow } from './store.ts'

const { keptTerms: mostTerms, keptAssignments: mostAssigned } = limits.changes

/**
 * What undoing the deletion of a term needs besides the term: its translations and the items that had it. `assigned` is
 * absent if these were too many.
 */
export async function termForUndo(context: ReadContext, { id }: TermRow): Promise<Facts> {
  const assigned = await assignedItems(context, id, mostAssigned + 1)
  return {
    ...(await translationFacts(context, id)),
    ...(assigned.length <= mostAssigned && { assigned }),
  }
}

/**
 * What undoing the deletion of a taxonomy needs besides the taxonomy: its translations and, as `held`, its terms,
 * parents first. Empty if the terms or their items are too many.
 */
export async function termsForUndo(
  context: ReadContext,
  { row: { id, name } }: OpenTaxonomy,
): Promise<Facts> {
  const rows = await termsOfTaxonomy(context, id, mostTerms + 1)
  if (rows.length > mostTerms) return {}
  const texts = await translationFactsWithin(context, id)
  const terms: Facts[] = []
  let count = 0
  for (const row of rows) {
    const assigned = await assignedItems(context, row.id, mostAssigned + 1 - count)
    count += assigned.length
    if (count > mostAssigned) return {}
    // The log leaves out `createdAt`, so the creation time has another name.
    terms.push({ ...presentTerm(name, row), made: row.created_at, ...texts.get(row.id), assigned })
  }
  return { ...texts.get(id), held: inOrder(terms) }
}

/** The terms in an order in which they can be created: each after its parent. */
function inOrder(terms: readonly Facts[]): Facts[] {
  const childrenOf = Map.groupBy(terms, ({ parentId }) => parentId)
  const walk = (parentId: unknown): Facts[] =>
    (childrenOf.get(parentId) ?? []).flatMap((term) => [term, ...walk(term['id'])])
  return walk(null)
}

/** Assigns a term again to the items that still exist; returns their number. */
export async function restoreAssignments(
  context: WriteContext,
  termId: string,
  assigned: readonly Assigned[],
): Promise<number> {
  let count = 0
  for (const [collectionId, items] of Map.groupBy(assigned, ({ collection_id }) => collection_id)) {
    const collection = context.schema.byId.get(collectionId)
    if (collection === undefined) continue
    const ids = items.map(({ item_id }) => item_id)
    const existing = await lockItems(context, collection, ids)
    const remaining = items.filter(({ item_id }) => existing.has(item_id))
    await assignItems(context, termId, remaining)
    count += remaining.length
  }
  return count
}
