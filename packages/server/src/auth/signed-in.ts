import type { ReadContext } from '../context.ts'
import { OctavoError } from '../errors.ts'

/** The id of who asks; operations for those who are signed in come this far with nobody else. */
export function signedInUser({ caller }: ReadContext): string {
  if (caller.userId === null) throw new OctavoError('UNAUTHORIZED', 'This is for people who are signed in.')
  return caller.userId
}
