import type { ContentEvent, Data, Events } from '@octavo/plugin/hooks'
import type { WriteContext } from '../../core/context.ts'
import { invalid } from '../../platform/errors.ts'
import { findUnsafe } from '../../platform/json-safety.ts'
import { hasHooks, runBefore, recordAfterHooks } from '../../plugins/dispatch.ts'
import { ownData } from '../../core/model/data.ts'
import type { CollectionModel } from '../../core/model/model.ts'
import { completedFields } from '../media/completed-fields.ts'
import type { Item } from './item.ts'
import { checkedValues } from './references.ts'
import { parseValues, type Values } from './values.ts'

/** The event data of an item for plugins. */
export function eventOf({ collection, row }: Item): ContentEvent {
  return { collection: collection.slug, id: row.id, slug: row.draft_slug ?? row.slug, locale: row.locale }
}

/** Values by slug, as in JSON. */
export function dataOf(values: Values): Record<string, unknown> {
  return ownData(Object.fromEntries([...values].map(([{ slug }, value]) => [slug, value])))
}

export interface Saving extends Pick<Events['content:beforeSave'], 'id' | 'slug' | 'locale' | 'reason'> {
  readonly values: Values
  /** whether required fields may be empty */
  readonly incomplete: boolean
  /** the stored values, null for a new item; loaded only if a plugin has the hook */
  readonly previous: () => Promise<Data | null>
  /** checks in addition to the rules of the fields */
  readonly check?: (data: Data) => Promise<unknown>
}

/**
 * Calls the hooks of plugins before values are saved; returns the values that they leave, validated like any input.
 */
export async function beforeSave(
  context: WriteContext,
  collection: CollectionModel,
  { values, previous, check, incomplete, ...named }: Saving,
): Promise<Values> {
  if (!hasHooks(context, 'content:beforeSave')) return values
  let checked = values
  const before = await previous()
  const event = {
    ...named,
    collection: collection.slug,
    data: { ...(await completedFields(context, collection.fields, dataOf(values))) },
    previous: before === null ? null : { ...(await completedFields(context, collection.fields, before)) },
  }
  // Checks the data after each plugin that has changed them.
  await runBefore(context, 'content:beforeSave', event, async (data, pluginId) => {
    const unsafe = findUnsafe({ data })
    if (unsafe.issues.length > 0) throw invalid(unsafe.issues)
    await check?.(data)
    const { blocks } = context.services.plugins.current
    const parsed = parseValues(collection, data, { isNew: named.id === null, incomplete, blocks })
    const issues = parsed.issues.map(({ path, message }) => ({
      path,
      message: `${message} (the plugin "${pluginId}" changed the data)`,
    }))
    checked = await checkedValues(context, { values: parsed.values, issues }, () => dataOf(values))
  })
  return checked
}

/** Calls the hooks of plugins after an item was saved. */
export function afterSave(context: WriteContext, item: Item, reason: Saving['reason']): void {
  const { status } = item.row
  recordAfterHooks(context, 'content:afterSave', { ...eventOf(item), status, reason })
}

/**
 * Publishes an item between the hooks of plugins before and after it. `data` reads the values to publish, if a
 * plugin has such a hook. Returns the published item.
 */
export async function aroundPublishing(
  context: WriteContext,
  item: Item,
  data: () => Promise<Data>,
  publish: () => Promise<Item>,
): Promise<Item> {
  if (hasHooks(context, 'content:beforePublish')) {
    const shown = await completedFields(context, item.collection.fields, await data())
    await runBefore(context, 'content:beforePublish', { ...eventOf(item), data: { ...shown } })
  }
  const published = await publish()
  recordAfterHooks(context, 'content:afterPublish', eventOf(published))
  return published
}
