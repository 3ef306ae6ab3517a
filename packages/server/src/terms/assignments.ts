import type { ReadContext, WriteContext } from '../context.ts'
import { invalid, invalidAt } from '../errors.ts'
import type { CollectionModel } from '../schema/model.ts'
import type { ItemRow } from '../schema/system-columns.ts'
import type { OpenTaxonomy } from '../taxonomies/taxonomy.ts'
import { assign, findTermsById, listAssigned, type TermRow, unassign, unassignLost } from './store.ts'

interface Tagged {
  readonly collection: CollectionModel
  readonly row: Pick<ItemRow, 'translation_group'>
}

/** The terms by their ids; those that there are not are left out. */
export async function termsById(
  context: ReadContext,
  ids: readonly string[],
): Promise<ReadonlyMap<string, TermRow>> {
  const rows = await findTermsById(context, ids)
  return new Map(rows.map((row) => [row.id, row]))
}

/** Throws unless items of the collection can have terms of the taxonomy. */
export function demandTaxonomyOf({ row, collections }: OpenTaxonomy, collection: CollectionModel): void {
  if (collections.some(({ id }) => id === collection.id)) return
  throw invalidAt(
    'taxonomy',
    `"${row.name}" is not for items of "${collection.slug}"; add that to its collections`,
  )
}

/** Makes these the terms that an item, and its translations, have of a taxonomy. */
export async function setTerms(
  context: WriteContext,
  { collection, row }: Tagged,
  taxonomy: OpenTaxonomy,
  termIds: readonly string[],
): Promise<TermRow[]> {
  await refuseForeignTerms(context, taxonomy, termIds)
  const group = row.translation_group
  const before = new Set((await listAssigned(context, taxonomy.row.id, group)).map(({ id }) => id))
  const after = new Set(termIds)
  for (const id of before) if (!after.has(id)) await unassign(context, id, group)
  for (const id of after) {
    if (before.has(id)) continue
    await assign(context, { term_id: id, translation_group: group, collection_id: collection.id })
  }
  return listAssigned(context, taxonomy.row.id, group)
}

/** The same for an item that was made a moment ago, and so has none yet. */
export async function giveTerms(
  context: WriteContext,
  { collection, row }: Tagged,
  taxonomy: OpenTaxonomy,
  termIds: readonly string[],
): Promise<void> {
  await refuseForeignTerms(context, taxonomy, termIds)
  for (const id of termIds) {
    await assign(context, {
      term_id: id,
      translation_group: row.translation_group,
      collection_id: collection.id,
    })
  }
}

async function refuseForeignTerms(
  context: WriteContext,
  { row }: OpenTaxonomy,
  termIds: readonly string[],
): Promise<void> {
  const found = await termsById(context, termIds)
  const issues = termIds.flatMap((id, index) => {
    const term = found.get(id)
    if (term?.taxonomy_id === row.id) return []
    const message =
      term === undefined ? `there is no term ${id}` : `the term ${id} is not one of "${row.name}"`
    return [{ path: `termIds.${index}`, message }]
  })
  if (issues.length > 0) throw invalid(issues)
}

/** After an item was removed for good: its terms go with the last of its translations. */
export async function forgetTerms(context: WriteContext, { collection, row }: Tagged): Promise<void> {
  await unassignLost(context, collection, row.translation_group)
}
