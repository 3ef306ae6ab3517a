import { Trail, writeTrail } from './audit/record.ts'
import type { Services, WriteContext } from './context.ts'
import type { TransactionKind } from './database/database.ts'
import { timeText } from './time-text.ts'

/** On whose behalf something is written, and as what; the rest goes without saying for all but calls. */
export interface Writing
  extends Pick<WriteContext, 'caller'>, Partial<Pick<WriteContext, 'visit' | 'ifMatch'>> {
  /** the operation that the audit log and the log are told of */
  readonly action: string
  readonly kind?: TransactionKind
  /** the time that it is written at, in the stored form; now unless said */
  readonly now?: string | undefined
}

/**
 * Runs work in one transaction: with the schema and the plugins of that moment, what it tells the audit log written at
 * its end, and the effects that it asked for run after the commit.
 */
export async function transact<Result>(
  services: Services,
  { caller, action, kind = 'write', now, visit = null, ifMatch }: Writing,
  work: (context: WriteContext) => Promise<Result>,
): Promise<Result> {
  const committed = await services.database.transaction(kind, async (tx) => {
    // The engine may run this again: effects belong to the attempt that is committed.
    const effects: Effect[] = []
    await services.plugins.asOf(tx)
    const context: WriteContext = {
      caller,
      db: tx,
      schema: await services.schema.asOf(tx),
      services,
      now: now ?? timeText(services.clock()),
      visit,
      ifMatch,
      trail: new Trail(action),
      afterCommit: (effect) => void effects.push(effect),
    }
    const result = await work(context)
    await writeTrail(context)
    return { result, effects }
  })
  await runEffects(services, action, committed.effects)
  return committed.result
}

type Effect = () => Promise<void> | void

/** Runs what was asked for after a commit. What is committed is committed: a failure goes to the log alone. */
async function runEffects({ log }: Services, operation: string, effects: readonly Effect[]): Promise<void> {
  for (const effect of effects) {
    try {
      await effect()
    } catch (error) {
      log.error({ err: error, operation }, 'an effect after the commit failed')
    }
  }
}
