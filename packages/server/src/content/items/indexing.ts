import type { WriteContext } from '../../core/context.ts'
import { type Data, parseData } from '../../core/model/data.ts'
import type { CollectionModel } from '../../core/model/model.ts'
import type { ItemRow } from '../../core/model/system-columns.ts'
import { putItem, removeItemFromIndex } from '../search-index/indexing.ts'
import { titleField } from '../../core/model/title-field.ts'
import { isIndexed } from '../search-index/text-of.ts'
import { isVisible } from './auditing.ts'
import { dataOf } from './hooks.ts'
import type { Item } from './item.ts'
import { findRevision } from './revision-store.ts'
import { readColumnData } from './store.ts'
import type { Values } from './values.ts'

/** Puts a new item into the search index of what visitors or editors see. */
export async function indexNew(
  context: WriteContext,
  { collection, row }: Item,
  values: Values,
): Promise<void> {
  if (!isIndexed(collection)) return
  const index = isVisible(row) ? 'live' : 'draft'
  await putItem(context, collection, { ...row, data: dataOf(values) }, index)
}

/**
 * Updates the search indexes after a change of an item, in the same transaction. `values` are those that were written
 * to its columns, `columns` all values of its columns, if the caller has read them.
 */
export async function indexChange(
  context: WriteContext,
  before: ItemRow,
  after: Item,
  { values, columns }: { values: Values; columns: Data | undefined },
): Promise<void> {
  if (!isIndexed(after.collection)) return
  const isTextChanged = holdsIndexed(after.collection, values)
  await indexLive(context, before, after, { isTextChanged, columns })
  await indexDraft(context, before, after, { isTextChanged, columns })
}

async function indexLive(
  context: WriteContext,
  before: ItemRow,
  { collection, row }: Item,
  { isTextChanged, columns }: { isTextChanged: boolean; columns: Data | undefined },
): Promise<void> {
  if (!isVisible(row)) {
    if (isVisible(before)) await removeItemFromIndex(context, 'live', row.id)
    return
  }
  if (isVisible(before) && before.slug === row.slug && !isTextChanged) return
  const data = columns ?? parseData(await readColumnData(context, collection, row.id))
  await putItem(context, collection, { ...row, data }, 'live')
}

async function indexDraft(
  context: WriteContext,
  before: ItemRow,
  { collection, row }: Item,
  { isTextChanged, columns }: { isTextChanged: boolean; columns: Data | undefined },
): Promise<void> {
  if (!isDraft(row)) {
    if (isDraft(before)) await removeItemFromIndex(context, 'draft', row.id)
    return
  }
  // Each save of a draft makes a new revision, so the same revision means the same text.
  const isSame =
    isDraft(before) &&
    before.status === row.status &&
    before.draft_revision_id === row.draft_revision_id &&
    draftSlug(before) === draftSlug(row)
  // Without a pending draft, editors see the columns.
  const isSeenTextChanged = isTextChanged && row.draft_revision_id === null
  if (isSame && !isSeenTextChanged) return
  const draft =
    row.draft_revision_id === null ? undefined : await findRevision(context, row.draft_revision_id)
  const stored = draft === undefined ? columns : parseData(draft.data)
  const data = stored ?? parseData(await readColumnData(context, collection, row.id))
  await putItem(context, collection, { ...row, slug: draftSlug(row), data }, 'draft')
}

/** Whether the item has content that only editors see. */
function isDraft({ status, deleted_at, draft_revision_id }: ItemRow): boolean {
  return (status !== 'published' || draft_revision_id !== null) && deleted_at === null
}

function draftSlug({ slug, draft_slug }: ItemRow): string {
  return draft_slug ?? slug
}

/** Whether values belong to a field that the index contains: the title always, others if they are searchable. */
function holdsIndexed(collection: CollectionModel, values: Values): boolean {
  const title = titleField(collection)
  return [...values.keys()].some((field) => field.definition.searchable || field === title)
}
