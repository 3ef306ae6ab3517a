import { AuditTrail } from './audit-trail.ts'
import type { WriteContext } from './context.ts'
import { attempted } from '../platform/database/savepoints.ts'
import { isRefusal, type OctavoError } from '../platform/errors.ts'

/**
 * Does a part of a transaction that may be refused without the rest: then nothing of it stays, neither its rows nor its audit
 * entries, effects and notices. Failures of the service itself end the transaction.
 */
export async function attemptPart<Result>(
  context: WriteContext,
  work: (part: WriteContext) => Promise<Result>,
): Promise<{ readonly result: Result } | { readonly error: OctavoError }> {
  const effects: Parameters<WriteContext['afterCommit']>[0][] = []
  const part: WriteContext = {
    ...context,
    auditTrail: new AuditTrail(context.auditTrail.action),
    notices: [],
    afterCommit: (effect) => void effects.push(effect),
  }
  const done: Result[] = []
  const error = await attempted(
    context.db,
    async () => {
      done.push(await work(part))
    },
    isRefusal,
  )
  if (error !== null) return { error }
  for (const entry of part.auditTrail.entries) context.auditTrail.record(entry)
  for (const effect of effects) context.afterCommit(effect)
  return { result: done[0] as Result }
}
