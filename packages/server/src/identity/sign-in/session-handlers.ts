import { audit } from '../../core/audit-recorder.ts'
import type { WriteContext } from '../../core/context.ts'
import { notFound } from '../../platform/errors.ts'
import type { HandlersOf } from '../../core/handler.ts'
import { bumpAccessVersion } from '../users/access.ts'
import { reauthenticate, reauthenticateOptions } from './reauthentication.ts'
import { deleteOtherSessions, deleteSession, readSessions, type SessionRow } from './session-store.ts'
import { signedInUser } from '../../core/signed-in.ts'

export const sessionHandlers: HandlersOf<'sessions'> = {
  list: async (context) => {
    const rows = await readSessions(context, signedInUser(context))
    return { items: rows.map((row) => present(row, context.caller.sessionId)) }
  },

  end: async (context, { id }) => {
    await endSession(context, id)
    return { success: true }
  },

  endOthers: async (context) => {
    const userId = signedInUser(context)
    // The number of ended sessions, for the audit log.
    const sessions = await deleteOtherSessions(context, userId, context.caller.sessionId)
    audit(context, { targetType: 'session', targetId: null, before: { userId, sessions }, after: null })
    await bumpAccessVersion(context)
    return { success: true }
  },

  reauthenticateOptions,
  reauthenticate,
}

/** Ends a session of the caller; removes the cookie if it is the current one. */
export async function endSession(context: WriteContext, id: string): Promise<void> {
  const { caller, clientContext } = context
  const userId = signedInUser(context)
  if (!(await deleteSession(context, userId, id))) throw notFound('The session')
  audit(context, { targetType: 'session', targetId: id, before: { userId }, after: null })
  await bumpAccessVersion(context)
  if (id === caller.sessionId) context.afterCommit(() => clientContext?.setCookie('session', null))
}

function present(row: SessionRow, currentId: string | null) {
  return {
    id: row.id,
    isCurrent: row.id === currentId,
    address: row.address,
    userAgent: row.user_agent,
    createdAt: row.created_at,
    authenticatedAt: row.authenticated_at,
    lastUsedAt: row.last_used_at,
    expiresAt: row.expires_at,
  }
}
