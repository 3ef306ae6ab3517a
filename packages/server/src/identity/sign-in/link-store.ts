import type { ReadContext, WriteContext } from '../../core/context.ts'
import { insertRow } from '../../platform/database/rows.ts'
import type { Tables } from '../../platform/database/tables.ts'

export type LinkRow = Tables['sign_in_links']

export async function insertLink({ db }: Pick<WriteContext, 'db'>, row: LinkRow): Promise<void> {
  await insertRow(db, 'sign_in_links', row)
}

/** A valid link. */
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

/** Uses a valid link; only one of two concurrent uses succeeds. */
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

/** The number of a user's valid links of a kind. */
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

/** Invalidates the links of a user, of one kind or of all. */
export async function deleteLinksOf({ db }: WriteContext, userId: string, kind?: string): Promise<void> {
  const [condition, parameters] = kind === undefined ? ['', []] : [' AND kind = ?', [kind]]
  await db.run(`DELETE FROM sign_in_links WHERE user_id = ?${condition}`, [userId, ...parameters])
}

/** Invalidates all links of a kind. */
export async function deleteLinks({ db }: WriteContext, kind: string): Promise<void> {
  await db.run('DELETE FROM sign_in_links WHERE kind = ?', [kind])
}
