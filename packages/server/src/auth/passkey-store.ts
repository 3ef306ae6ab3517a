import type { ReadContext, WriteContext } from '../context.ts'
import { insertRow, updateRow } from '../database/rows.ts'
import type { Tables } from '../database/tables.ts'

export type PasskeyRow = Tables['passkeys']

export async function findPasskeyByCredential(
  { db }: ReadContext,
  credentialId: string,
): Promise<PasskeyRow | undefined> {
  const [row] = await db.rows<PasskeyRow>('SELECT * FROM passkeys WHERE credential_id = ?', [credentialId])
  return row
}

/** The passkeys of a user, the oldest first. */
export async function readPasskeys({ db }: ReadContext, userId: string): Promise<PasskeyRow[]> {
  return db.rows<PasskeyRow>('SELECT * FROM passkeys WHERE user_id = ? ORDER BY id', [userId])
}

export async function insertPasskey({ db }: WriteContext, row: PasskeyRow): Promise<void> {
  await insertRow(db, 'passkeys', row)
}

export async function renamePasskey({ db }: WriteContext, id: string, name: string): Promise<void> {
  await updateRow(db, 'passkeys', id, { name })
}

export async function deletePasskey({ db }: WriteContext, id: string): Promise<void> {
  await db.run('DELETE FROM passkeys WHERE id = ?', [id])
}

/**
 * Writes down a use; false when the passkey is gone, or has counted as far meanwhile: of two uses with one count,
 * one is by a copy. Authenticators that do not count say 0.
 */
export async function recordPasskeyUse(
  { db, now }: WriteContext,
  id: string,
  { counter, backedUp }: { counter: number; backedUp: boolean },
): Promise<boolean> {
  const changed = await db.run(
    `UPDATE passkeys SET counter = ?, backed_up = ?, last_used_at = ?
     WHERE id = ? AND (counter < ? OR (counter = 0 AND ? = 0))`,
    [counter, Number(backedUp), now, id, counter, counter],
  )
  return changed === 1
}
