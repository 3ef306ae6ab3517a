import type { WriteContext } from '../../core/context.ts'
import { bumpAccessVersion } from '../users/access.ts'
import { deleteLinksOf } from './link-store.ts'
import { deleteOtherSessions } from './session-store.ts'

/** Ends all sessions of a user, and invalidates their links. */
export async function endAllSessions(context: WriteContext, userId: string): Promise<void> {
  // null: no session is kept.
  await deleteOtherSessions(context, userId, null)
  await deleteLinksOf(context, userId)
  await bumpAccessVersion(context)
}
