import type { Scope } from '@octavo/contract/access'
import { hashToken, newSecret } from '../secrets.ts'
import type { WriteContext } from '../../core/context.ts'
import { bumpAccessVersion } from '../users/access.ts'
import { keepClient } from './client-store.ts'
import { later, lifetimes } from './lifetimes.ts'
import { withinGrant } from './grant-limits.ts'
import { type Refusal, refuse } from './refusal.ts'
import { splitByRole, storedScopes } from './requested-scopes.ts'
import { auditGrant, deleteGrant, type GrantRow, insertToken, roleOf, updateGrant } from './store.ts'

/** Prefixes of app tokens, so that secret scanners recognise them; `token-cache.ts` looks up only those for access. */
const prefixes = { access: 'cms_oat_', refresh: 'cms_ort_' } as const

/** The response of the token endpoint (RFC 6749, 5.1). */
export interface Tokens {
  readonly access_token: string
  readonly token_type: 'Bearer'
  /** seconds */
  readonly expires_in: number
  readonly refresh_token: string
  readonly scope: string
}

/**
 * The scopes that a grant gives now: those that the person approved, limited by their current role. Scopes beyond the
 * role are removed permanently. A grant without scopes ends.
 */
export async function clampGrant(
  context: WriteContext,
  grant: GrantRow,
): Promise<readonly Scope[] | Refusal> {
  const role = await roleOf(context, grant.user_id)
  // The role 0 may hold no scope, so the grant of a deleted or disabled person ends.
  const { allowed, withheld } = splitByRole(storedScopes(grant.scopes), role ?? 0)
  if (allowed.length === 0) {
    const problem = refuse('invalid_grant', 'The person who authorized the app no longer has these rights.')
    await endGrant(context, grant.id, problem)
    return problem
  }
  if (withheld.length > 0) {
    await updateGrant(context, grant.id, { scopes: JSON.stringify(allowed) })
    auditGrant(context, grant, { before: { scopes: storedScopes(grant.scopes) }, after: { scopes: allowed } })
  }
  return allowed
}

/** The scopes and resources of new tokens. */
interface TokenRights {
  readonly scopes: readonly Scope[]
  readonly resources: readonly string[]
}

/**
 * Issues an access token with these scopes and resources, and a refresh token for the whole grant: the scopes that are
 * stored with it are not read. Its resources apply to the next access token unless the app requests others.
 */
export async function issueTokens(
  context: WriteContext,
  grant: GrantRow,
  rights: TokenRights,
): Promise<Tokens> {
  const { now } = context
  const { scopes } = rights
  const accessEnd = withinGrant(grant, now, lifetimes.access)
  await updateGrant(context, grant.id, {
    is_used: 1,
    last_used_at: now,
    expires_at: withinGrant(grant, now, lifetimes.refresh),
  })
  await keepClient(context, grant.client_id, later(now, lifetimes.usedClient))
  auditGrant(context, grant, { after: { issuedScopes: scopes, issuedUntil: accessEnd } })
  return {
    access_token: await makeToken(context, grant, 'access', rights),
    token_type: 'Bearer',
    expires_in: Math.floor((Date.parse(accessEnd) - Date.parse(now)) / 1000),
    refresh_token: await makeToken(context, grant, 'refresh', rights),
    scope: scopes.join(' '),
  }
}

/** Creates a token and stores its hash. */
async function makeToken(
  context: WriteContext,
  grant: GrantRow,
  kind: keyof typeof prefixes,
  { scopes, resources }: TokenRights,
): Promise<string> {
  const token = prefixes[kind] + newSecret()
  await insertToken(context, {
    hash: hashToken(token),
    grant_id: grant.id,
    kind,
    scopes: JSON.stringify(scopes),
    resources: JSON.stringify(resources),
    used_at: null,
    expires_at: withinGrant(grant, context.now, lifetimes[kind]),
    created_at: context.now,
  })
  return token
}

/** Ends a grant; every process refuses its tokens from the next request on. */
export async function endGrant(context: WriteContext, id: string, because?: Refusal): Promise<void> {
  await deleteGrant(context, id, because?.error_description)
  await bumpAccessVersion(context)
}
