import type { Operation } from '@octavo/contract/define'
import { OctavoError } from '../platform/errors.ts'
import { authorize, type Caller } from './caller.ts'
import { isAllowedByChangeSetLimit } from './change-sets-only.ts'

/** Whether a caller has the permission that an operation always needs; the handler can require more. */
export function mayCall(caller: Caller, operation: Operation): boolean {
  try {
    authorize(caller, operation)
  } catch (error) {
    if (error instanceof OctavoError) return false
    throw error
  }
  return isAllowedByChangeSetLimit(caller, operation)
}
