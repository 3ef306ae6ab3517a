import { limits } from '@octavo/contract/limits'
import type { SavedView, ViewQuery } from '@octavo/contract/operations/views'
import { auditThing } from '../../core/audit-recorder.ts'
import { requirePermission } from '../../core/caller.ts'
import type { ReadContext, WriteContext } from '../../core/context.ts'
import type { HandlersOf } from '../../core/handler.ts'
import { collectionOf } from '../../core/model/model.ts'
import { notFound, OctavoError, refusal } from '../../platform/errors.ts'
import { newId } from '../../platform/ids.ts'
import {
  countOfPerson,
  countOfShared,
  deleteView,
  findDefaultView,
  findView,
  insertView,
  isNameTaken,
  listViews,
  lockViews,
  removeDefaultsOfOthers,
  storeDefaultView,
  updateView,
  type ViewRow,
} from './view-store.ts'

export const viewHandlers: HandlersOf<'views'> = {
  list: async (context, { collection: slug }) => {
    const { id } = collectionOf(context.schema, slug)
    const { userId } = context.caller
    const rows = await listViews(context, id, userId)
    const chosen = userId === null ? null : await findDefaultView(context, { userId, collectionId: id })
    return { items: rows.map((row) => ({ ...present(context, row), isDefault: row.id === chosen })) }
  },

  create: async (context, { collection: slug, name, shared, query }) => {
    const { caller, now } = context
    if (caller.userId === null) throw new OctavoError('FORBIDDEN', 'Only a person can save a view.')
    const row: ViewRow = {
      id: newId(),
      collection_id: collectionOf(context.schema, slug).id,
      owner_id: caller.userId,
      name,
      is_shared: shared ? 1 : 0,
      query: JSON.stringify(query),
      version: 1,
      created_at: now,
      updated_at: now,
    }
    await lockViews(context)
    if ((await countOfPerson(context, caller.userId)) >= limits.views.ofPerson)
      throw refusal('CONFLICT', 'viewsFull', { most: limits.views.ofPerson })
    await requireFreeName(context, row)
    if (shared) await requireSharing(context, row)
    await insertView(context, row)
    return saved(context, null, row)
  },

  update: async (context, { id, name, shared, query, version }) => {
    await lockViews(context)
    const before = await changeableView(context, id)
    if (version !== undefined && version !== before.version)
      throw refusal('CONFLICT', 'viewChanged', { name: before.name })
    const row: ViewRow = {
      ...before,
      ...(name !== undefined && { name }),
      ...(shared !== undefined && { is_shared: shared ? 1 : 0 }),
      ...(query !== undefined && { query: JSON.stringify(query) }),
      version: before.version + 1,
      updated_at: context.now,
    }
    if (row.name !== before.name) await requireFreeName(context, row)
    const isSharingChanged = row.is_shared !== before.is_shared
    if (isSharingChanged && row.is_shared === 1) await requireSharing(context, row)
    await updateView(context, row)
    if (isSharingChanged && row.is_shared === 0) await removeDefaultsOfOthers(context, row)
    return saved(context, before, row)
  },

  delete: async (context, { id }) => {
    await lockViews(context)
    const row = await changeableView(context, id)
    await deleteView(context, row.id)
    auditThing(context, 'view', { name: row.name, before: present(context, row), after: null })
    return { success: true }
  },

  setDefault: async (context, { collection: slug, id }) => {
    const { userId } = context.caller
    if (userId === null) throw new OctavoError('FORBIDDEN', 'Only a person can have a default view.')
    const list = { userId, collectionId: collectionOf(context.schema, slug).id }
    await lockViews(context)
    const row = id === null ? null : await visibleView(context, id)
    if (row !== null && row.collection_id !== list.collectionId) throw unknownView(row.id)
    const before = await findDefaultView(context, list)
    if (before === (row?.id ?? null)) return { success: true }
    await storeDefaultView(context, list, row?.id ?? null)
    // If the default is removed, the audit entry is about the view that was the default.
    const changed = row ?? (await findView(context, before ?? ''))
    if (changed !== undefined)
      auditThing(context, 'view', {
        name: changed.name,
        before: { id: changed.id, isDefault: row === null },
        after: { id: changed.id, isDefault: row !== null },
      })
    return { success: true }
  },
}

/**
 * The view with this id, if the caller may see it. Throws NOT_FOUND for private views of others, as for views that do
 * not exist.
 */
async function visibleView(context: WriteContext, id: string): Promise<ViewRow> {
  const row = await findView(context, id)
  if (row === undefined || (row.is_shared === 0 && row.owner_id !== context.caller.userId))
    throw unknownView(id)
  return row
}

function unknownView(id: string): OctavoError {
  return notFound(`The saved view "${id.slice(0, 100)}"`)
}

/** The view with this id, if the caller may change it: shared views need the right to share. */
async function changeableView(context: WriteContext, id: string): Promise<ViewRow> {
  const row = await visibleView(context, id)
  if (row.is_shared === 1) requirePermission(context.caller, 'views.share')
  return row
}

/** Throws CONFLICT if the owner has another view of the collection with this name. */
async function requireFreeName(context: WriteContext, row: ViewRow): Promise<void> {
  if (await isNameTaken(context, row)) throw refusal('CONFLICT', 'viewExists', { name: row.name })
}

/** Throws unless the caller may share views and the collection can have one more shared view. */
async function requireSharing(context: WriteContext, { collection_id }: ViewRow): Promise<void> {
  requirePermission(context.caller, 'views.share')
  if ((await countOfShared(context, collection_id)) >= limits.views.shared)
    throw refusal('CONFLICT', 'sharedViewsFull', { most: limits.views.shared })
}

function saved(context: WriteContext, before: ViewRow | null, row: ViewRow): { item: SavedView } {
  const item = present(context, row)
  auditThing(context, 'view', { name: row.name, before: before && present(context, before), after: item })
  return { item }
}

function present({ schema }: ReadContext, row: ViewRow): SavedView {
  return {
    id: row.id,
    collection: schema.byId.get(row.collection_id)?.slug ?? '',
    name: row.name,
    ownerId: row.owner_id,
    shared: row.is_shared === 1,
    query: JSON.parse(row.query) as ViewQuery,
    version: row.version,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
  }
}
