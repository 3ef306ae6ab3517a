import type { WriteContext } from '../../core/context.ts'
import type { IndexName } from '../../platform/database/text-index.ts'
import { parseData } from '../../core/model/data.ts'
import type { CollectionModel } from '../../core/model/model.ts'
import { type ItemRow, visibleCondition } from '../../core/model/system-columns.ts'
import { dataJson } from '../../core/model/data-json-store.ts'

export interface IndexedRow extends Pick<ItemRow, 'id' | 'slug' | 'status' | 'locale'> {
  readonly data: Record<string, unknown>
}

/** The SQL condition that a row `c` is in an index: `draft` has all items whose latest version is not the live one. */
export const indexedCondition: Readonly<Record<IndexName, string>> = {
  live: visibleCondition,
  draft: `(c.status <> 'published' OR c.draft_revision_id IS NOT NULL) AND c.deleted_at IS NULL`,
}

/**
 * The next items of a collection that belong in an index, by id, with the values that it searches: for `draft` those of
 * a pending draft, if there is one. The rows are locked until the transaction ends.
 */
export async function readIndexed(
  { db, services }: WriteContext,
  collection: CollectionModel,
  { index, after, limit }: { index: IndexName; after: string; limit: number },
): Promise<IndexedRow[]> {
  const { dialect } = services.database
  const columns = dataJson(dialect, collection)
  const draft = '(SELECT d.data FROM revisions d WHERE d.id = c.draft_revision_id)'
  const [slug, data] =
    index === 'live'
      ? ['c.slug', columns]
      : [
          'coalesce(c.draft_slug, c.slug)',
          `CASE WHEN c.draft_revision_id IS NULL THEN ${columns} ELSE ${draft} END`,
        ]
  const rows = await db.rows<Omit<IndexedRow, 'data'> & { data: string }>(
    `SELECT c.id AS id, ${slug} AS slug, c.status AS status, c.locale AS locale, ${data} AS data
     FROM ${collection.table} c WHERE c.id > ? AND ${indexedCondition[index]}
     ORDER BY c.id LIMIT ${limit}${dialect.lock('update')}`,
    [after],
  )
  return rows.map((row) => ({ ...row, data: parseData(row.data) }))
}
