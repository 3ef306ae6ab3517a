import type { Caller } from '../caller.ts'
import { OctavoError } from '../errors.ts'

/** The person in front of a browser. An app must not let in another, with more rights than its own. */
export function demandSession({ sessionId, userId }: Caller): string {
  if (sessionId !== null && userId !== null) return userId
  throw new OctavoError('FORBIDDEN', 'Only a person who is signed in can do this; a token cannot.')
}
