import type { ReadContext } from './context.ts'
import { OctavoError } from '../platform/errors.ts'

/** The user id of the caller. Only signed-in people reach operations that call this. */
export function signedInUser({ caller }: ReadContext): string {
  if (caller.userId === null) throw new OctavoError('UNAUTHORIZED', 'This is only for signed-in people.')
  return caller.userId
}
