import { audit } from '../../core/audit-recorder.ts'
import { roles, type Scope, scopeMinimumRole } from '@octavo/contract/access'
import { hashToken, newSecret } from '../secrets.ts'
import { signedInUser } from '../../core/signed-in.ts'
import type { WriteContext } from '../../core/context.ts'
import { invalidAt, notFound, OctavoError } from '../../platform/errors.ts'
import type { HandlersOf } from '../../core/handler.ts'
import { newId } from '../../platform/ids.ts'
import { bumpAccessVersion } from '../users/access.ts'
import { userOf, userWithAddress } from '../users/users.ts'
import type { UserRow } from '../users/user-store.ts'
import { checkLimits } from './limits.ts'
import { deleteToken, insertToken, listOf, readTokens, type TokenRow } from './token-store.ts'

/** prefix of every personal access token and of those of sites; `token-cache.ts` finds tokens by it */
const tokenPrefix = 'cms_pat_'

/** the scopes of tokens of sites; both need no more than the role Subscriber, which these tokens have */
const siteScopes = ['content:read', 'media:read'] as const

/** characters of the secret that are shown to identify a token */
const shownCharacters = 4

export const tokenHandlers: HandlersOf<'tokens'> = {
  list: async (context) => {
    const rows = await readTokens(context, signedInUser(context))
    return { items: rows.map(present) }
  },

  createOwn: async (context, input) => {
    const user = await userOf(context, signedInUser(context))
    const { token, row, removedScopes } = await makeToken(context, user, input)
    return { token, item: present(row), removedScopes }
  },

  revoke: (context, { id }) => revoke(context, signedInUser(context), id),

  create: async (context, { email, ...input }) => {
    const user = await userWithAddress(context, email)
    if (user === undefined) throw new OctavoError('NOT_FOUND', `There is no user with the address ${email}.`)
    const { token, row, removedScopes } = await makeToken(context, user, input)
    return { token, scopes: JSON.parse(row.scopes) as string[], removedScopes }
  },

  createForSite: async (context, input) => {
    // A site may read what is live, and nothing else.
    const siteRights = {
      scopes: siteScopes,
      view: 'live',
      canPublish: false,
      canDelete: false,
      changeSetsOnly: false,
      confirmDestructive: false,
    } as const
    const { token, row } = await makeToken(context, null, { ...input, ...siteRights })
    return { token, item: present(row) }
  },

  listOfSite: async (context) => ({ items: (await readTokens(context, null)).map(present) }),

  revokeOfSite: (context, { id }) => revoke(context, null, id),
}

/** Deletes a token of a user, or of the site (null); throws NOT_FOUND for any other token. */
async function revoke(context: WriteContext, userId: string | null, id: string): Promise<{ success: true }> {
  if (!(await deleteToken(context, userId, id))) throw notFound('The token')
  audit(context, { targetType: 'token', targetId: id, before: { userId }, after: null })
  await bumpAccessVersion(context)
  return { success: true }
}

/** The token to create. `collections` and `locales` null: no limit; `expiresAt` null: never. */
interface NewToken {
  readonly name: string
  readonly scopes: readonly Scope[]
  readonly view: TokenRow['view']
  readonly collections: readonly string[] | null
  readonly locales: readonly string[] | null
  readonly canPublish: boolean
  readonly canDelete: boolean
  readonly changeSetsOnly: boolean
  readonly confirmDestructive: boolean
  readonly expiresAt: string | null
}

/** Creates a token of a user, or of the site (null). Scopes that the role of the user cannot hold are left out. */
async function makeToken(
  context: WriteContext,
  user: UserRow | null,
  { name, scopes: asked, ...rights }: NewToken,
): Promise<{ token: string; row: TokenRow; removedScopes: string[] }> {
  const { collections, locales, expiresAt } = rights
  // By the clock of the database, because those of the nodes can differ.
  if (expiresAt !== null && expiresAt <= (await context.sharedNow()))
    throw invalidAt('expiresAt', 'must be in the future')
  checkLimits(context, asked, { collections, locales })
  const distinct = [...new Set(asked)]
  const role = user?.role ?? roles.Subscriber
  const canHold = (scope: Scope): boolean => role >= scopeMinimumRole[scope]
  const scopes = distinct.filter(canHold)
  if (scopes.length === 0) {
    throw new OctavoError(
      'FORBIDDEN',
      `A user with the role ${role} can hold none of these scopes: ${distinct.join(', ')}.`,
    )
  }
  const token = tokenPrefix + newSecret()
  const row = {
    id: newId(),
    user_id: user?.id ?? null,
    name,
    hash: hashToken(token),
    prefix: token.slice(0, tokenPrefix.length + shownCharacters),
    scopes: JSON.stringify(scopes),
    view: rights.view,
    collections: textOf(collections),
    locales: textOf(locales),
    can_publish: Number(rights.canPublish),
    can_delete: Number(rights.canDelete),
    change_sets_only: Number(rights.changeSetsOnly),
    confirm_destructive: Number(rights.confirmDestructive),
    expires_at: expiresAt,
    last_used_at: null,
    created_at: context.now,
  }
  await insertToken(context, row)
  const after = { name, userId: user?.id ?? null, scopes, ...rights }
  audit(context, { targetType: 'token', targetId: row.id, targetName: name, before: null, after })
  return { token, row, removedScopes: distinct.filter((scope) => !canHold(scope)) }
}

/** Names as they are stored, each once; null for no limit. */
function textOf(names: readonly string[] | null): string | null {
  return names === null ? null : JSON.stringify([...new Set(names)])
}

function present(row: TokenRow) {
  return {
    id: row.id,
    name: row.name,
    prefix: row.prefix,
    scopes: JSON.parse(row.scopes) as string[],
    view: row.view,
    collections: listOf(row.collections),
    locales: listOf(row.locales),
    canPublish: row.can_publish === 1,
    canDelete: row.can_delete === 1,
    changeSetsOnly: row.change_sets_only === 1,
    confirmDestructive: row.confirm_destructive === 1,
    expiresAt: row.expires_at,
    lastUsedAt: row.last_used_at,
    createdAt: row.created_at,
  }
}
