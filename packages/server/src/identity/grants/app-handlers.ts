import type { ConnectedApp } from '@octavo/contract/operations/apps'
import { signedInUser } from '../../core/signed-in.ts'
import { decodeCursor, encodeCursor } from '../../platform/cursor.ts'
import { notFound } from '../../platform/errors.ts'
import type { HandlersOf } from '../../core/handler.ts'
import { limitsShown } from './grant-limits.ts'
import { storedScopes } from './requested-scopes.ts'
import { type GrantRow, listGrants, lockGrant } from './store.ts'
import { endGrant } from './tokens.ts'

export const appHandlers: HandlersOf<'apps'> = {
  list: async (context, { limit, cursor }) => {
    const userId = signedInUser(context)
    // Binds a cursor to the person. The list is sorted by id alone, so its cursors have no sort key (`key: null`).
    const list = `apps ${userId}`
    const before = cursor === undefined ? undefined : decodeCursor(list, cursor).id
    const rows = await listGrants(context, { userId, before, limit: limit + 1 })
    const page = rows.slice(0, limit)
    const last = page.at(-1)
    const items = page.map((row) => present(row))
    if (rows.length <= limit || last === undefined) return { items }
    return { items, nextCursor: encodeCursor(list, { key: null, id: last.id }) }
  },

  delete: async (context, { id }) => {
    const userId = signedInUser(context)
    const grant = await lockGrant(context, id)
    // The app of another person is answered like an unknown one, so that the error reveals nothing.
    if (grant === undefined || grant.user_id !== userId) throw notFound('The app')
    await endGrant(context, id)
    return { success: true }
  },
}

function present(row: GrantRow): ConnectedApp {
  return {
    id: row.id,
    clientId: row.client_id,
    name: row.client_name,
    uri: row.client_uri,
    scopes: storedScopes(row.scopes),
    ...limitsShown(row),
    createdAt: row.created_at,
    lastUsedAt: row.last_used_at,
    expiresAt: row.expires_at,
  }
}
