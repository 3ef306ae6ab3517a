import type { ReadContext, WriteContext } from '../context.ts'
import type { Database } from '../database/database.ts'
import { insertRow, raiseCounter } from '../database/rows.ts'
import type { Tables } from '../database/tables.ts'

export type UserRow = Tables['users']

export async function findUserByEmail({ db }: ReadContext, email: string): Promise<UserRow | undefined> {
  const [row] = await db.rows<UserRow>('SELECT * FROM users WHERE email = ?', [email])
  return row
}

export async function insertUser({ db }: WriteContext, row: UserRow): Promise<void> {
  await insertRow(db, 'users', row)
}

export async function insertToken({ db }: WriteContext, row: Tables['tokens']): Promise<void> {
  await insertRow(db, 'tokens', row)
}

/** Tells every process that tokens or users have changed. */
export async function bumpAccessVersion({ db }: WriteContext): Promise<void> {
  await raiseCounter(db, 'access')
}

export async function hasUsers({ reader }: Database): Promise<boolean> {
  return (await reader.rows('SELECT id FROM users LIMIT 1', [])).length > 0
}

export interface TokenGrant {
  readonly tokenId: string
  readonly userId: string
  readonly role: number
  readonly scopes: readonly string[]
  readonly expiresAt: string | null
  readonly isDisabled: boolean
}

/** What a token gives, found by its hash. */
export async function findGrant({ reader }: Database, hash: string): Promise<TokenGrant | undefined> {
  const [row] = await reader.rows<{
    id: string
    user_id: string
    scopes: string
    expires_at: string | null
    role: number
    disabled: number
  }>(
    `SELECT t.id AS id, t.user_id AS user_id, t.scopes AS scopes, t.expires_at AS expires_at, u.role AS role, u.disabled AS disabled
     FROM tokens t JOIN users u ON u.id = t.user_id WHERE t.hash = ?`,
    [hash],
  )
  if (row === undefined) return undefined
  return {
    tokenId: row.id,
    userId: row.user_id,
    role: row.role,
    scopes: JSON.parse(row.scopes) as string[],
    expiresAt: row.expires_at,
    isDisabled: row.disabled === 1,
  }
}

export async function readAccessVersion({ reader }: Database): Promise<number> {
  const [row] = await reader.rows<{ value: number }>(`SELECT value FROM counters WHERE name = 'access'`, [])
  return row?.value ?? 0
}

/** Writes down when tokens were last used; many at once, now and then. */
export async function recordTokenUse(database: Database, uses: ReadonlyMap<string, string>): Promise<void> {
  await database.transaction('write', async (tx) => {
    for (const [id, at] of uses) await tx.run('UPDATE tokens SET last_used_at = ? WHERE id = ?', [at, id])
  })
}
