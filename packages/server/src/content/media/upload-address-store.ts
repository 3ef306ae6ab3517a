import { limits } from '@octavo/contract/limits'
import type { Services, WriteContext } from '../../core/context.ts'
import type { Database, Reader } from '../../platform/database/database.ts'
import { insertRow } from '../../platform/database/rows.ts'
import type { Tables } from '../../platform/database/tables.ts'

type UploadAddressRow = Tables['upload_addresses']

/** An address, with the role that the person has now. */
export type KnownUploadAddress = Omit<UploadAddressRow, 'hash' | 'created_at' | 'expires_at'> & {
  readonly role: number
}

/**
 * The address with the hash of this secret; undefined if it has expired, if the token or session that requested it was
 * deleted, or if the grant was deleted or has ended. No address outlives a personal token (`expiryFor`).
 */
export async function findUploadAddress(
  reader: Reader,
  { hash, now }: { readonly hash: string; readonly now: string },
): Promise<KnownUploadAddress | undefined> {
  const [row] = await reader.rows<KnownUploadAddress>(
    `SELECT a.id AS id, a.user_id AS user_id, a.token_id AS token_id, a.session_id AS session_id,
       a.client_id AS client_id, a.rights AS rights, a.file AS file,
       u.role AS role
     FROM upload_addresses a JOIN users u ON u.id = a.user_id AND u.disabled = 0
     WHERE a.hash = ? AND a.expires_at > ? AND (a.token_id IS NULL OR EXISTS (SELECT 1 FROM tokens t WHERE t.id = a.token_id)
       OR EXISTS (SELECT 1 FROM oauth_grants g WHERE g.id = a.token_id AND (g.ends_at IS NULL OR g.ends_at > ?)))
       AND (a.session_id IS NULL OR EXISTS (SELECT 1 FROM sessions s WHERE s.id = a.session_id))`,
    [hash, now, now],
  )
  return row
}

/** Adds an address. If the person has too many, the oldest ones are deleted. */
export async function insertUploadAddress(context: WriteContext, row: UploadAddressRow): Promise<void> {
  const { db, services, now } = context
  const { ofPerson } = limits.uploadAddresses
  // Locks the person until the transaction ends, so that calls at the same time cannot exceed the limit together. The
  // lock is empty on SQLite, where one transaction writes at a time.
  const lock = services.database.dialect.lock('update')
  if (lock !== '') await db.rows(`SELECT id FROM users WHERE id = ?${lock}`, [row.user_id])
  await db.run('DELETE FROM upload_addresses WHERE user_id = ? AND expires_at <= ?', [row.user_id, now])
  const newest = await db.rows<{ id: string }>(
    `SELECT id FROM upload_addresses WHERE user_id = ? ORDER BY id DESC LIMIT ${ofPerson}`,
    [row.user_id],
  )
  const last = newest[ofPerson - 1]
  if (last !== undefined)
    await db.run('DELETE FROM upload_addresses WHERE user_id = ? AND id <= ?', [row.user_id, last.id])
  await insertRow(db, 'upload_addresses', row)
}

/** Deletes an address that is being used; false if another request was first. */
export async function claimUploadAddress(database: Database, id: string): Promise<boolean> {
  return database.transaction(
    'write',
    async (tx) => (await tx.run('DELETE FROM upload_addresses WHERE id = ?', [id])) === 1,
  )
}

/** Removes expired addresses. If there are none, it takes no write lock. */
export async function removeExpiredUploadAddresses(
  { database }: Pick<Services, 'database'>,
  now: string,
): Promise<void> {
  const over = await database.reader.rows(
    'SELECT id FROM upload_addresses WHERE expires_at <= ? ORDER BY expires_at LIMIT 1',
    [now],
  )
  if (over.length === 0) return
  await database.transaction('maintenance', (tx) =>
    tx.run('DELETE FROM upload_addresses WHERE expires_at <= ?', [now]),
  )
}
