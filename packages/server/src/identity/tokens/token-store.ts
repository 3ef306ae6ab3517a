import type { Limits } from '@octavo/contract/access'
import type { ReadContext, WriteContext } from '../../core/context.ts'
import type { Database, Transaction } from '../../platform/database/database.ts'
import { insertRow } from '../../platform/database/rows.ts'
import type { Tables } from '../../platform/database/tables.ts'
import type { Grant } from '../grant.ts'

export type TokenRow = Tables['tokens']

export async function insertToken({ db }: WriteContext, row: TokenRow): Promise<void> {
  await insertRow(db, 'tokens', row)
}

/** A user's tokens, newest first. */
export async function readTokens({ db }: ReadContext, userId: string): Promise<TokenRow[]> {
  return db.rows<TokenRow>('SELECT * FROM tokens WHERE user_id = ? ORDER BY id DESC', [userId])
}

/** Deletes a token of a user; false if it does not exist. */
export async function deleteToken({ db }: WriteContext, userId: string, id: string): Promise<boolean> {
  return (await db.run('DELETE FROM tokens WHERE id = ? AND user_id = ?', [id, userId])) === 1
}

/** The grant of a personal token, found by its hash. */
export async function findTokenGrant({ reader }: Database, hash: string): Promise<Grant | undefined> {
  const [row] = await reader.rows<{
    id: string
    user_id: string
    scopes: string
    view: TokenRow['view']
    collections: string | null
    locales: string | null
    expires_at: string | null
    role: number
    disabled: number
  }>(
    `SELECT t.id AS id, t.user_id AS user_id, t.scopes AS scopes, t.view AS view, t.collections AS collections, t.locales AS locales, t.expires_at AS expires_at, u.role AS role, u.disabled AS disabled
     FROM tokens t JOIN users u ON u.id = t.user_id WHERE t.hash = ?`,
    [hash],
  )
  if (row === undefined) return undefined
  return {
    tokenId: row.id,
    sessionId: null,
    clientId: null,
    userId: row.user_id,
    role: row.role,
    scopes: JSON.parse(row.scopes) as string[],
    isLiveOnly: row.view === 'live',
    limits: limitsOf(row),
    resources: [],
    expiresAt: row.expires_at,
    session: null,
    isDisabled: row.disabled === 1,
  }
}

/** What a token is limited to; undefined for one without limits. */
function limitsOf({ collections, locales }: Pick<TokenRow, 'collections' | 'locales'>): Limits | undefined {
  if (collections === null && locales === null) return undefined
  return { collections: listOf(collections), locales: listOf(locales) }
}

export function listOf(text: string | null): string[] | null {
  return text === null ? null : (JSON.parse(text) as string[])
}

/** Records when tokens were last used, for many tokens together. */
export async function recordTokenUse(tx: Transaction, uses: ReadonlyMap<string, string>): Promise<void> {
  for (const [id, at] of uses) await tx.run('UPDATE tokens SET last_used_at = ? WHERE id = ?', [at, id])
}
