import type { ReadContext, WriteContext } from '../../../core/context.ts'
import type { CollectionModel } from '../../../core/model/model.ts'
import { invalid, invalidAt } from '../../../platform/errors.ts'
import { foreignTerms, type TermChanges } from '../../items/item-terms.ts'
import type { OpenTaxonomy } from '../taxonomy.ts'
import { findTermsById, type TermRow } from './store.ts'

/** The terms by their ids; those that do not exist are left out. */
export async function termsById(
  context: ReadContext,
  ids: readonly string[],
): Promise<ReadonlyMap<string, TermRow>> {
  const rows = await findTermsById(context, ids)
  return new Map(rows.map((row) => [row.id, row]))
}

/** Throws unless items of the collection can have terms of the taxonomy. */
export function requireTaxonomyOf({ row, collections }: OpenTaxonomy, collection: CollectionModel): void {
  if (collections.some(({ id }) => id === collection.id)) return
  throw invalidAt(
    'taxonomy',
    `"${row.name}" is not for items of "${collection.slug}"; add that to its collections`,
  )
}

/** The change that sets the terms of a taxonomy on an item; VALIDATION_ERROR names ids that are not terms of it. */
export async function checkedChanges(
  context: WriteContext,
  { row }: OpenTaxonomy,
  termIds: readonly string[],
): Promise<TermChanges> {
  const issues = foreignTerms(await termsById(context, termIds), row, termIds, 'termIds')
  if (issues.length > 0) throw invalid(issues)
  return { taxonomyIds: new Set([row.id]), termIds }
}
