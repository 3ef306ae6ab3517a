import type { Services } from '../../core/context.ts'
import { TableStore } from '../../core/model/table-store.ts'

/** Creates the indexes for lists by locale when a site gets its second locale; they remain if it loses it again. */
export async function ensureLocaleIndexes({ config, database, schema }: Services): Promise<void> {
  if (config.locales.length < 2 || schema.current.collections.size === 0) return
  await database.transaction('schema', async (tx) => {
    const { collections } = await schema.asOf(tx)
    const tables = new TableStore(tx, database, true)
    for (const collection of collections.values()) await tables.createLocaleIndexes(collection)
  })
}
