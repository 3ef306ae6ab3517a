import type { Operation } from '@octavo/contract/define'
import { refusal } from '../platform/errors.ts'
import type { Caller } from './caller.ts'

interface Attempt {
  readonly operation: Operation
  readonly caller: Caller
  readonly input: unknown
}

/** Throws FORBIDDEN for a change by a caller who is limited to change-sets, unless the change is one of a set. */
export function requireChangeSet({ operation, caller, input }: Attempt): void {
  if (caller.changeSetsOnly !== true || operation.effect === 'read') return
  if (operation.isBesideContent === true || isInSet(operation, input)) return
  throw refusal('FORBIDDEN', 'changeSetsOnly', {})
}

/** Whether the changes of an operation can wait in a set. */
export function takesChangeSet({ input: { shape } }: Operation): boolean {
  return Object.hasOwn(shape, 'changeSet')
}

function isInSet(operation: Operation, input: unknown): boolean {
  if (!takesChangeSet(operation)) return false
  const { changeSet } = Object(input) as { readonly changeSet?: unknown }
  return typeof changeSet === 'string' && changeSet !== ''
}
