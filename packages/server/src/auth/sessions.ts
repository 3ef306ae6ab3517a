import { audit, auditActor } from '../audit/record.ts'
import type { Caller } from '../caller.ts'
import type { Services, WriteContext } from '../context.ts'
import { newId } from '../ids.ts'
import { timeText } from '../time-text.ts'
import type { Grant } from '../users/grant.ts'
import { recordSignIn, type UserRow } from '../users/people.ts'
import { presentUser } from '../users/present.ts'
import { hashToken } from '../users/token-cache.ts'
import type { Visit } from '../visit.ts'
import { readKeepsake } from './keepsakes.ts'
import { deleteLinksOf } from './link-store.ts'
import { newSecret } from './secrets.ts'
import { insertSession, sessionEnd } from './session-store.ts'

/** characters of a browser's name for itself that are kept */
const mostOfUserAgent = 300

/** Signs a user in: makes a session, whose secret goes to the browser once the transaction is committed. */
export async function startSession(context: WriteContext, userId: string, visit: Visit): Promise<void> {
  const { now } = context
  const secret = newSecret()
  const id = newId()
  await insertSession(context, {
    id,
    user_id: userId,
    hash: hashToken(secret),
    address: visit.address,
    user_agent: visit.userAgent?.slice(0, mostOfUserAgent) ?? null,
    created_at: now,
    last_used_at: now,
    expires_at: sessionEnd(now),
  })
  const after = { userId, address: visit.address }
  audit(context, { targetType: 'session', targetId: id, before: null, after })
  context.afterCommit(() => visit.keep('session', secret))
}

/** Signs someone in who has shown who they are; gives the answer of every way to do it. */
export async function signIn(
  context: WriteContext,
  user: UserRow,
): Promise<{ item: ReturnType<typeof presentUser> }> {
  const { visit } = context
  if (visit === null) throw new Error('There is no browser that a session could be left with.')
  auditActor(context, { userId: user.id, clientId: null })
  await startSession(context, user.id, visit)
  // Who is in needs no invite any more; one that lies around would be a second way in.
  await deleteLinksOf(context, user.id, 'invite')
  return { item: presentUser(await recordSignIn(context, user)) }
}

/**
 * Who a browser is signed in as, or null. For pages and protocol endpoints: whoever changes something on the word of
 * a session alone must see to it that the request comes from a page of ours (the REST door asks for a header).
 */
export function callerOfSession(
  { config, tokens, clock }: Pick<Services, 'config' | 'tokens' | 'clock'>,
  { headers }: { readonly headers: { readonly cookie?: string | undefined } },
): Caller | null | Promise<Caller | null> {
  const secret = readKeepsake(config, 'session', headers.cookie)
  if (secret === undefined) return null
  const grant = tokens.findSession(secret, timeText(clock()))
  return grant instanceof Promise ? grant.then(callerOf) : callerOf(grant)
}

function callerOf(grant: Grant | null): Caller | null {
  if (grant === null) return null
  const { userId, sessionId, role, scopes } = grant
  return { userId, tokenId: null, sessionId, clientId: null, role, scopes, door: 'rest' }
}
