import { setImmediate as nextTurn } from 'node:timers/promises'
import { serviceCaller } from '../../../core/caller.ts'
import type { Services, WriteContext } from '../../../core/context.ts'
import { isUnavailable } from '../../../platform/errors.ts'
import { transact } from '../../../core/transact.ts'
import { type PassName, type PassState, readPass, writePass } from './pass-store.ts'

/** milliseconds */
export const minute = 60 * 1000
export const hour = 60 * minute
export const day = 24 * hour

/** Goes over stored rows, a small part per transaction, and removes those that the settings no longer keep. */
export interface Pass {
  readonly name: PassName
  /** the operation name in the audit log */
  readonly action: string
  /** milliseconds between the starts of two passes */
  readonly interval: number
  /** Processes the part after a position (null: from the start); returns the next position, null at the end. */
  readonly step: (context: WriteContext, position: string | null) => Promise<string | null>
  /** Called after a failed step: the position after the failed part, so that the rest continues; null to retry it. */
  readonly positionAfterFailure?: () => string | null
}

interface PassOptions {
  readonly now: string
  readonly signal: AbortSignal
}

/**
 * Runs a pass if it is due. The position is stored, so that any process can resume it. Each transaction locks the row
 * of the pass, so only one process at a time works on it.
 */
export async function runPass(services: Services, pass: Pass, { now, signal }: PassOptions): Promise<void> {
  for (;;) {
    const state = await readPass({ db: services.database.reader }, pass.name)
    if (signal.aborted || !isDue(state, pass, now) || !(await runStep(services, pass, now))) return
    // Lets requests run between two parts.
    await nextTurn()
  }
}

/** Processes the next part; returns false if another process works on the pass or has just ended it. */
async function runStep(services: Services, pass: Pass, now: string): Promise<boolean> {
  try {
    return await stepOnce(services, { pass, now }, pass.step)
  } catch (error) {
    const position = pass.positionAfterFailure?.() ?? null
    if (position === null || isUnavailable(error)) throw error
    services.log.warn({ err: error, pass: pass.name, position }, 'old data could not be removed')
    // A step that only stores the position behind the failed part.
    return stepOnce(services, { pass, now }, async () => position)
  }
}

/** Does a step in a transaction that locks the row of the pass, and stores the new position; false as for `runStep`. */
function stepOnce(
  services: Services,
  { pass, now }: { pass: Pass; now: string },
  step: Pass['step'],
): Promise<boolean> {
  return transact(services, { caller: serviceCaller('job'), action: pass.action, now }, async (context) => {
    const state = await readPass(context, pass.name, services.database.dialect.lock('skip'))
    if (state === undefined || !isDue(state, pass, now)) return false
    const position = await step(context, state.position)
    await writePass(context, pass.name, {
      position,
      begun_at: state.position === null ? now : state.begun_at,
    })
    return true
  })
}

/** Whether a pass is under way, has never begun, or began long enough ago. */
function isDue(state: PassState | undefined, { interval }: Pass, now: string): boolean {
  if (state === undefined) return false
  const { position, begun_at } = state
  if (position !== null || begun_at === null) return true
  // A pass that began in the future was begun while the clock was ahead.
  return begun_at > now || Date.parse(begun_at) + interval <= Date.parse(now)
}
