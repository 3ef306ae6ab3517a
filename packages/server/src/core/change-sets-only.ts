import { takesChangeSet } from '@octavo/contract/controls'
import type { Operation } from '@octavo/contract/define'
import { refusal } from '../platform/errors.ts'
import type { Caller } from './caller.ts'
import type { GivenControls } from './given-controls.ts'

/** Whether a limit to change-sets lets a caller call an operation, where it can with a change-set. */
export function isLeftByLimit(caller: Caller, operation: Operation): boolean {
  const { effect, isBesideContent } = operation
  const isLeft = effect === 'read' || isBesideContent === true || takesChangeSet(operation)
  return caller.changeSetsOnly !== true || isLeft
}

/** Throws FORBIDDEN for a change by a caller who is limited to change-sets, unless it goes into one. */
export function requireChangeSet(caller: Caller, operation: Operation, controls: GivenControls): void {
  const isStaged = operation.effect === 'read' || controls.changeSet !== undefined
  const isLeft = isLeftByLimit(caller, operation) && (isStaged || operation.isBesideContent === true)
  if (caller.changeSetsOnly === true && !isLeft) throw refusal('FORBIDDEN', 'changeSetsOnly', {})
}
