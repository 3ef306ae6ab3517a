import type { Services } from '../context.ts'
import { TableStore } from './table-store.ts'

/** A site that has got its second locale gets the indexes for lists by locale; they stay when it loses it again. */
export async function ensureLocaleIndexes({ config, database, schema }: Services): Promise<void> {
  if (config.locales.length < 2 || schema.current.collections.size === 0) return
  await database.transaction('schema', async (tx) => {
    const { collections } = await schema.asOf(tx)
    const tables = new TableStore(tx, database, true)
    for (const collection of collections.values()) await tables.createLocaleIndexes(collection)
  })
}
