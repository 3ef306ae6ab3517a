import type { ReadContext, WriteContext } from '../../../core/context.ts'
import type { CollectionModel } from '../../../core/model/model.ts'
import { bulkInsertion } from '../../../platform/database/bulk-insertion.ts'
import { batchesOf, marksFor } from '../../../platform/database/batches.ts'
import type { Tables } from '../../../platform/database/tables.ts'

/** An item that has a term. */
export type Assigned = Omit<Tables['term_assignments'], 'term_id'>

/** The items that have a term, at most `most`. */
export async function assignedItems({ db }: ReadContext, termId: string, most: number): Promise<Assigned[]> {
  return db.rows<Assigned>(
    `SELECT item_id, collection_id, created_at FROM term_assignments WHERE term_id = ? ORDER BY item_id LIMIT ${most}`,
    [termId],
  )
}

export async function countAssigned({ db }: ReadContext, termId: string): Promise<number> {
  const [row] = await db.rows<{ items: number }>(
    'SELECT count(*) AS items FROM term_assignments WHERE term_id = ?',
    [termId],
  )
  return Number(row?.items ?? 0)
}

/** The ids among `itemIds` whose items have a term. */
export async function itemsWith(
  { db }: ReadContext,
  termId: string,
  itemIds: readonly string[],
): Promise<Set<string>> {
  const found = new Set<string>()
  for (const batch of batchesOf(itemIds)) {
    const rows = await db.rows<{ item_id: string }>(
      `SELECT item_id FROM term_assignments WHERE term_id = ? AND item_id IN (${marksFor(batch)})`,
      [termId, ...batch],
    )
    for (const { item_id } of rows) found.add(item_id)
  }
  return found
}

const insertAssigned = bulkInsertion<Tables['term_assignments']>('term_assignments', [
  'term_id',
  'item_id',
  'collection_id',
  'created_at',
])

/** Assigns a term to items that do not have it. */
export async function assignItems(
  { db }: WriteContext,
  termId: string,
  items: readonly Assigned[],
): Promise<void> {
  await insertAssigned(
    db,
    items.map((item) => ({ term_id: termId, ...item })),
  )
}

export async function unassignItems(
  { db }: WriteContext,
  termId: string,
  itemIds: readonly string[],
): Promise<void> {
  for (const batch of batchesOf(itemIds))
    await db.run(`DELETE FROM term_assignments WHERE term_id = ? AND item_id IN (${marksFor(batch)})`, [
      termId,
      ...batch,
    ])
}

/**
 * The ids for which the collection has an item, trashed ones included. The rows are locked against permanent deletion.
 */
export async function lockItems(
  { db, services }: WriteContext,
  { table }: CollectionModel,
  ids: readonly string[],
): Promise<Set<string>> {
  const lock = services.database.dialect.lock('keep')
  const found = new Set<string>()
  for (const batch of batchesOf(ids)) {
    const sql = `SELECT id FROM ${table} WHERE id IN (${marksFor(batch)})${lock}`
    for (const { id } of await db.rows<{ id: string }>(sql, batch)) found.add(id)
  }
  return found
}
