import type { WriteContext } from '../../core/context.ts'
import { type Data, ownData } from '../../core/model/data.ts'
import type { CollectionModel } from '../../core/model/model.ts'
import type { ItemRow } from '../../core/model/system-columns.ts'
import { canonical } from '../../core/replaced-values.ts'
import { newId } from '../../platform/ids.ts'
import { auditItem, storedFacts } from './auditing.ts'
import { change, mergedData } from './change.ts'
import type { Item } from './item.ts'
import { termIdsOf } from './item-terms.ts'
import { refuseMissingValues } from './missing.ts'
import { copyColumnsToRevision, leaveDraft, storeDraft } from './revision-store.ts'
import { storeTimes } from './scheduling.ts'
import { type State, valuesIn } from './undo-state.ts'
import type { Values } from './values.ts'

export interface StateChange {
  /** the current state */
  readonly state: State
  /** the state to restore */
  readonly target: State
}

/** The columns of an item's row that an undo restores. */
export type Properties = Pick<
  ItemRow,
  'slug' | 'status' | 'published_at' | 'scheduled_at' | '_unpublish_at' | 'draft_slug'
>

/** What `writeState` writes. */
interface RestoredState extends StateChange {
  readonly properties: Properties
  /** the values of the columns that differ */
  readonly columnValues: Values
  /** the values that editors see and that differ */
  readonly latestValues: Values
}

/** Restores properties, values, terms and the pending draft by one change of the row, with its audit entry. */
export async function writeState(context: WriteContext, item: Item, restored: RestoredState): Promise<Item> {
  const { collection, row } = item
  const { state, target, properties, columnValues, latestValues } = restored
  const isLive = properties.status === 'published'
  if (isLive) refuseMissingValues(columnValues)
  const revisionId = needsRevision(item, restored) ? newId() : null
  const before = valuesIn(state.latest)
  const latest = latestOf(collection, before, latestValues)
  const draftId = await draftIdFor(context, item, { ...restored, latest })
  if (row.scheduled_at !== properties.scheduled_at || row._unpublish_at !== properties._unpublish_at)
    await storeTimes(context, item, properties)
  const terms = String(target.columns['termIds'])
  const after = await change(context, item, {
    changes: {
      ...properties,
      updated_at: context.now,
      draft_revision_id: draftId,
      ...liveColumns(context, item, restored, revisionId),
      // Its first publication is undone, so it counts as never published.
      ...(properties.published_at === null && { was_published: 0 }),
    },
    values: columnValues,
    draft: { before, after: latest },
    ...(terms !== state.columns['termIds'] && { terms: termIdsOf(terms) }),
  })
  if (revisionId !== null)
    await copyColumnsToRevision(context, collection, {
      id: revisionId,
      entryId: row.id,
      kind: isLive ? 'publish' : 'save',
    })
  if (draftId !== row.draft_revision_id) await leaveDraft(context, row.draft_revision_id)
  auditRestored(context, after, restored, latest)
  return after
}

/** As in a save or a publication: new values of the columns, or values that go live, have a revision. */
function needsRevision({ collection, row }: Item, { properties, columnValues }: RestoredState): boolean {
  const goesLive = properties.status === 'published' && row.status !== 'published'
  return collection.supports('revisions') && (columnValues.size > 0 || goesLive)
}

/** The columns that say which version visitors see, and since when. */
function liveColumns(
  { now }: WriteContext,
  { row }: Item,
  { properties, columnValues }: RestoredState,
  revisionId: string | null,
): Partial<Pick<ItemRow, 'live_updated_at' | 'live_revision_id'>> {
  if (properties.status !== 'published') return { live_revision_id: null }
  const isVisibleChange =
    columnValues.size > 0 || row.status !== properties.status || row.slug !== properties.slug
  return {
    ...(isVisibleChange && { live_updated_at: now }),
    ...(revisionId !== null && { live_revision_id: revisionId }),
  }
}

function auditRestored(
  context: WriteContext,
  after: Item,
  { state, target, latestValues }: RestoredState,
  latest: Data,
): void {
  const changedFields = [...latestValues.keys()]
  auditItem(context, after, {
    before: storedFacts(valuesIn(state.latest), changedFields),
    after: storedFacts(latest, changedFields),
    replaced: {
      latest: {
        before: { termIds: state.latest['termIds'] },
        after: { termIds: target.latest['termIds'] },
      },
    },
  })
}

/** What editors see after their values are restored. */
function latestOf(collection: CollectionModel, before: Data, latestValues: Values): Data {
  return ownData(JSON.parse(mergedData(collection, before, latestValues)) as Data)
}

interface RestoredDraft extends RestoredState {
  /** all values that editors see afterwards */
  readonly latest: Data
}

/** The id of the pending draft that the item has from now on; null if it has none. */
async function draftIdFor(
  context: WriteContext,
  item: Item,
  restored: RestoredDraft,
): Promise<string | null> {
  const { collection, row } = item
  if (!needsDraft(item, restored)) return null
  if (isDraftUnchanged(item, restored)) return row.draft_revision_id
  const { target, properties, latest } = restored
  return storeDraft(context, {
    collection,
    entryId: row.id,
    slug: properties.draft_slug ?? properties.slug,
    data: mergedData(collection, latest, new Map()),
    terms: String(target.latest['termIds']),
    previous: row.draft_revision_id,
  })
}

/** Whether the restored item has a pending draft: what editors see differs from the columns, or it is scheduled. */
function needsDraft({ collection, row }: Item, { target, properties }: RestoredState): boolean {
  const { columns, latest } = target
  const isSameSlug = properties.draft_slug === null || properties.draft_slug === properties.slug
  const isSameTerms = columns['termIds'] === latest['termIds']
  const isSameData = collection.fields.every(
    ({ slug }) => canonical(columns[`data.${slug}`]) === canonical(latest[`data.${slug}`]),
  )
  if (!isSameSlug || !isSameTerms || !isSameData) return true
  // A draft whose publication is scheduled stays, even if it has the same values as the columns.
  const hadDraft = target.properties['hasPendingDraft'] !== null
  return properties.scheduled_at !== null && row.draft_revision_id !== null && hadDraft
}

/** Whether the present draft has all that is restored already. */
function isDraftUnchanged(
  { row }: Item,
  { state, target, properties, latestValues }: RestoredState,
): boolean {
  return (
    row.draft_revision_id !== null &&
    latestValues.size === 0 &&
    state.latest['termIds'] === target.latest['termIds'] &&
    row.draft_slug === properties.draft_slug
  )
}
