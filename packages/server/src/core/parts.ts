import { AuditTrail } from './audit-trail.ts'
import type { WriteContext } from './context.ts'
import { attempted } from '../platform/database/savepoints.ts'
import { isRefusal, type OctavoError } from '../platform/errors.ts'

/**
 * Runs a part of a transaction in a savepoint. If it is refused, its rows, audit entries, effects and notices are
 * rolled back, and the transaction continues. Failures of the service itself end the transaction. The notices of the
 * part are not added to those of `context`: `work` returns them with its result if the caller is to see them.
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
  const results: Result[] = []
  const error = await attempted(
    context.db,
    async () => {
      results.push(await work(part))
    },
    isRefusal,
  )
  if (error !== null) return { error }
  for (const entry of part.auditTrail.entries) context.auditTrail.record(entry)
  for (const effect of effects) context.afterCommit(effect)
  // Without an error the work has returned a result, which can be undefined.
  return { result: results[0] as Result }
}
