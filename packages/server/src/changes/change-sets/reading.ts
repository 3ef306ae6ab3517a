import { limits } from '@octavo/contract/limits'
import type { ReadContext, WriteContext } from '../../core/context.ts'
import { schemaFor } from '../../core/schema-for.ts'
import { transact } from '../../core/transact.ts'
import { BoundedQueue } from '../../platform/queue/bounded-queue.ts'
import { refusal } from '../../platform/errors.ts'
import { readSet } from './access.ts'
import { replay } from './replay.ts'

const { running, waiting, ofPerson } = limits.changeSets.reading

/** A read with a set runs the writes of its entries, so only few run at once and other writers are not delayed. */
const queue = new BoundedQueue({ running, waiting, waitingPerOwner: ofPerson })

/** Runs work in a transaction that is rolled back; the call waits in a queue that is fair to all callers. */
export async function runRolledBack<Result>(
  { services, caller, now, clientContext }: ReadContext,
  action: string,
  work: (context: WriteContext) => Promise<Result>,
): Promise<Result> {
  const task = queue.add(
    () => transact(services, { caller, action, now, clientContext, isRolledBack: true }, work),
    { owner: caller.userId ?? '' },
  )
  if (task === null) throw refusal('RATE_LIMITED', 'changeSetsBusy', {})
  return task
}

/** Reads what a set shows. The caller reads with their own rights. */
export async function readWithSet(
  context: ReadContext,
  setId: string,
  read: (context: ReadContext) => Promise<unknown>,
): Promise<unknown> {
  // Checked before waiting, so that nobody waits for a set that they may not see.
  await readSet(context, setId)
  return runRolledBack(context, 'changeSets.read', async (within) => {
    const { entries, row } = await readSet(within, setId)
    if (row.applied_at === null) await replay(within, entries)
    const { services, caller, db } = within
    const schema = schemaFor(services, caller, await services.schema.asOf(db))
    // ETags are made of counts of stored changes, which do not see the entries, so there are none for this answer.
    return read({ ...context, db, schema, knownTags: undefined, setTransaction: db })
  })
}
