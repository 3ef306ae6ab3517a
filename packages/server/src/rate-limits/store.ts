import type { Database } from '../database/database.ts'

/** Adds what was counted here to what all have counted, and drops the counts of minutes that are over. */
export async function shareCounts(
  database: Database,
  minute: number,
  added: ReadonlyMap<string, number>,
): Promise<void> {
  // In one order, or two processes that share the same keys would wait for each other.
  const sorted = [...added].toSorted(([one], [other]) => (one < other ? -1 : 1))
  await database.transaction('write', async (tx) => {
    await tx.run('DELETE FROM rate_counts WHERE minute < ?', [minute])
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
