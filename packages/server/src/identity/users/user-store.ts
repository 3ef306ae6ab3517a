import { roles } from '@octavo/contract/access'
import { limits } from '@octavo/contract/limits'
import type { ReadContext, WriteContext } from '../../core/context.ts'
import { insertRow, updateRow } from '../../platform/database/rows.ts'
import type { Tables } from '../../platform/database/tables.ts'

export type UserRow = Tables['users']

/** The filter of a page of users (undefined: any), and the sort key and id after which it begins. */
export interface UsersPage {
  readonly role: number | undefined
  readonly isDisabled: boolean | undefined
  /** the text to search for, in its searchable form */
  readonly search: string | undefined
  /** both are empty for the first page */
  readonly after: { readonly key: string; readonly id: string }
  readonly limit: number
}

/** A page of users by name, or by address if they have none. */
export async function listUsers({ db }: ReadContext, page: UsersPage): Promise<UserRow[]> {
  const { role, isDisabled, search, after, limit } = page
  const filters: readonly (readonly [sql: string, value: unknown])[] = [
    ...(role === undefined ? [] : [[' AND role = ?', role] as const]),
    ...(isDisabled === undefined ? [] : [[' AND disabled = ?', Number(isDisabled)] as const]),
    ...(search === undefined
      ? []
      : [[` AND search_text LIKE ? ESCAPE '\\'`, `%${escaped(search)}%`] as const]),
  ]
  return db.rows<UserRow>(
    `SELECT * FROM users WHERE (sort_key, id) > (?, ?)${filters.map(([sql]) => sql).join('')} ORDER BY sort_key, id LIMIT ?`,
    [after.key, after.id, ...filters.map(([, value]) => value), limit],
  )
}

/** A text in the form in which LIKE compares it literally: its wildcards are escaped. */
function escaped(part: string): string {
  return part.replace(/[\\%_]/g, '\\$&')
}

/** A user by id; within a transaction the row is locked. */
export async function findUser(
  context: Pick<ReadContext, 'db' | 'services'>,
  id: string,
): Promise<UserRow | undefined> {
  const [row] = await context.db.rows<UserRow>(`SELECT * FROM users WHERE id = ?${lockOf(context)}`, [id])
  return row
}

/** A user by e-mail address; within a transaction the row is locked. */
export async function findUserByEmail(
  context: Pick<ReadContext, 'db' | 'services'>,
  email: string,
): Promise<UserRow | undefined> {
  const [row] = await context.db.rows<UserRow>(`SELECT * FROM users WHERE email = ?${lockOf(context)}`, [
    email,
  ])
  return row
}

/**
 * The SQL that locks a row within a transaction, the only reader that can also `run`; empty outside of one, where
 * nothing can be locked.
 */
function lockOf({ db, services }: Pick<ReadContext, 'db' | 'services'>): string {
  return 'run' in db ? services.database.dialect.lock('update') : ''
}

/**
 * The names of the users with these ids; unknown ids are left out. There must be at least one id, and at most
 * `limits.namedPeople`, because further ones are ignored.
 */
export async function findNames(
  { db }: ReadContext,
  ids: readonly string[],
): Promise<Pick<UserRow, 'id' | 'name' | 'email'>[]> {
  // One statement for any number of ids: unused parameters repeat the first id.
  const filled = Array.from({ length: limits.namedPeople }, (_, index) => ids[index] ?? ids[0])
  return db.rows(
    `SELECT id, name, email FROM users WHERE id IN (${filled.map(() => '?').join(', ')}) ORDER BY id`,
    filled,
  )
}

/**
 * The first people by name who may write and whose name contains a text, which has the searchable form. Addresses are
 * not searched: `replace` removes them from the search text. The first condition holds for every user; it makes
 * PostgreSQL read the index of names in its order.
 */
export async function searchNames(
  { db }: ReadContext,
  part: string,
): Promise<Pick<UserRow, 'id' | 'name' | 'email'>[]> {
  return db.rows(
    `SELECT id, name, email FROM users WHERE (sort_key, id) > (?, ?) AND name IS NOT NULL AND role >= ?
     AND replace(search_text, lower(email), '') LIKE ? ESCAPE '\\'
     ORDER BY sort_key, id LIMIT ${limits.foundPeople}`,
    ['', '', roles.Contributor, `%${escaped(part)}%`],
  )
}

export async function insertUser({ db }: WriteContext, row: UserRow): Promise<void> {
  await insertRow(db, 'users', row)
}

export async function updateUser({ db }: WriteContext, id: string, changes: Partial<UserRow>): Promise<void> {
  await updateRow(db, 'users', id, changes)
}

/** Whether there is another enabled user with a role. */
export async function hasOtherEnabled({ db }: ReadContext, role: number, id: string): Promise<boolean> {
  const rows = await db.rows('SELECT id FROM users WHERE role = ? AND disabled = 0 AND id <> ? LIMIT 1', [
    role,
    id,
  ])
  return rows.length > 0
}

/** Whether there is a user, optionally with a role. */
export async function hasUsers({ db }: Pick<ReadContext, 'db'>, role?: number): Promise<boolean> {
  const [condition, parameters] = role === undefined ? ['', []] : [' WHERE role = ?', [role]]
  // Sorting by the index prevents PostgreSQL from choosing a scan of all users.
  return (
    (await db.rows(`SELECT id FROM users${condition} ORDER BY sort_key, id LIMIT 1`, parameters)).length > 0
  )
}
