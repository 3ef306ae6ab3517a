import type { WriteContext } from '../context.ts'
import { parseData } from '../schema/data.ts'
import type { CollectionModel } from '../schema/model.ts'
import { dataJson } from './item-json-store.ts'

export interface LiveRow {
  readonly id: string
  readonly slug: string
  readonly locale: string
  readonly data: Record<string, unknown>
}

/** What visitors see of a collection, by id, a part at a time; nobody changes these items before the transaction ends. */
export async function readLive(
  { db, services }: WriteContext,
  collection: CollectionModel,
  { after, limit }: { after: string; limit: number },
): Promise<LiveRow[]> {
  const { dialect } = services.database
  const rows = await db.rows<Omit<LiveRow, 'data'> & { data: string }>(
    `SELECT c.id AS id, c.slug AS slug, c.locale AS locale, ${dataJson(dialect, collection)} AS data
     FROM ${collection.table} c WHERE c.id > ? AND c.status = 'published' AND c.deleted_at IS NULL
     ORDER BY c.id LIMIT ${limit}${dialect.lock('update')}`,
    [after],
  )
  return rows.map(({ data, ...row }) => ({ ...row, data: parseData(data) }))
}
