import { type Selectable, sql } from 'kysely'
import type { ReadContext, WriteContext } from '../context.ts'
import type { Database } from '../database/database.ts'
import type { Tables } from '../database/tables.ts'

export type UserRow = Selectable<Tables['users']>

export async function findUserByEmail(
  { db, services }: ReadContext,
  email: string,
): Promise<UserRow | undefined> {
  return db.first(services.database.build.selectFrom('users').selectAll().where('email', '=', email))
}

export async function insertUser({ db, services }: WriteContext, row: UserRow): Promise<void> {
  await db.execute(services.database.build.insertInto('users').values(row))
}

export async function insertToken(
  { db, services }: WriteContext,
  row: Selectable<Tables['tokens']>,
): Promise<void> {
  await db.execute(services.database.build.insertInto('tokens').values(row))
}

/** Tells every process that tokens or users have changed. */
export async function bumpAccessVersion({ db, services }: WriteContext): Promise<void> {
  const { build } = services.database
  await db.execute(
    build
      .updateTable('counters')
      .set({ value: sql<number>`value + 1` })
      .where('name', '=', 'access'),
  )
}

export async function hasUsers({ reader, build }: Database): Promise<boolean> {
  return (await reader.first(build.selectFrom('users').select('id').limit(1))) !== undefined
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

export async function readAccessVersion({ reader, build }: Database): Promise<number> {
  const row = await reader.first(build.selectFrom('counters').select('value').where('name', '=', 'access'))
  return row?.value ?? 0
}

/** Writes down when tokens were last used; many at once, now and then. */
export async function recordTokenUse(database: Database, uses: ReadonlyMap<string, string>): Promise<void> {
  await database.transaction('write', async (tx) => {
    for (const [id, at] of uses) await tx.run('UPDATE tokens SET last_used_at = ? WHERE id = ?', [at, id])
  })
}
