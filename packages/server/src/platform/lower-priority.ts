import { constants, getPriority, setPriority } from 'node:os'

const { PRIORITY_BELOW_NORMAL, PRIORITY_LOW } = constants.priority

/**
 * `waited`: a request waits for the work. `background`: no request waits, so the work gets only unused processor
 * time.
 */
const priorities = { waited: PRIORITY_BELOW_NORMAL, background: PRIORITY_LOW }

/**
 * Gives the service precedence over this process on the same processors. A lower priority stays, because most users
 * may not raise it.
 */
export function lowerPriority(work: keyof typeof priorities): void {
  if (getPriority() < priorities[work]) setPriority(priorities[work])
}
