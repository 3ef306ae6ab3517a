import { takesChangeSet } from '@octavo/contract/controls'
import type { Operation } from '@octavo/contract/define'
import { refusal } from '../platform/errors.ts'
import type { Caller } from './caller.ts'
import type { GivenControls } from './given-controls.ts'

/** Whether a caller who is limited to change-sets can call an operation at all, perhaps only with a change-set. */
export function isAllowedByChangeSetLimit(caller: Caller, operation: Operation): boolean {
  return caller.changeSetsOnly !== true || isUnlimited(operation) || takesChangeSet(operation)
}

/** Reads, and operations that change no content, such as an upload or the creation of a change-set. */
function isUnlimited({ effect, isBesideContent }: Operation): boolean {
  return effect === 'read' || isBesideContent === true
}

/** Throws FORBIDDEN for a change by a caller who is limited to change-sets, unless it goes into one. */
export function requireChangeSet(caller: Caller, operation: Operation, controls: GivenControls): void {
  if (caller.changeSetsOnly !== true || isUnlimited(operation)) return
  if (!takesChangeSet(operation) || controls.changeSet === undefined)
    throw refusal('FORBIDDEN', 'changeSetsOnly', {})
}
