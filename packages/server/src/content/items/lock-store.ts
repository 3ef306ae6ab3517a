import type { WriteContext } from '../../core/context.ts'
import type { CollectionModel } from '../../core/model/model.ts'
import { batchesOf, marksFor } from '../../platform/database/batches.ts'

/** Locks items and their translations until the transaction ends, in the order of their ids. */
export async function lockWithTranslations(
  { db, services }: WriteContext,
  { table }: CollectionModel,
  ids: readonly string[],
): Promise<void> {
  const lock = services.database.dialect.lock('update')
  if (lock === '') return
  for (const batch of batchesOf(ids))
    await db.rows(
      `SELECT id FROM ${table} WHERE translation_group IN
         (SELECT translation_group FROM ${table} WHERE id IN (${marksFor(batch)})) ORDER BY id${lock}`,
      batch,
    )
}
