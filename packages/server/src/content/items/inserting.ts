import { lockMediaOf } from '../../core/delivery/counts.ts'
import type { WriteContext } from '../../core/context.ts'
import { noData } from '../../core/model/data.ts'
import type { CollectionModel } from '../../core/model/model.ts'
import type { ItemRow } from '../../core/model/system-columns.ts'
import { newId } from '../../platform/ids.ts'
import { auditItem, stateFacts, valueFacts } from './auditing.ts'
import { namingConflicts, refuseTakenSlug, refuseTakenValues, slugTaken } from './conflicts.ts'
import { refuseMoreCrops } from './crop-count.ts'
import { afterSave, aroundPublishing, beforeSave, dataOf } from './hooks.ts'
import { indexNew } from './indexing.ts'
import type { Item } from './item.ts'
import { assignFirstTerms } from './item-terms.ts'
import { linkNew } from './linking.ts'
import { removeRedirectsFromAddress } from './moving.ts'
import { namedData } from './named-data.ts'
import { refuseSecondItem } from './only-item.ts'
import { copyColumnsToRevision } from './revision-store.ts'
import { withSharedData } from './shared-data.ts'
import { refuseOversized } from './sizes.ts'
import { freeSlug, wantedSlug } from './slugs.ts'
import { deleteNewItem, insertItem } from './store.ts'
import type { Values } from './values.ts'

/** Properties of an item that existed elsewhere, which only an import sets; its creation has the time of the call. */
export interface Origin {
  readonly id: string
  readonly updatedAt: string
  readonly termIds: readonly string[]
}

interface Insertion {
  /** checked values */
  values: Values
  /** undefined: one is made from the values */
  slug?: string | undefined
  status: 'draft' | 'published'
  /** a draft may lack required fields */
  incomplete: boolean
  locale: string
  /** the item that this one translates */
  source?: Item | null
  /** ids */
  terms: readonly string[]
  reason: 'create' | 'duplicate'
  origin?: Origin | undefined
}

/** Inserts an item with all that belongs to it: its terms, revision, words for the search, links and audit entry. */
export async function insertNew(
  context: WriteContext,
  collection: CollectionModel,
  insertion: Insertion,
): Promise<Item> {
  const { slug: givenSlug, status, locale, source = null, origin, terms, reason } = insertion
  const values = await beforeSave(context, collection, {
    id: null,
    slug: givenSlug ?? null,
    locale,
    reason,
    incomplete: insertion.incomplete,
    values: insertion.values,
    previous: async () => null,
    // A hook may not change the values that a translation shares either: `withSharedData` throws then.
    check: async (data) => source !== null && withSharedData(context, source, data),
  })
  // A copy is as large as its source, which may exceed a limit that was lowered since.
  if (reason === 'create') {
    refuseOversized(context, collection, values)
    await refuseMoreCrops(collection, values, () => noData)
  }
  // An entry of a change-set is run several times, and creates an item with the same id each time.
  const id = origin?.id ?? context.setWork?.nextId() ?? newId()
  const isLive = status === 'published'
  const revisionId = collection.supports('revisions') ? newId() : null
  const row = newRow(context, insertion, { id, values, revisionId })
  // A singleton has one item, with its translations.
  await refuseSecondItem(context, collection, row)
  const insert = givenSlug === undefined ? insertWithGeneratedSlug : insertWithGivenSlug
  const store = async (): Promise<Item> => {
    await refuseTakenValues(context, collection, row, values)
    return { collection, row: await insert(context, collection, row, values) }
  }
  const item = isLive
    ? await aroundPublishing(context, { collection, row }, async () => dataOf(values), store)
    : await store()
  const factsOfTerms = await assignFirstTerms(context, item, terms)
  if (revisionId !== null) {
    const data = namedData(collection, values)
    await copyColumnsToRevision(context, collection, {
      id: revisionId,
      entryId: id,
      kind: isLive ? 'publish' : 'save',
      data,
    })
  }
  await indexNew(context, item, values)
  await linkNew(context, item, values)
  // A change of a file waits until this transaction ends, so that it finds that the item shows the file.
  if (isLive) await lockMediaOf(context, collection, id)
  await removeRedirectsFromAddress(context, item, {
    losesAddress: false,
    getsAddress: isLive && collection.address !== null,
  })
  const valuesAfter = valueFacts(values)
  const replaced = { before: {}, after: valuesAfter }
  auditItem(context, item, {
    before: null,
    after: { ...stateFacts(item.row), ...valuesAfter, ...factsOfTerms },
    isLive,
    // Editors and visitors of a new item see the same values.
    replaced: { columns: replaced, latest: replaced },
  })
  afterSave(context, item, reason)
  return item
}

/**
 * The row of a new item, with its given slug or one made from its values, which may be taken. `revisionId` is the
 * id of its first revision; null: the collection has none.
 */
function newRow(
  { caller, now, setWork }: WriteContext,
  { slug, status, locale, source = null, origin }: Insertion,
  { id, values, revisionId }: { id: string; values: Values; revisionId: string | null },
): ItemRow {
  const isLive = status === 'published'
  const updatedAt = origin?.updatedAt ?? now
  return {
    id,
    slug: slug ?? wantedSlug(namingData(values), id),
    status,
    locale,
    translation_group: source?.row.translation_group ?? id,
    translation_of: source?.row.id ?? null,
    // Each run of a change-set's entry creates the item with the same author, whoever starts the run.
    author_id: setWork === undefined ? caller.userId : setWork.authorId,
    created_at: now,
    updated_at: updatedAt,
    live_updated_at: isLive ? updatedAt : null,
    published_at: isLive ? now : null,
    scheduled_at: null,
    deleted_at: null,
    version: 1,
    live_revision_id: isLive ? revisionId : null,
    draft_revision_id: null,
    draft_slug: null,
    was_published: isLive ? 1 : 0,
    _live_version: null,
    _unpublish_at: null,
  }
}

/** Inserts a row with a slug that the caller has given. Throws DUPLICATE_SLUG if it is taken. */
async function insertWithGivenSlug(
  context: WriteContext,
  collection: CollectionModel,
  row: ItemRow,
  values: Values,
): Promise<ItemRow> {
  await refuseTakenSlug(context, collection, row, { slug: row.slug, isForColumns: true })
  const { isTaken } = await namingConflicts(context, collection, row, () =>
    insertItem(context, collection, row, values),
  )
  if (!isTaken) return row
  // Another transaction has taken the slug since the check. The check, repeated, can say more about the other item.
  await refuseTakenSlug(context, collection, row, { slug: row.slug })
  throw slugTaken(context, row)
}

/**
 * Inserts a row with a generated slug. If that is taken, a free one is tried; this is repeated, because another process
 * may take the free one first. A slug that the pending draft of another item waits for is left to the draft.
 */
async function insertWithGeneratedSlug(
  context: WriteContext,
  collection: CollectionModel,
  row: ItemRow,
  values: Values,
): Promise<ItemRow> {
  let attempt = row
  for (;;) {
    const current = attempt
    const { isTaken, isAwaited } = await namingConflicts(context, collection, current, () =>
      insertItem(context, collection, current, values),
    )
    if (!isTaken && !isAwaited) return current
    // The unique index has let a slug pass that a draft waits for.
    if (!isTaken) await deleteNewItem(context, collection, row.id)
    attempt = { ...row, slug: await freeSlug(context, collection, row.locale, row.slug) }
  }
}

/** The values from which a slug can be made. */
function namingData(values: Values): Record<string, unknown> {
  return Object.fromEntries([...values].map(([field, value]) => [field.slug, value]))
}
