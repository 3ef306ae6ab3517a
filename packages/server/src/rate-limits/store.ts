import type { Database, Transaction } from '../database/database.ts'

/** minutes that counts are kept when they are over: the clocks of several nodes are not quite the same */
const kept = 5

/** Drops the counts of minutes that are over. */
async function dropOver(tx: Transaction, minute: number): Promise<void> {
  await tx.run('DELETE FROM rate_counts WHERE minute < ?', [minute - kept])
}

/**
 * Counts one request of a key in a minute; false, and nothing counted, when it has had `limit` (1 or more). One
 * statement asks and counts, so no two processes can both have the last one. `tidies` drops what is over as well.
 */
export async function countOne(
  database: Database,
  { key, minute, limit, tidies }: { key: string; minute: number; limit: number; tidies: boolean },
): Promise<boolean> {
  return database.transaction('write', async (tx) => {
    if (tidies) await dropOver(tx, minute)
    const counted = await tx.run(
      'INSERT INTO rate_counts (counted, minute, count) VALUES (?, ?, 1) ON CONFLICT (counted, minute) DO UPDATE SET count = rate_counts.count + 1 WHERE rate_counts.count < ?',
      [key, minute, limit],
    )
    return counted === 1
  })
}

/** Adds what was counted here to what all have counted, and drops the counts of minutes that are over. */
export async function shareCounts(
  database: Database,
  minute: number,
  added: ReadonlyMap<string, number>,
): Promise<void> {
  // In one order, or two processes that share the same keys would wait for each other.
  const sorted = [...added].toSorted(([one], [other]) => (one < other ? -1 : 1))
  await database.transaction('write', async (tx) => {
    await dropOver(tx, minute)
    for (const [key, count] of sorted) {
      await tx.run(
        'INSERT INTO rate_counts (counted, minute, count) VALUES (?, ?, ?) ON CONFLICT (counted, minute) DO UPDATE SET count = rate_counts.count + excluded.count',
        [key, minute, count],
      )
    }
  })
}

/** What all processes have counted in a minute. */
export async function readCounts({ reader }: Database, minute: number): Promise<Map<string, number>> {
  const rows = await reader.rows<{ counted: string; count: number }>(
    'SELECT counted, count FROM rate_counts WHERE minute = ?',
    [minute],
  )
  return new Map(rows.map(({ counted, count }) => [counted, Number(count)]))
}
