import type { WriteContext } from '../../core/context.ts'
import type { Facts } from '../../core/facts.ts'
import type { CollectionModel } from '../../core/model/model.ts'
import { canonical } from '../../core/replaced-values.ts'
import { recordAfterHooks } from '../../plugins/dispatch.ts'
import { afterSave, aroundPublishing, beforeSave, eventOf } from './hooks.ts'
import type { Item } from './item.ts'
import { refuseMissing } from './missing.ts'
import { checkedValues } from './references.ts'
import { plainValue, type State, valuesIn } from './undo-state.ts'
import { type Properties, type StateChange, writeState } from './undo-writing.ts'
import { parseValues, type Values } from './values.ts'

/** Changes an item from one state to another by one change of its row, and runs the hooks for what that does. */
export async function restoreState(
  context: WriteContext,
  item: Item,
  { state, target }: StateChange,
): Promise<Item> {
  const { collection, row } = item
  const properties = await propertiesNow(context, target.properties)
  const columnValues = await valuesThatDiffer(context, collection, {
    from: state.columns,
    to: target.columns,
  })
  const latestValues = await valuesThatDiffer(context, collection, { from: state.latest, to: target.latest })
  const checkedLatest = await withSaveHooks(context, item, { state, values: latestValues })
  const after = await withHooksOfVisitors(
    context,
    item,
    { properties, columns: target.columns, isValueChanged: columnValues.size > 0 },
    () => writeState(context, item, { state, target, properties, columnValues, latestValues: checkedLatest }),
  )
  if (checkedLatest.size > 0) afterSave(context, after, 'update')
  // `writeState` checks only the changed values, which is enough where the others are published already.
  const goesLive = properties.status === 'published' && row.status !== 'published'
  if (goesLive) await refuseMissing(context, after, valuesIn(target.columns))
  return after
}

/**
 * The columns for the properties to restore. Times that have passed are not set again: they would publish the item, or
 * take it off the site, at once. An item whose end, or whose time to go live, has passed becomes a draft instead.
 */
async function propertiesNow(context: WriteContext, facts: Facts): Promise<Properties> {
  const now = await context.sharedNow()
  const futureTime = (name: string): string | null => {
    const time = (facts[name] ?? null) as string | null
    return time !== null && time > now ? time : null
  }
  const scheduledAt = futureTime('scheduledAt')
  const unpublishAt = futureTime('unpublishAt')
  const hasEnded = facts['unpublishAt'] !== null && unpublishAt === null
  const isDraft = hasEnded || (facts['status'] === 'scheduled' && scheduledAt === null)
  return {
    slug: String(facts['slug']),
    status: isDraft ? 'draft' : (facts['status'] as Properties['status']),
    published_at: facts['publishedAt'] as string | null,
    scheduled_at: isDraft ? null : scheduledAt,
    _unpublish_at: isDraft ? null : unpublishAt,
    draft_slug: facts['draftSlug'] as string | null,
  }
}

/**
 * The values that differ, checked like those of a restored revision, because objects that they refer to may have been
 * deleted.
 */
async function valuesThatDiffer(
  context: WriteContext,
  collection: CollectionModel,
  { from, to }: { readonly from: Facts; readonly to: Facts },
): Promise<Values> {
  const different = collection.fields.flatMap(({ slug }): [string, unknown][] => {
    const name = `data.${slug}`
    const isSame = canonical(from[name]) === canonical(to[name])
    return isSame ? [] : [[slug, plainValue(to[name] ?? null)]]
  })
  if (different.length === 0) return new Map()
  const data = Object.fromEntries(different)
  const { blocks } = context.services.plugins.current
  const parsed = parseValues(collection, data, { isNew: false, incomplete: true, blocks })
  return checkedValues(context, parsed, () => data)
}

/** Runs the hooks before a save. They get the values that editors see, as with any save, and can change them. */
function withSaveHooks(
  context: WriteContext,
  { collection, row }: Item,
  { state, values }: { readonly state: State; readonly values: Values },
): Promise<Values> {
  return beforeSave(context, collection, {
    id: row.id,
    slug: row.draft_slug ?? row.slug,
    locale: row.locale,
    reason: 'update',
    incomplete: true,
    values,
    previous: () => Promise.resolve(valuesIn(state.latest)),
  })
}

/** Runs the hooks around a change (`work`) by which an item goes live, changes what visitors see or leaves the site. */
async function withHooksOfVisitors(
  context: WriteContext,
  item: Item,
  restored: { readonly properties: Properties; readonly columns: Facts; readonly isValueChanged: boolean },
  work: () => Promise<Item>,
): Promise<Item> {
  const { properties, columns, isValueChanged } = restored
  const wasLive = item.row.status === 'published'
  const isLive = properties.status === 'published'
  if (isLive && (!wasLive || isValueChanged))
    return aroundPublishing(context, item, () => Promise.resolve(valuesIn(columns)), work)
  if (wasLive && !isLive) recordAfterHooks(context, 'content:afterUnpublish', eventOf(item))
  return work()
}
