import type { ReadContext } from '../../core/context.ts'
import { textParameter } from '../../platform/database/text-parameter.ts'
import type { CollectionModel } from '../../core/model/model.ts'

export interface TrashPlace {
  readonly deletedAt: string
  readonly id: string
}

/**
 * The first item in the trash of a collection after a position, the longest deleted first, if it was deleted before a
 * time.
 */
export async function nextInTrash(
  { db }: ReadContext,
  { table }: CollectionModel,
  { after, before }: { after: TrashPlace; before: string },
): Promise<TrashPlace | undefined> {
  const [row] = await db.rows<{ id: string; deleted_at: string }>(
    `SELECT id, deleted_at FROM ${table} WHERE deleted_at IS NOT NULL AND deleted_at < ${textParameter} AND (deleted_at, id) > (${textParameter}, ${textParameter}) ORDER BY deleted_at, id LIMIT 1`,
    [before, after.deletedAt, after.id],
  )
  return row && { id: row.id, deletedAt: row.deleted_at }
}
