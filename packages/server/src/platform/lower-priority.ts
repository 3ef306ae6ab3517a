import { constants, getPriority, setPriority } from 'node:os'

const { PRIORITY_BELOW_NORMAL, PRIORITY_LOW } = constants.priority

/** `waited`: a request waits for the work. `background`: nobody does, so it gets only what the service leaves. */
const priorities = { waited: PRIORITY_BELOW_NORMAL, background: PRIORITY_LOW }

/**
 * Lets the service go first where this process works on the same processors. A priority that is lower already stays: to
 * raise it needs a right that most users do not have.
 */
export function lowerPriority(work: keyof typeof priorities): void {
  if (getPriority() < priorities[work]) setPriority(priorities[work])
}
