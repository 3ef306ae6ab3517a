import { audit } from '../audit/record.ts'
import type { WriteContext } from '../context.ts'
import { notFound } from '../errors.ts'
import type { HandlersOf } from '../handlers.ts'
import { bumpAccessVersion } from '../users/access.ts'
import { deleteOtherSessions, deleteSession, readSessions, type SessionRow } from './session-store.ts'
import { signedInUser } from './signed-in.ts'

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
    const sessions = await deleteOtherSessions(context, userId, context.caller.sessionId)
    audit(context, { targetType: 'session', targetId: null, before: { userId, sessions }, after: null })
    await bumpAccessVersion(context)
    return { success: true }
  },
}

/** Ends a session of the caller; the browser that holds it forgets it when it is the one that asks. */
export async function endSession(context: WriteContext, id: string): Promise<void> {
  const { caller, visit } = context
  const userId = signedInUser(context)
  if (!(await deleteSession(context, userId, id))) throw notFound('The session')
  audit(context, { targetType: 'session', targetId: id, before: { userId }, after: null })
  await bumpAccessVersion(context)
  if (id === caller.sessionId) context.afterCommit(() => visit?.keep('session', null))
}

function present(row: SessionRow, currentId: string | null) {
  return {
    id: row.id,
    isCurrent: row.id === currentId,
    address: row.address,
    userAgent: row.user_agent,
    createdAt: row.created_at,
    lastUsedAt: row.last_used_at,
    expiresAt: row.expires_at,
  }
}
