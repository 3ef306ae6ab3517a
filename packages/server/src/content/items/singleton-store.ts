import type { WriteContext } from '../../core/context.ts'
import type { CollectionModel } from '../../core/model/model.ts'
import { textParameter } from '../../platform/database/text-parameter.ts'

/**
 * Finds an item that is not in the trash and belongs to another translation group. Locks the collection, so that other
 * transactions that check the same wait until this one ends.
 */
export async function itemOfOtherGroup(
  { db, services }: WriteContext,
  { id, table }: CollectionModel,
  group: string,
): Promise<{ readonly id: string } | undefined> {
  await db.rows(`SELECT id FROM collections WHERE id = ?${services.database.dialect.lock('remove')}`, [id])
  const [other] = await db.rows<{ id: string }>(
    `SELECT id FROM ${table} WHERE deleted_at IS NULL AND translation_group <> ${textParameter} LIMIT 1`,
    [group],
  )
  return other
}
