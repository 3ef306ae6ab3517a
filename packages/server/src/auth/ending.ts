import type { WriteContext } from '../context.ts'
import { bumpAccessVersion } from '../users/access.ts'
import { deleteLinksOf } from './link-store.ts'
import { deleteOtherSessions } from './session-store.ts'

/** Ends all that a user has open in browsers, and what could open more. */
export async function endAllSessions(context: WriteContext, userId: string): Promise<void> {
  await deleteOtherSessions(context, userId, null)
  await deleteLinksOf(context, userId)
  await bumpAccessVersion(context)
}
