import { auditThing } from '../../core/audit-recorder.ts'
import type { Services, WriteContext } from '../../core/context.ts'
import { claimRemoval, dropPending, dropUnneeded, finishRemoval, isRemovalDue } from './removal-store.ts'
import { forgetVariantsOf } from './variant-store.ts'

/** milliseconds after which another process may take over a removal */
const lease = 600_000

/** Whether bytes are due for removal. */
export function isAnythingDue({ database, clock }: Services): Promise<boolean> {
  return isRemovalDue(database.reader, clock().toISOString())
}

/** Claims the next key that is due, and deletes its unconfirmed direct uploads. */
export async function claimNext(context: WriteContext): Promise<{ key: string; isNeeded: boolean } | null> {
  const leaseEnd = new Date(context.services.clock().getTime() + lease).toISOString()
  const key = await claimRemoval(context, leaseEnd)
  if (key === undefined) return null
  for (const before of await dropPending(context, key)) {
    auditThing(context, 'media', { name: before.filename, before, after: null })
  }
  const isNeeded = await dropUnneeded(context, key)
  if (!isNeeded) await forgetVariantsOf(context.db, key)
  return { key, isNeeded }
}

/** Ends the removal of a key, after its bytes were removed, or if a record needs them. */
export async function finish(context: WriteContext, key: string): Promise<void> {
  await finishRemoval(context, key)
}
