import { writeAuditTrail } from './audit-recorder.ts'
import { AuditTrail } from './audit-trail.ts'
import { notifyChanges } from './changes.ts'
import type { Services, WriteContext } from './context.ts'
import { schemaFor } from './schema-for.ts'
import type { TransactionKind } from '../platform/database/database.ts'
import { logFailure } from '../platform/log.ts'
import { timeText } from '../platform/time-text.ts'

/** The author and purpose of a write. Only calls have `clientContext` and `ifMatch`. */
export interface Writing
  extends Pick<WriteContext, 'caller'>, Partial<Pick<WriteContext, 'clientContext' | 'ifMatch'>> {
  /** the operation name for the audit log and the log */
  readonly action: string
  readonly kind?: TransactionKind
  /** the time of the write, in the stored form; now by default */
  readonly now?: string | undefined
  /** receives the id of the change after the commit, if something has changed */
  readonly onChange?: ((changeId: string) => void) | undefined
  /** The transaction is rolled back at its end, and no effect runs. */
  readonly isRolledBack?: boolean
}

/**
 * Runs work in one transaction, with the schema and plugins that the transaction sees. Writes the collected audit
 * entries at its end, and runs the registered effects after the commit.
 */
export async function transact<Result>(
  services: Services,
  {
    caller,
    action,
    kind = 'write',
    now,
    clientContext = null,
    ifMatch,
    onChange,
    isRolledBack = false,
  }: Writing,
  work: (context: WriteContext) => Promise<Result>,
): Promise<Result> {
  const transaction = services.database.transaction(kind, async (tx) => {
    // The engine may run this function again: effects belong to the committed attempt.
    const effects: Effect[] = []
    let sharedNow: Promise<string> | undefined
    // Loads the plugins again if this transaction sees other ones than those in memory.
    await services.plugins.asOf(tx)
    const context: WriteContext = {
      caller,
      db: tx,
      schema: schemaFor(services, caller, await services.schema.asOf(tx)),
      services,
      now: now ?? timeText(services.clock()),
      clientContext,
      ifMatch,
      auditTrail: new AuditTrail(action),
      notices: [],
      sharedNow: () => (sharedNow ??= services.sharedClock(tx).then(timeText)),
      afterCommit: (effect) => void effects.push(effect),
    }
    const result = await work(context)
    const { changeId, entries } = await writeAuditTrail(context)
    await notifyChanges(context, entries)
    // Only now, so that a dry run also fails where writing the entries or a listener fails.
    if (isRolledBack) throw new RolledBack(result)
    return { result, effects, changeId }
  })
  const committed = await transaction.catch((error: unknown) => {
    if (!(error instanceof RolledBack)) throw error
    // Query plans that were cached after the change of tables are invalid after its rollback.
    if (kind === 'schema') services.database.forgetPlans()
    return { result: error.result as Result, effects: [], changeId: null }
  })
  if (committed.changeId !== null) onChange?.(committed.changeId)
  await runEffects(services, action, committed.effects)
  return committed.result
}

/** Thrown to roll back a transaction; carries the result out of it. */
class RolledBack extends Error {
  readonly result: unknown

  constructor(result: unknown) {
    super('rolled back on purpose')
    this.result = result
  }
}

type Effect = () => Promise<void> | void

/** Runs the effects after a commit. A failure is only logged, because the commit cannot be undone. */
async function runEffects({ log }: Services, operation: string, effects: readonly Effect[]): Promise<void> {
  for (const effect of effects) {
    try {
      await effect()
    } catch (error) {
      logFailure(log, 'an effect after the commit failed', { error, operation })
    }
  }
}
