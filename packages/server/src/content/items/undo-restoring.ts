import type { WriteContext } from '../../core/context.ts'
import { type Facts, JsonText } from '../../core/facts.ts'
import { type Data, ownData } from '../../core/model/data.ts'
import type { CollectionModel } from '../../core/model/model.ts'
import type { ItemRow } from '../../core/model/system-columns.ts'
import { canonical } from '../../core/replaced-values.ts'
import { newId } from '../../platform/ids.ts'
import { recordAfterHooks } from '../../plugins/dispatch.ts'
import { auditItem, storedFacts } from './auditing.ts'
import { change, mergedData } from './change.ts'
import { afterSave, aroundPublishing, beforeSave, eventOf } from './hooks.ts'
import type { Item } from './item.ts'
import { termIdsOf } from './item-terms.ts'
import { refuseMissing, refuseMissingValues } from './missing.ts'
import { checkedValues } from './references.ts'
import { copyColumnsToRevision, storeDraft, leaveDraft } from './revision-store.ts'
import { storeTimes } from './scheduling.ts'
import type { State } from './undo-state.ts'
import { parseValues, type Values } from './values.ts'

interface StateChange {
  /** the current state */
  readonly state: State
  /** the state to restore */
  readonly target: State
}

/** Changes an item from one state to another by one change of its row, and runs the hooks for what that does. */
export async function restoreState(
  context: WriteContext,
  item: Item,
  { state, target }: StateChange,
): Promise<Item> {
  const { collection, row } = item
  const wanted = await propertiesNow(context, target.properties)
  const isLive = wanted.status === 'published'
  // `values` are for the columns, `draftValues` for what editors see. The hooks of saving get the latter, as always.
  const values = await valuesFor(context, collection, { from: state.columns, to: target.columns })
  const draftValues = await valuesFor(context, collection, { from: state.latest, to: target.latest })
  const event = {
    id: row.id,
    slug: row.draft_slug ?? row.slug,
    locale: row.locale,
    reason: 'update',
  } as const
  const checked = await beforeSave(context, collection, {
    ...event,
    incomplete: true,
    values: draftValues,
    previous: () => Promise.resolve(dataOf(state.latest)),
  })
  const after = await withHooks(
    context,
    item,
    { wanted, to: target.columns, isValueChanged: values.size > 0 },
    () => write(context, item, { state, target, wanted, values, draftValues: checked }),
  )
  if (checked.size > 0) afterSave(context, after, 'update')
  // Of an item that is published already, `write` checks the changed values alone.
  if (isLive && row.status !== 'published') await refuseMissing(context, after, dataOf(target.columns))
  return after
}

type Properties = Pick<
  ItemRow,
  'slug' | 'status' | 'published_at' | 'scheduled_at' | '_unpublish_at' | 'draft_slug'
>

/**
 * The columns for the state to restore. Times that have passed are not set again: they would publish the item, or take
 * it off the site, at once. An item whose end, or whose time to go live, has passed becomes a draft instead.
 */
async function propertiesNow(context: WriteContext, facts: Facts): Promise<Properties> {
  const now = await context.sharedNow()
  const later = (name: string): string | null => {
    const time = (facts[name] ?? null) as string | null
    return time !== null && time > now ? time : null
  }
  const [scheduled, end] = [later('scheduledAt'), later('unpublishAt')]
  const isOver = facts['unpublishAt'] !== null && end === null
  const isDraft = isOver || (facts['status'] === 'scheduled' && scheduled === null)
  return {
    slug: String(facts['slug']),
    status: isDraft ? 'draft' : (facts['status'] as ItemRow['status']),
    published_at: facts['publishedAt'] as string | null,
    scheduled_at: isDraft ? null : scheduled,
    _unpublish_at: isDraft ? null : end,
    draft_slug: facts['draftSlug'] as string | null,
  }
}

/** The values among the facts of a state, by the slugs of their fields. */
function dataOf(facts: Facts): Data {
  const entries = Object.entries(facts)
    .filter(([name, value]) => name.startsWith('data.') && value !== null)
    .map(([name, value]): [string, unknown] => [name.slice('data.'.length), plain(value)])
  return ownData(Object.fromEntries(entries))
}

function plain(value: unknown): unknown {
  return value instanceof JsonText ? JSON.parse(value.text) : value
}

/**
 * The values that differ, checked like those of a restored revision, because objects that they refer to may have been
 * deleted.
 */
async function valuesFor(
  context: WriteContext,
  collection: CollectionModel,
  { from, to }: { from: Facts; to: Facts },
): Promise<Values> {
  const given = collection.fields
    .map(({ slug }) => `data.${slug}`)
    .filter((name) => canonical(from[name]) !== canonical(to[name]))
    .map((name): [string, unknown] => [name.slice('data.'.length), plain(to[name] ?? null)])
  if (given.length === 0) return new Map()
  const data = Object.fromEntries(given)
  const { blocks } = context.services.plugins.current
  const parsed = parseValues(collection, data, { isNew: false, incomplete: true, blocks })
  return checkedValues(context, parsed, () => data)
}

/** Runs the hooks around a change (`work`) by which an item goes live, changes what visitors see or leaves the site. */
async function withHooks(
  context: WriteContext,
  item: Item,
  { wanted, to, isValueChanged }: { wanted: Properties; to: Facts; isValueChanged: boolean },
  work: () => Promise<Item>,
): Promise<Item> {
  const { row } = item
  const goesLive = wanted.status === 'published' && (row.status !== 'published' || isValueChanged)
  if (goesLive) return aroundPublishing(context, item, () => Promise.resolve(dataOf(to)), work)
  if (row.status === 'published' && wanted.status !== 'published')
    recordAfterHooks(context, 'content:afterUnpublish', eventOf(item))
  return work()
}

interface Writing extends StateChange {
  readonly wanted: Properties
  /** the values of the columns that differ */
  readonly values: Values
  /** the values that editors see and that differ */
  readonly draftValues: Values
}

/** Restores properties, values, terms and the pending draft by one change of the row, with its audit entry. */
async function write(context: WriteContext, item: Item, writing: Writing): Promise<Item> {
  const { collection, row } = item
  const { state, target, wanted, values, draftValues } = writing
  const { now } = context
  const isLive = wanted.status === 'published'
  if (isLive) refuseMissingValues(values)
  const isVisibleChange = values.size > 0 || row.status !== wanted.status || row.slug !== wanted.slug
  // As in a save or a publication: new values of the columns, or values that go live, have a revision.
  const storesRevision =
    collection.supports('revisions') && (values.size > 0 || (isLive && row.status !== 'published'))
  const revision = storesRevision ? newId() : null
  const latest = latestOf(collection, state, draftValues)
  const draftId = await draftFor(context, item, writing, latest)
  if (row.scheduled_at !== wanted.scheduled_at || row._unpublish_at !== wanted._unpublish_at)
    await storeTimes(context, item, wanted)
  const terms = String(target.columns['termIds'])
  const after = await change(context, item, {
    changes: {
      ...wanted,
      updated_at: now,
      draft_revision_id: draftId,
      ...(isLive && isVisibleChange && { live_updated_at: now }),
      ...(isLive && revision !== null && { live_revision_id: revision }),
      ...(!isLive && { live_revision_id: null }),
      // Its first publication is undone, so it counts as never published.
      ...(wanted.published_at === null && { was_published: 0 }),
    },
    values,
    draft: { before: dataOf(state.latest), after: latest },
    ...(terms !== state.columns['termIds'] && { terms: termIdsOf(terms) }),
  })
  if (revision !== null) {
    const kept = { id: revision, entryId: row.id, kind: isLive ? 'publish' : 'save' } as const
    await copyColumnsToRevision(context, collection, kept)
  }
  if (draftId !== row.draft_revision_id) await leaveDraft(context, row.draft_revision_id)
  const changedFields = [...draftValues.keys()]
  auditItem(context, after, {
    before: storedFacts(dataOf(state.latest), changedFields),
    after: storedFacts(latest, changedFields),
    replaced: {
      latest: {
        before: { termIds: state.latest['termIds'] },
        after: { termIds: target.latest['termIds'] },
      },
    },
  })
  return after
}

/** What editors see after the values of the draft are restored. */
function latestOf(collection: CollectionModel, state: State, draftValues: Values): Data {
  const text = mergedData(collection, dataOf(state.latest), draftValues)
  return ownData(JSON.parse(text) as Data)
}

/**
 * The id of the pending draft that the item has from now on. Null if it needs none: what editors see is the same as the
 * columns.
 */
async function draftFor(
  context: WriteContext,
  { collection, row }: Item,
  { state, target, wanted, draftValues }: Writing,
  latest: Data,
): Promise<string | null> {
  const isSameSlug = wanted.draft_slug === null || wanted.draft_slug === wanted.slug
  const isSameTerms = target.columns['termIds'] === target.latest['termIds']
  const isSame = collection.fields.every(
    ({ slug }) => canonical(target.columns[`data.${slug}`]) === canonical(target.latest[`data.${slug}`]),
  )
  const hadDraft = target.properties['hasPendingDraft'] !== null
  // A draft whose publication is scheduled stays, even if it has the same values as the columns.
  const isScheduled = wanted.scheduled_at !== null && row.draft_revision_id !== null && hadDraft
  if (isSame && isSameSlug && isSameTerms && !isScheduled) return null
  // The present draft has all of these values already.
  const isKept =
    row.draft_revision_id !== null &&
    draftValues.size === 0 &&
    state.latest['termIds'] === target.latest['termIds'] &&
    row.draft_slug === wanted.draft_slug
  if (isKept) return row.draft_revision_id
  return storeDraft(context, {
    collection,
    entryId: row.id,
    slug: wanted.draft_slug ?? wanted.slug,
    data: mergedData(collection, latest, new Map()),
    terms: String(target.latest['termIds']),
    previous: row.draft_revision_id,
  })
}
