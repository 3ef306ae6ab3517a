import type { Database, Transaction } from '../database/database.ts'

/** minutes for which old counts are kept, because the clocks of nodes differ slightly */
const keptMinutes = 5

/** Deletes the counts of periods that ended more than `keptMinutes` before this minute. */
async function removeExpired(tx: Transaction, minute: number): Promise<void> {
  await tx.run('DELETE FROM rate_counts WHERE minute < ?', [minute - keptMinutes])
}

interface ExactCount {
  readonly key: string
  /** the last minute of the counted period, which can be a day */
  readonly minute: number
  readonly limit: number
  /** the present minute, to delete expired counts as well; null: they are not deleted */
  readonly removeExpiredAt: number | null
}

/**
 * Counts one request of a key in a period; returns false and counts nothing when the key has reached `limit` (1 or
 * more). One statement checks and counts, so two processes cannot both take the last request.
 */
export async function countOne(
  database: Database,
  { key, minute, limit, removeExpiredAt }: ExactCount,
): Promise<boolean> {
  return database.transaction('write', async (tx) => {
    if (removeExpiredAt !== null) await removeExpired(tx, removeExpiredAt)
    const counted = await tx.run(
      'INSERT INTO rate_counts (counted, minute, count) VALUES (?, ?, 1) ON CONFLICT (counted, minute) DO UPDATE SET count = rate_counts.count + 1 WHERE rate_counts.count < ?',
      [key, minute, limit],
    )
    return counted === 1
  })
}

/** Adds the counts of this process to the shared counts of a minute, and deletes expired counts. */
export async function shareCounts(
  database: Database,
  minute: number,
  added: ReadonlyMap<string, number>,
): Promise<void> {
  // Updates keys in one order, because two processes could otherwise deadlock.
  const sorted = [...added].toSorted(([one], [other]) => (one < other ? -1 : 1))
  await database.transaction('write', async (tx) => {
    await removeExpired(tx, minute)
    for (const [key, count] of sorted) {
      await tx.run(
        'INSERT INTO rate_counts (counted, minute, count) VALUES (?, ?, ?) ON CONFLICT (counted, minute) DO UPDATE SET count = rate_counts.count + excluded.count',
        [key, minute, count],
      )
    }
  })
}

/** The shared counts of a minute. */
export async function readCounts({ reader }: Database, minute: number): Promise<Map<string, number>> {
  const rows = await reader.rows<{ counted: string; count: number }>(
    'SELECT counted, count FROM rate_counts WHERE minute = ?',
    [minute],
  )
  return new Map(rows.map(({ counted, count }) => [counted, Number(count)]))
}
