import type { Scope } from '@octavo/contract/access'
import { newSecret } from '../auth/secrets.ts'
import type { WriteContext } from '../context.ts'
import { bumpAccessVersion } from '../users/access.ts'
import { hashToken } from '../users/token-cache.ts'
import { keepClient } from './client-store.ts'
import { later, lifetimes } from './lifetimes.ts'
import { type Refusal, refuse } from './refusal.ts'
import { splitByRole, storedScopes } from './requested-scopes.ts'
import { auditGrant, deleteGrant, type GrantRow, insertToken, roleOf, updateGrant } from './store.ts'

/** What tokens of apps begin with, so that they are known for what they are wherever they turn up. */
const prefixes = { access: 'cms_oat_', refresh: 'cms_ort_' } as const

export interface Tokens {
  readonly access_token: string
  readonly token_type: 'Bearer'
  readonly expires_in: number
  readonly refresh_token: string
  readonly scope: string
}

/**
 * The scopes that a grant gives now: what the person approved, as far as their role reaches at this moment (decisions
 * 2). What it no longer reaches is taken from the grant for good. When nothing is left the grant ends.
 */
export async function clampGrant(
  context: WriteContext,
  grant: GrantRow,
): Promise<readonly Scope[] | Refusal> {
  const role = await roleOf(context, grant.user_id)
  const { held, withheld } = splitByRole(storedScopes(grant.scopes), role ?? 0)
  if (held.length === 0) {
    const problem = refuse('invalid_grant', 'The person who let the app in may not do this any more.')
    await endGrant(context, grant.id, problem)
    return problem
  }
  if (withheld.length > 0) {
    await updateGrant(context, grant.id, { scopes: JSON.stringify(held) })
    auditGrant(context, grant, { before: { scopes: storedScopes(grant.scopes) }, after: { scopes: held } })
  }
  return held
}

/** Makes a new access token of these scopes, and a new refresh token, which has all that the grant has. */
export async function issueTokens(
  context: WriteContext,
  grant: GrantRow,
  scopes: readonly Scope[],
): Promise<Tokens> {
  const { now } = context
  await updateGrant(context, grant.id, {
    is_used: 1,
    last_used_at: now,
    expires_at: later(now, lifetimes.refresh),
  })
  await keepClient(context, grant.client_id, later(now, lifetimes.usedClient))
  auditGrant(context, grant, { after: { issuedScopes: scopes, issuedUntil: later(now, lifetimes.access) } })
  return {
    access_token: await makeToken(context, grant, 'access', scopes),
    token_type: 'Bearer',
    expires_in: lifetimes.access,
    refresh_token: await makeToken(context, grant, 'refresh', scopes),
    scope: scopes.join(' '),
  }
}

async function makeToken(
  context: WriteContext,
  grant: GrantRow,
  kind: keyof typeof prefixes,
  scopes: readonly Scope[],
): Promise<string> {
  const token = prefixes[kind] + newSecret()
  await insertToken(context, {
    hash: hashToken(token),
    grant_id: grant.id,
    kind,
    scopes: JSON.stringify(scopes),
    used_at: null,
    expires_at: later(context.now, lifetimes[kind]),
    created_at: context.now,
  })
  return token
}

/** Ends a grant; its tokens stop with the next request, at every process. */
export async function endGrant(context: WriteContext, id: string, because?: Refusal): Promise<void> {
  await deleteGrant(context, id, because?.error_description)
  await bumpAccessVersion(context)
}
