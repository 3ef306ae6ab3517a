import { constants, getPriority, setPriority } from 'node:os'

/**
 * Lets the service go first where this process works on the same processors. A priority that is lower already stays: to
 * raise it needs a right that most users do not have.
 */
export function lowerPriority(): void {
  const wanted = constants.priority.PRIORITY_BELOW_NORMAL
  if (getPriority() < wanted) setPriority(wanted)
}
