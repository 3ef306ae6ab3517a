import type { BulkResult } from '@octavo/contract/operations/content-bulk'
import { operations } from '@octavo/contract/operations/registry'
import { isId } from '@octavo/contract/slug'
import type { StagedCall } from '../../core/change-set-calls.ts'
import type { WriteContext } from '../../core/context.ts'
import { type CollectionModel, collectionOf } from '../../core/model/model.ts'
import { findItemAnywhere } from '../../content/items/item-anywhere.ts'
import { parseTerms, termsByTaxonomy, type TermsByTaxonomy } from '../../content/items/item-terms.ts'

interface Named {
  readonly collection?: string
  readonly id?: string
  readonly locale?: string | undefined
  readonly terms?: TermsByTaxonomy | undefined
}

/**
 * Replaces the slugs and labels that name an item and its terms in an input by ids, because a slug or label can
 * belong to another item or term when the entry runs again.
 */
export async function withIds(context: WriteContext, { input: given }: StagedCall): Promise<object> {
  const input = given as Named
  if (input.collection === undefined) return input
  const collection = collectionOf(context.schema, input.collection)
  const id = await idOf(context, collection, input)
  const terms = await termIdsOf(context, collection, input.terms)
  return { ...input, ...(id !== undefined && { id }), ...(terms !== undefined && { terms }) }
}

async function idOf(
  context: WriteContext,
  collection: CollectionModel,
  { id, locale }: Named,
): Promise<string | undefined> {
  if (id === undefined || isId(id)) return id
  const item = await findItemAnywhere(context, collection, id, locale)
  // The slug of an item that does not exist stays: the call refuses it later.
  return item?.row.id ?? id
}

async function termIdsOf(
  context: WriteContext,
  collection: CollectionModel,
  given: TermsByTaxonomy | undefined,
): Promise<TermsByTaxonomy | undefined> {
  const { changes, issues } = await parseTerms(context, collection, given)
  // Invalid terms stay as they are: the call refuses them later.
  if (given === undefined || changes === undefined || issues.length > 0) return given
  const [ids = {}] = await termsByTaxonomy(context, collection, [changes.termIds])
  // A taxonomy without ids was given an empty list, which removes its terms.
  return Object.fromEntries(Object.keys(given).map((name) => [name, ids[name] ?? []]))
}

/**
 * The part of the input that is executed again with the entry: of a bulk change only the items that were changed, and
 * without their `revs`, which other entries can have changed by then.
 */
export function executedPart({ operation }: StagedCall, input: object, result: unknown): object {
  if (operation !== operations.content.bulk) return input
  const { results } = result as { readonly results: readonly BulkResult[] }
  const { revs: _, ...lasting } = input as { readonly revs?: unknown }
  return { ...lasting, ids: [...new Set(results.filter(({ isDone }) => isDone).map(({ id }) => id))] }
}
