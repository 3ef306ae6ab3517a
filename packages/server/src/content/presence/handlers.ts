import { limits } from '@octavo/contract/limits'
import type { PresenceEntry } from '@octavo/contract/operations/presence'
import { requirePermission } from '../../core/caller.ts'
import type { ReadContext, WriteContext } from '../../core/context.ts'
import type { HandlersOf } from '../../core/handler.ts'
import { type CollectionModel, collectionOf, fieldOf } from '../../core/model/model.ts'
import { notFound, OctavoError } from '../../platform/errors.ts'
import { findTargets } from '../items/targets.ts'
import { presenceTimes, secondsBefore } from './expiry.ts'
import {
  countOfUser,
  findEditor,
  listOfCollection,
  listOfItem,
  lockUser,
  type EditorKey,
  removeEditor,
  type ShownRow,
  writeEditor,
} from './presence-store.ts'

export const presenceHandlers: HandlersOf<'presence'> = {
  list: async (context, { collection: slug, itemId }) => {
    const collection = collectionOf(context.schema, slug)
    if (itemId !== undefined) await requireItem(context, collection, itemId)
    const seen = { since: (await presenceTimes(context)).since }
    const rows =
      itemId === undefined
        ? await listOfCollection(context, collection.id, seen)
        : await listOfItem(context, itemId, seen)
    return { items: (await seenRows(context, collection, rows)).map(present) }
  },

  report: async (context, { collection: slug, id, tab, field }) => {
    const collection = collectionOf(context.schema, slug)
    if (field !== null) fieldOf(collection, field)
    const editor = editorOf(context, id, tab)
    await requireItem(context, collection, id)
    const { now, since } = await presenceTimes(context)
    if (await mustBeWritten(context, editor, { field, now, since }))
      await writeEditor(context, {
        ...editor,
        collection_id: collection.id,
        field,
        opened_at: now,
        seen_at: now,
      })
    return { items: (await listOfItem(context, id, { since, except: editor })).map(present) }
  },

  leave: async (context, { collection: slug, id, tab }) => {
    const collection = collectionOf(context.schema, slug)
    await removeEditor(context, collection.id, editorOf(context, id, tab))
    return { success: true }
  },
}

/** The open editors of items that the caller sees. */
async function seenRows(
  context: ReadContext,
  collection: CollectionModel,
  rows: readonly ShownRow[],
): Promise<readonly ShownRow[]> {
  // Without limits, a caller sees all items of a collection.
  if (context.caller.limits === undefined) return rows
  const ids = [...new Set(rows.map(({ item_id }) => item_id))]
  const seen = new Set((await findTargets(context, collection, ids)).map(({ id }) => id))
  return rows.filter(({ item_id }) => seen.has(item_id))
}

function editorOf({ caller }: WriteContext, id: string, tab: string): EditorKey {
  if (caller.userId === null) throw new OctavoError('FORBIDDEN', 'Only a person can have an item open.')
  return { item_id: id, user_id: caller.userId, tab }
}

async function requireItem(context: ReadContext, collection: CollectionModel, id: string): Promise<void> {
  requirePermission(context.caller, 'content.readDrafts')
  const [target] = await findTargets(context, collection, [id])
  if (target === undefined || target.deleted_at !== null)
    throw notFound(`The item "${id}" of the collection "${collection.slug}"`)
}

interface Report {
  readonly field: string | null
  readonly now: string
  readonly since: string
}

/**
 * Whether a report must be written: one that repeats the last is written only once in a while. Throws RATE_LIMITED for
 * an editor above the limit.
 */
async function mustBeWritten(
  context: WriteContext,
  editor: EditorKey,
  { field, now, since }: Report,
): Promise<boolean> {
  const known = await findEditor(context, editor)
  if (known === undefined || known.seen_at <= since) {
    await lockUser(context, editor.user_id)
    const count = await countOfUser(context, { userId: editor.user_id, since })
    if (count < limits.presence.ofPerson) return true
    throw new OctavoError('RATE_LIMITED', `A person can have ${limits.presence.ofPerson} items open.`)
  }
  return known.field !== field || known.seen_at <= secondsBefore(new Date(now), limits.presence.repeated)
}

function present({ item_id, user_id, name, field, opened_at }: ShownRow): PresenceEntry {
  return { itemId: item_id, userId: user_id, name, field, openedAt: opened_at }
}
