import { auditThing } from '../audit/record.ts'
import type { Services, WriteContext } from '../context.ts'
import { claimRemoval, dropPending, dropUnneeded, finishRemoval, isRemovalDue } from './removal-store.ts'

/** after this, bytes that one process took on and did not remove are another's */
const lease = 600_000

export function isAnythingDue({ database, clock }: Services): Promise<boolean> {
  return isRemovalDue(database.reader, clock().toISOString())
}

/** Takes the next place whose bytes are due, and forgets direct uploads to it that were not confirmed. */
export async function claimNext(context: WriteContext): Promise<{ key: string; isNeeded: boolean } | null> {
  const again = new Date(context.services.clock().getTime() + lease).toISOString()
  const key = await claimRemoval(context, again)
  if (key === undefined) return null
  for (const before of await dropPending(context, key)) {
    auditThing(context, 'media', { name: before.filename, before, after: null })
  }
  return { key, isNeeded: await dropUnneeded(context, key) }
}

export async function finish(context: WriteContext, key: string): Promise<void> {
  await finishRemoval(context, key)
}
