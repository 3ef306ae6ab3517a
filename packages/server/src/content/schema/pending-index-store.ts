import type { Services } from '../../core/context.ts'
import { raiseCounter } from '../../platform/database/rows.ts'
import { TableStore } from '../../core/model/table-store.ts'

/**
 * Creates the index of items with pending changes for collections that an older release created. The counter
 * `pending_indexes` is 0 until that is done.
 */
export async function ensurePendingIndexes({ config, database, schema }: Services): Promise<void> {
  const sql = `SELECT value FROM counters WHERE name = 'pending_indexes'`
  const [row] = await database.reader.rows<{ value: number }>(sql, [])
  if (row === undefined || row.value > 0) return
  await database.transaction('schema', async (tx) => {
    const { collections } = await schema.asOf(tx)
    const tables = new TableStore(tx, database, config.locales.length > 1)
    for (const collection of collections.values()) await tables.createPendingIndex(collection)
    await raiseCounter(tx, 'pending_indexes')
  })
}
