import type { WriteContext } from '../context.ts'
import { newId } from '../ids.ts'
import { auditItem, storedFacts, valueFacts } from './auditing.ts'
import { change, mergedData, valueTaken } from './change.ts'
import { afterSave, beforeSave } from './hooks.ts'
import type { Item } from './item.ts'
import { dropIfOnlyDraft, findRevision, keepColumns, keepDraft } from './revision-store.ts'
import { slugTaken } from './slugs.ts'
import { holderOfValue, readColumnData, takenSlugs } from './store.ts'
import { share } from './translations.ts'
import type { Values } from './values.ts'
import { parseData } from '../schema/data.ts'

/** What a save changes. */
export interface Save {
  readonly values: Values
  readonly slug: string | undefined
  /** the caller publishes the item in the same transaction, which leaves the revision */
  readonly isPublishedNext?: boolean
  /** what plugins are told; a change by its editor unless said */
  readonly reason?: 'update' | 'restoreRevision'
}

/**
 * Saves values. The changes of a published item go to its pending draft where the collection supports drafts, and so
 * do those of an item that has one; else they go to the columns.
 */
export async function save(context: WriteContext, item: Item, changes: Save): Promise<Item> {
  const { slug, reason = 'update' } = changes
  if (changes.values.size === 0 && slug === undefined) return item
  const { collection, row } = item
  const values = await beforeSave(context, collection, {
    id: row.id,
    slug: slug ?? row.draft_slug ?? row.slug,
    locale: row.locale,
    reason,
    values: changes.values,
    previous: async () => parseData(await workingData(context, item)),
  })
  const goesToDraft =
    row.draft_revision_id !== null || (row.status === 'published' && collection.supports('drafts'))
  const store = goesToDraft ? saveDraft : saveColumns
  const saved = await store(context, item, { ...changes, values })
  afterSave(context, saved, { values, reason })
  return saved
}

async function saveColumns(
  context: WriteContext,
  item: Item,
  { values, slug, isPublishedNext }: Save,
): Promise<Item> {
  const { collection, row } = item
  const { now } = context
  const isLive = row.status === 'published'
  // Publishing what is live already does nothing, so nothing is left to it.
  const isLeftToPublishing = isPublishedNext === true && !isLive
  const revision = collection.supports('revisions') && !isLeftToPublishing ? newId() : null
  const after = await change(context, item, {
    changes: {
      updated_at: now,
      ...(isLive && { live_updated_at: now, live_revision_id: revision }),
      ...(slug !== undefined && { slug }),
    },
    values,
  })
  await share(context, after, values, isLive ? 'all' : 'unpublished')
  if (revision !== null) {
    await keepColumns(context, collection, {
      id: revision,
      entryId: row.id,
      kind: isLive ? 'publish' : 'save',
    })
  }
  return after
}

async function saveDraft(context: WriteContext, item: Item, { values, slug }: Save): Promise<Item> {
  const { collection, row } = item
  await refuseTaken(context, item, { values, slug })
  const wanted = slug ?? row.draft_slug ?? row.slug
  const before = parseData(await workingData(context, item))
  const data = mergedData(collection, before, values)
  const id = await keepDraft(context, { collection, entryId: row.id, slug: wanted, data })
  const after = await change(context, item, {
    changes: {
      updated_at: context.now,
      draft_revision_id: id,
      draft_slug: wanted === row.slug ? null : wanted,
    },
  })
  await dropIfOnlyDraft(context, row.draft_revision_id)
  auditItem(context, after, { before: storedFacts(before, values.keys()), after: valueFacts(values) })
  return after
}

/** The JSON text of what its editors see: the pending draft, else the columns. */
export async function workingData(context: WriteContext, { collection, row }: Item): Promise<string> {
  if (row.draft_revision_id !== null) {
    const draft = await findRevision(context, row.draft_revision_id)
    if (draft !== undefined) return draft.data
  }
  return readColumnData(context, collection, row.id)
}

/** A draft is told at once what could not be published later; the database has the last word when it is. */
async function refuseTaken(
  context: WriteContext,
  { collection, row }: Item,
  { slug, values }: Pick<Save, 'slug' | 'values'>,
): Promise<void> {
  if (slug !== undefined && slug !== row.slug) {
    const taken = await takenSlugs(context, collection, row.locale, { slugs: [slug], except: row.id })
    if (taken.has(slug)) throw slugTaken(slug, row.locale)
  }
  for (const [field, value] of values) {
    if (!field.definition.unique || value === null) continue
    const holder = await holderOfValue(context, collection, field, {
      value,
      locale: row.locale,
      except: row.id,
    })
    if (holder !== undefined) throw valueTaken(field)
  }
}
