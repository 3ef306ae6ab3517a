import { randomBytes } from 'node:crypto'
import { type Scope, scopeMinimumRole } from '@octavo/contract/access'
import { auditThing } from '../audit/record.ts'
import type { ReadContext } from '../context.ts'
import { invalidAt, notFound, OctavoError } from '../errors.ts'
import type { HandlersOf } from '../handlers.ts'
import { newId } from '../ids.ts'
import { presentUser } from './present.ts'
import { findUser, findUserByEmail, insertToken, insertUser, type UserRow } from './store.ts'
import { hashToken } from './token-cache.ts'

/** what every personal access token begins with (specification 5.2) */
const tokenPrefix = 'cms_pat_'

export const userHandlers: HandlersOf<'users'> = {
  create: async (context, { email, name, role }) => {
    if ((await findUserByEmail(context, email)) !== undefined) {
      throw new OctavoError('CONFLICT', `There is a user with the address ${email} already.`, {
        details: { email },
      })
    }
    const { now } = context
    const times = { created_at: now, updated_at: now, signed_in_at: null }
    const row = { id: newId(), email, name, role, disabled: 0, ...times }
    await insertUser(context, row)
    const item = presentUser(row)
    auditThing(context, 'user', { name: email, before: null, after: item })
    return { item }
  },
}

export const tokenHandlers: HandlersOf<'tokens'> = {
  create: async (context, { email, name, scopes: asked, expiresAt }) => {
    const user = await findUserByEmail(context, email)
    if (user === undefined) throw new OctavoError('NOT_FOUND', `There is no user with the address ${email}.`)
    if (expiresAt !== null && expiresAt <= context.now) throw invalidAt('expiresAt', 'must be in the future')
    const distinct = [...new Set(asked)]
    const scopes = distinct.filter((scope) => canHold(user.role, scope))
    if (scopes.length === 0) {
      throw new OctavoError(
        'FORBIDDEN',
        `A user with the role ${user.role} can hold none of these scopes: ${distinct.join(', ')}.`,
      )
    }
    const token = tokenPrefix + randomBytes(32).toString('base64url')
    const id = newId()
    await insertToken(context, {
      id,
      user_id: user.id,
      name,
      hash: hashToken(token),
      prefix: token.slice(0, tokenPrefix.length + 4),
      scopes: JSON.stringify(scopes),
      expires_at: expiresAt,
      last_used_at: null,
      created_at: context.now,
    })
    const after = { id, userId: user.id, scopes, expiresAt }
    auditThing(context, 'token', { name: `${email}: ${name}`, before: null, after })
    return { token, scopes, removedScopes: distinct.filter((scope) => !canHold(user.role, scope)) }
  },
}

function canHold(role: number, scope: Scope): boolean {
  return role >= scopeMinimumRole[scope]
}

/** The user of an id; throws NOT_FOUND. */
export async function userOf(context: ReadContext, id: string): Promise<UserRow> {
  const row = await findUser(context, id)
  if (row === undefined) throw notFound('The user')
  return row
}
