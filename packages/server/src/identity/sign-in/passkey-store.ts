import type { ReadContext, WriteContext } from '../../core/context.ts'
import { insertRow, updateRow } from '../../platform/database/rows.ts'
import type { Tables } from '../../platform/database/tables.ts'

export type PasskeyRow = Tables['passkeys']

export async function findPasskeyByCredential(
  { db }: ReadContext,
  credentialId: string,
): Promise<PasskeyRow | undefined> {
  const [row] = await db.rows<PasskeyRow>('SELECT * FROM passkeys WHERE credential_id = ?', [credentialId])
  return row
}

/** A user's passkeys, oldest first. */
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
 * Records a use with user verification. Returns false if the passkey is deleted or its counter has already reached this
 * value, which means that one of two authenticators is a clone. Authenticators without a counter send 0.
 */
export async function recordPasskeyUse(
  { db, now }: WriteContext,
  id: string,
  { counter, backedUp }: { counter: number; backedUp: boolean },
): Promise<boolean> {
  const changed = await db.run(
    `UPDATE passkeys SET counter = ?, backed_up = ?, user_verified = 1, last_used_at = ?
     WHERE id = ? AND (counter < ? OR (counter = 0 AND ? = 0))`,
    [counter, Number(backedUp), now, id, counter, counter],
  )
  return changed === 1
}
