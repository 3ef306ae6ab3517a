import { audit, auditActor } from '../../core/audit-recorder.ts'
import type { Caller } from '../../core/caller.ts'
import type { ReadContext, Services, WriteContext } from '../../core/context.ts'
import { refusal } from '../../platform/errors.ts'
import { newId } from '../../platform/ids.ts'
import { timeText } from '../../platform/time-text.ts'
import { bumpAccessVersion } from '../users/access.ts'
import type { Grant } from '../grant.ts'
import { recordSignIn, type UserRow } from '../users/users.ts'
import { presentUser } from '../users/present.ts'
import { hashToken, newSecret } from '../secrets.ts'
import type { ClientContext } from '../../core/client-context.ts'
import { readClientCookie } from './client-cookies.ts'
import { deleteLinksOf } from './link-store.ts'
import { deleteSession, findSession, insertSession, lastSessionEnd, sessionEnd } from './session-store.ts'

/** stored characters of the user agent */
const maxUserAgentLength = 300

/** Creates a session; its secret is set as a cookie after the commit. */
export async function startSession(
  context: WriteContext,
  userId: string,
  clientContext: ClientContext,
): Promise<void> {
  const { now } = context
  const secret = newSecret()
  const id = newId()
  const endsAt = lastSessionEnd(now)
  await insertSession(context, {
    id,
    user_id: userId,
    hash: hashToken(secret),
    address: clientContext.address,
    user_agent: clientContext.userAgent?.slice(0, maxUserAgentLength) ?? null,
    created_at: now,
    last_used_at: now,
    expires_at: sessionEnd(now, endsAt),
    authenticated_at: now,
    ends_at: endsAt,
  })
  const after = { userId, address: clientContext.address }
  audit(context, { targetType: 'session', targetId: id, before: null, after })
  context.afterCommit(() => clientContext.setCookie('session', secret))
}

/**
 * Throws CONFLICT when another person is signed in with this browser and has not agreed to end that session. Otherwise
 * an attacker's link could make people work in the attacker's account unnoticed.
 */
export async function requireReplaceable(
  context: ReadContext,
  user: UserRow,
  { replaceSession }: Replacing,
): Promise<void> {
  const current = await currentSession(context)
  if (replaceSession || current === undefined || current.user_id === user.id) return
  throw refusal('CONFLICT', 'otherSignedIn', {
    current: current.personName,
    next: user.name ?? user.email,
  })
}

/** Whether the person has agreed to end the session of another person in this browser. */
interface Replacing {
  readonly replaceSession: boolean
}

/** The session of the browser that sent the request; undefined if it has none or it has ended. */
async function currentSession(context: ReadContext): ReturnType<typeof findSession> {
  const secret = context.clientContext?.cookie('session')
  return secret === undefined ? undefined : findSession(context, hashToken(secret))
}

/** Ends the browser's previous session, because the person could not end it once its cookie is replaced. */
async function endCurrentSession(context: WriteContext): Promise<void> {
  const current = await currentSession(context)
  if (current === undefined || !(await deleteSession(context, current.user_id, current.id))) return
  const { user_id: userId, id: targetId } = current
  audit(context, { targetType: 'session', targetId, before: { userId }, after: null })
  await bumpAccessVersion(context)
}

/** Signs in an authenticated person; returns the response, which all ways to sign in share. */
export async function signIn(
  context: WriteContext,
  user: UserRow,
  replacing: Replacing,
): Promise<{ item: ReturnType<typeof presentUser> }> {
  const { clientContext } = context
  if (clientContext === null) throw new Error('There is no browser to start a session in.')
  await requireReplaceable(context, user, replacing)
  // The author is the person who has presented a link or a passkey, not the caller, who is not signed in as them yet.
  auditActor(context, { userId: user.id, clientId: null })
  await endCurrentSession(context)
  await startSession(context, user.id, clientContext)
  // After the sign-in an invite is no longer needed, and would be another way to sign in.
  await deleteLinksOf(context, user.id, 'invite')
  return { item: presentUser(await recordSignIn(context, user)) }
}

/** Whether a request comes with a session, which may have ended. */
export function hasSessionCookie(config: Services['config'], { headers }: WithCookies): boolean {
  return readClientCookie(config, 'session', headers.cookie) !== undefined
}

interface WithCookies {
  readonly headers: { readonly cookie?: string | undefined }
}

/**
 * The caller of a browser session, or null. For pages and protocol endpoints: before a change, they must check that the
 * request comes from our own page (REST requires a header).
 */
export function callerOfSession(
  { config, tokens, clock }: Pick<Services, 'config' | 'tokens' | 'clock'>,
  { headers }: WithCookies,
): Caller | null | Promise<Caller | null> {
  const secret = readClientCookie(config, 'session', headers.cookie)
  if (secret === undefined) return null
  const grant = tokens.findSession(secret, timeText(clock()))
  return grant instanceof Promise ? grant.then(callerOf) : callerOf(grant)
}

/** Only browsers have sessions, and their calls count as those of REST. */
function callerOf(grant: Grant | null): Caller | null {
  if (grant === null) return null
  const { userId, sessionId, session, role, scopes, expiresAt } = grant
  const authenticatedAt = session?.authenticatedAt ?? null
  const noToken = { tokenId: null, clientId: null }
  return { ...noToken, userId, sessionId, authenticatedAt, role, scopes, expiresAt, interface: 'rest' }
}
