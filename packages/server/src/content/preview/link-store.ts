import { limits } from '@octavo/contract/limits'
import type { Services, WriteContext } from '../../core/context.ts'
import type { Reader } from '../../platform/database/database.ts'
import { insertRow } from '../../platform/database/rows.ts'
import type { Tables } from '../../platform/database/tables.ts'

export type PreviewLinkRow = Tables['preview_links']

/** A link with the rights that the person who made it has now. */
export type KnownLink = Pick<
  PreviewLinkRow,
  'id' | 'collection_id' | 'item_id' | 'collections' | 'locales' | 'expires_at'
> & { readonly role: number; readonly disabled: number }

/** The link with a token, unless the token or grant that made it was revoked. */
export async function findLink(reader: Reader, hash: string): Promise<KnownLink | undefined> {
  const [row] = await reader.rows<KnownLink>(
    `SELECT l.id AS id, l.collection_id AS collection_id, l.item_id AS item_id, l.collections AS collections,
       l.locales AS locales, l.expires_at AS expires_at, u.role AS role, u.disabled AS disabled
     FROM preview_links l JOIN users u ON u.id = l.user_id
     WHERE l.hash = ? AND (l.token_id IS NULL OR EXISTS (SELECT 1 FROM tokens t WHERE t.id = l.token_id)
       OR EXISTS (SELECT 1 FROM oauth_grants g WHERE g.id = l.token_id))`,
    [hash],
  )
  return row
}

/** Adds a link. If the person has too many, the oldest ones are deleted. */
export async function insertLink(context: WriteContext, row: PreviewLinkRow): Promise<void> {
  const { db, services, now } = context
  // Locks the person until the transaction ends, so that calls at the same time cannot exceed the limit together. The
  // lock is empty on SQLite, where one transaction writes at a time.
  const lock = services.database.dialect.lock('update')
  if (lock !== '') await db.rows(`SELECT id FROM users WHERE id = ?${lock}`, [row.user_id])
  await db.run('DELETE FROM preview_links WHERE user_id = ? AND expires_at <= ?', [row.user_id, now])
  const newest = await db.rows<{ id: string }>(
    `SELECT id FROM preview_links WHERE user_id = ? ORDER BY id DESC LIMIT ${limits.preview.ofPerson}`,
    [row.user_id],
  )
  const last = newest[limits.preview.ofPerson - 1]
  if (last !== undefined)
    await db.run('DELETE FROM preview_links WHERE user_id = ? AND id <= ?', [row.user_id, last.id])
  await insertRow(db, 'preview_links', row)
}

/** Deletes the links of an item, those of one person or all; returns how many of them were valid. */
export async function deleteLinks(
  { db, now }: WriteContext,
  itemId: string,
  userId: string | null,
): Promise<number> {
  const [ofPerson, parameters] = userId === null ? ['', []] : [' AND user_id = ?', [userId]]
  const deleted = await db.rows<{ expires_at: string }>(
    `DELETE FROM preview_links WHERE item_id = ?${ofPerson} RETURNING expires_at`,
    [itemId, ...parameters],
  )
  return deleted.filter(({ expires_at }) => expires_at > now).length
}

/** Removes expired links. If there are none, it takes no write lock. */
export async function removeExpiredLinks(
  { database }: Pick<Services, 'database'>,
  now: string,
): Promise<void> {
  const over = await database.reader.rows(
    'SELECT id FROM preview_links WHERE expires_at <= ? ORDER BY expires_at LIMIT 1',
    [now],
  )
  if (over.length === 0) return
  await database.transaction('maintenance', (tx) =>
    tx.run('DELETE FROM preview_links WHERE expires_at <= ?', [now]),
  )
}
