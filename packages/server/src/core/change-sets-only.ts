import type { Operation } from '@octavo/contract/define'
import { refusal } from '../platform/errors.ts'
import type { Caller } from './caller.ts'

/** Whether a limit to change-sets lets a caller call an operation. No operation can put its change into a set yet. */
export function isLeftByLimit(caller: Caller, { effect, isBesideContent }: Operation): boolean {
  return caller.changeSetsOnly !== true || effect === 'read' || isBesideContent === true
}

/** Throws FORBIDDEN for a change by a caller who is limited to change-sets. */
export function requireChangeSet(caller: Caller, operation: Operation): void {
  if (!isLeftByLimit(caller, operation)) throw refusal('FORBIDDEN', 'changeSetsOnly', {})
}
