import { type Limits, roles } from '@octavo/contract/access'
import type { ReadContext, WriteContext } from '../../core/context.ts'
import type { Database, Transaction } from '../../platform/database/database.ts'
import { insertRow } from '../../platform/database/rows.ts'
import type { Tables } from '../../platform/database/tables.ts'
import type { Grant } from '../grant.ts'

export type TokenRow = Tables['tokens']

export async function insertToken({ db }: WriteContext, row: TokenRow): Promise<void> {
  await insertRow(db, 'tokens', row)
}

/** The tokens of a user, or those of the site (null), newest first. */
export async function readTokens({ db }: ReadContext, userId: string | null): Promise<TokenRow[]> {
  return db.rows<TokenRow>(`SELECT * FROM tokens WHERE ${ownedBy(userId)} ORDER BY id DESC`, owner(userId))
}

/** Deletes a token of a user, or of the site (null); false if it does not exist. */
export async function deleteToken({ db }: WriteContext, userId: string | null, id: string): Promise<boolean> {
  const sql = `DELETE FROM tokens WHERE id = ? AND ${ownedBy(userId)}`
  return (await db.run(sql, [id, ...owner(userId)])) === 1
}

/** The condition that a token belongs to a user, or to the site (null). */
function ownedBy(userId: string | null): string {
  return userId === null ? 'user_id IS NULL' : 'user_id = ?'
}

/** The parameters of that condition. */
function owner(userId: string | null): string[] {
  return userId === null ? [] : [userId]
}

/** The grant of a personal token or one of a site, found by its hash; it may be expired or its user disabled. */
export async function findTokenGrant({ reader }: Database, hash: string): Promise<Grant | undefined> {
  const [row] = await reader.rows<{
    id: string
    user_id: string | null
    scopes: string
    view: TokenRow['view']
    collections: string | null
    locales: string | null
    can_publish: number
    can_delete: number
    change_sets_only: number
    confirm_destructive: number
    expires_at: string | null
    role: number | null
    disabled: number | null
  }>(
    `SELECT t.id AS id, t.user_id AS user_id, t.scopes AS scopes, t.view AS view, t.collections AS collections, t.locales AS locales, t.can_publish AS can_publish, t.can_delete AS can_delete, t.change_sets_only AS change_sets_only, t.confirm_destructive AS confirm_destructive, t.expires_at AS expires_at, u.role AS role, u.disabled AS disabled
     FROM tokens t LEFT JOIN users u ON u.id = t.user_id WHERE t.hash = ?`,
    [hash],
  )
  if (row === undefined) return undefined
  // A token of the site has the role of a Subscriber.
  const role = row.user_id === null ? roles.Subscriber : row.role
  // The joined user exists, because a token is deleted with its user.
  if (role === null) return undefined
  return {
    tokenId: row.id,
    sessionId: null,
    clientId: null,
    userId: row.user_id,
    role,
    scopes: JSON.parse(row.scopes) as string[],
    isLiveOnly: row.view === 'live',
    limits: limitsOf(row),
    canPublish: row.can_publish === 1,
    canDelete: row.can_delete === 1,
    changeSetsOnly: row.change_sets_only === 1,
    confirmDestructive: row.confirm_destructive === 1,
    resources: [],
    expiresAt: row.expires_at,
    session: null,
    isDisabled: row.disabled === 1,
  }
}

/** The limits of a token; undefined for a token without limits. */
function limitsOf({ collections, locales }: Pick<TokenRow, 'collections' | 'locales'>): Limits | undefined {
  if (collections === null && locales === null) return undefined
  return { collections: listOf(collections), locales: listOf(locales) }
}

/** A list of names in its stored form; null for no limit. */
export function listOf(text: string | null): string[] | null {
  return text === null ? null : (JSON.parse(text) as string[])
}

/** Records when tokens were last used, for many tokens together. */
export async function recordTokenUse(tx: Transaction, uses: ReadonlyMap<string, string>): Promise<void> {
  for (const [id, at] of uses) await tx.run('UPDATE tokens SET last_used_at = ? WHERE id = ?', [at, id])
}
