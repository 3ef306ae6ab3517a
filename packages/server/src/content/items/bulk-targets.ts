import { limits } from '@octavo/contract/limits'
import type { operations } from '@octavo/contract/operations/registry'
import type { z } from 'zod'
import { requirePermission } from '../../core/caller.ts'
import type { WriteContext } from '../../core/context.ts'
import type { CollectionModel } from '../../core/model/model.ts'
import { invalidAt } from '../../platform/errors.ts'
import { filterOf, namesTerms } from './list-filter.ts'
import { listItems } from './list-store.ts'
import { cursorOf } from './page-store.ts'
import { sortKey } from './sort.ts'
import { selectionOf } from './selection.ts'
import { taxonomiesOf } from './term-store.ts'

export type BulkInput = z.output<typeof operations.content.bulk.input>

/** The items of a call, by their ids or, where the call names them so, by their slugs. */
export interface Targets {
  readonly ids: readonly string[]
  readonly nextCursor?: string | undefined
}

/** The items that a call names or finds, the oldest first. */
export async function targetsOf(
  context: WriteContext,
  collection: CollectionModel,
  { ids, where, cursor }: BulkInput,
): Promise<Targets> {
  if (ids !== undefined && where !== undefined) throw invalidAt('where', 'must be absent beside ids')
  if (ids !== undefined) {
    if (cursor !== undefined) throw invalidAt('cursor', 'is for where only')
    return { ids }
  }
  if (where === undefined) throw invalidAt('ids', 'is needed, or where')
  // An entry of a set changes what was approved, not what a filter finds when the set is applied.
  if (context.setWork !== undefined)
    throw invalidAt('where', 'is not possible in a change-set: name the items in ids')
  requirePermission(context.caller, 'content.readDrafts')
  const taxonomies = namesTerms(where) ? await taxonomiesOf(context, collection) : undefined
  // All items outside the trash that fulfil the filter, by creation, as editors see them; only their ids are used.
  const answer = await listItems(context, {
    collection,
    view: 'latest',
    key: sortKey(collection, 'createdAt', 'latest'),
    order: 'asc',
    statuses: ['draft', 'published', 'scheduled'],
    where: await filterOf(context, where, { collection, taxonomies }),
    locale: undefined,
    fallback: undefined,
    preferred: undefined,
    words: [],
    hasPendingDraft: undefined,
    selection: selectionOf(collection, ['slug']),
    fillTerms: undefined,
    linkedBy: [],
    givesIds: true,
    ids: undefined,
    isCounted: false,
    limit: limits.bulkItems,
    cursor,
    budget: limits.scannedItems,
  })
  return { ids: answer.ids, nextCursor: cursorOf(answer) ?? undefined }
}
