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

/**
 * Runs work in a transaction that is rolled back. The call waits in a queue that is fair to all callers; throws
 * RATE_LIMITED if the queue is full.
 */
export async function runRolledBack<Result>(
  { services, caller, now, clientContext }: ReadContext,
  action: string,
  work: (context: WriteContext) => Promise<Result>,
): Promise<Result> {
  const task = queue.add(
    () => transact(services, { caller, action, now, clientContext, isRolledBack: true }, work),
    // Callers who are no person, such as those with a preview link, are one owner together.
    { owner: caller.userId ?? '' },
  )
  if (task === null) throw refusal('RATE_LIMITED', 'changeSetsBusy', {})
  return task
}

/** Reads the content with a set applied to it. The caller reads with their own rights. */
export async function readWithSet(
  context: ReadContext,
  setId: string,
  read: (context: ReadContext) => Promise<unknown>,
): Promise<unknown> {
  // Checked before waiting, so that nobody waits for a set that they may not see.
  await readSet(context, setId)
  return runRolledBack(context, 'changeSets.read', async (within) => {
    const { entries, row } = await readSet(within, setId)
    // The changes of an applied set are in the content already.
    if (row.applied_at === null) await replay(within, entries)
    const { services, caller, db } = within
    // `context` has the schema from before the call waited. The read must use the schema that the transaction sees.
    const schema = schemaFor(services, caller, await services.schema.asOf(db))
    // ETags are made from counters of stored changes, which do not count the entries. So this answer gets no ETag
    // (`knownTags`). A search in it must index the changes of the entries in this transaction (`setTransaction`).
    return read({ ...context, db, schema, knownTags: undefined, setTransaction: db })
  })
}
