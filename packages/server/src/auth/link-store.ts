import type { ReadContext, WriteContext } from '../context.ts'
import { insertRow } from '../database/rows.ts'
import type { Tables } from '../database/tables.ts'

export type LinkRow = Tables['sign_in_links']

export async function insertLink({ db }: Pick<WriteContext, 'db'>, row: LinkRow): Promise<void> {
  await insertRow(db, 'sign_in_links', row)
}

/** A link that still works. */
export async function findLink(
  { db, now }: ReadContext,
  kind: string,
  hash: string,
): Promise<LinkRow | undefined> {
  const [row] = await db.rows<LinkRow>(
    'SELECT * FROM sign_in_links WHERE hash = ? AND kind = ? AND used_at IS NULL AND expires_at > ?',
    [hash, kind, now],
  )
  return row
}

/** Uses a link that still works; of two that use it at once, one does. */
export async function useLink(
  { db, now }: WriteContext,
  kind: string,
  hash: string,
): Promise<LinkRow | undefined> {
  const [row] = await db.rows<LinkRow>(
    'UPDATE sign_in_links SET used_at = ? WHERE hash = ? AND kind = ? AND used_at IS NULL AND expires_at > ? RETURNING *',
    [now, hash, kind, now],
  )
  return row
}

/** How many links of a kind work for a user. */
export async function countLinks(
  { db, now }: Pick<ReadContext, 'db' | 'now'>,
  kind: string,
  userId: string,
): Promise<number> {
  const rows = await db.rows(
    'SELECT id FROM sign_in_links WHERE user_id = ? AND kind = ? AND used_at IS NULL AND expires_at > ?',
    [userId, kind, now],
  )
  return rows.length
}

/** Makes the links of a user, of one kind or of all, work no longer. */
export async function deleteLinksOf({ db }: WriteContext, userId: string, kind?: string): Promise<void> {
  const [condition, parameters] = kind === undefined ? ['', []] : [' AND kind = ?', [kind]]
  await db.run(`DELETE FROM sign_in_links WHERE user_id = ?${condition}`, [userId, ...parameters])
}

/** The same of all links of a kind, whoever they are for. */
export async function deleteLinks({ db }: WriteContext, kind: string): Promise<void> {
  await db.run('DELETE FROM sign_in_links WHERE kind = ?', [kind])
}
