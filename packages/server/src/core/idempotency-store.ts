import type { Database, Reader, Transaction } from '../platform/database/database.ts'
import type { Tables } from '../platform/database/tables.ts'

export type KeyRow = Tables['idempotency_keys']
export type KeyId = Pick<KeyRow, 'user_id' | 'operation' | 'key_hash'>

const ofKey = 'user_id = ? AND operation = ? AND key_hash = ?'

function valuesOf({ user_id, operation, key_hash }: KeyId): string[] {
  return [user_id, operation, key_hash]
}

/**
 * Claims a key for a call; false if it is taken. A concurrent call with the key waits here until this transaction ends.
 */
export async function claimKey(tx: Transaction, row: Omit<KeyRow, 'result'>, now: string): Promise<boolean> {
  await tx.run(`DELETE FROM idempotency_keys WHERE ${ofKey} AND expires_at <= ?`, [...valuesOf(row), now])
  const claimed = await tx.run(
    `INSERT INTO idempotency_keys (user_id, operation, key_hash, input_hash, expires_at) VALUES (?, ?, ?, ?, ?)
     ON CONFLICT (user_id, operation, key_hash) DO NOTHING`,
    [...valuesOf(row), row.input_hash, row.expires_at],
  )
  return claimed === 1
}

export async function findKey(db: Reader, id: KeyId): Promise<KeyRow | undefined> {
  const [row] = await db.rows<KeyRow>(`SELECT * FROM idempotency_keys WHERE ${ofKey}`, valuesOf(id))
  return row
}

/** The number of keys that a person has, up to a limit. */
export async function countKeys(db: Reader, userId: string, limit: number): Promise<number> {
  const sql =
    'SELECT COUNT(*) AS count FROM (SELECT 1 FROM idempotency_keys WHERE user_id = ? LIMIT ?) counted'
  const [row] = await db.rows<{ count: number }>(sql, [userId, limit])
  return Number(row?.count ?? 0)
}

/** Stores the result of a call for its repetitions; null for one that is too long. */
export async function storeResult(tx: Transaction, id: KeyId, result: string | null): Promise<void> {
  await tx.run(`UPDATE idempotency_keys SET result = ? WHERE ${ofKey}`, [result, ...valuesOf(id)])
}

/** Removes expired keys. */
export async function removeExpiredKeys(database: Database, now: string): Promise<void> {
  const found = await database.reader.rows('SELECT 1 FROM idempotency_keys WHERE expires_at <= ? LIMIT 1', [
    now,
  ])
  if (found.length === 0) return
  await database.transaction('maintenance', (tx) =>
    tx.run('DELETE FROM idempotency_keys WHERE expires_at <= ?', [now]),
  )
}
