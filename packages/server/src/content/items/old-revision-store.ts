import type { WriteContext } from '../../core/context.ts'
import { batchesOf, marksFor } from '../../platform/database/batches.ts'
import { textParameter } from '../../platform/database/text-parameter.ts'
import type { CollectionModel } from '../../core/model/model.ts'
import type { RevisionRow } from './revision-store.ts'

export type WalkedRevision = Pick<RevisionRow, 'id' | 'collection_id' | 'entry_id' | 'kind'>

export interface RevisionPlace {
  readonly entryId: string
  readonly id: string
}

/** The revisions of all items after a position: item by item, the newest of each first. */
export async function walkRevisions(
  { db }: WriteContext,
  { entryId, id }: RevisionPlace,
  limit: number,
): Promise<WalkedRevision[]> {
  return db.rows<WalkedRevision>(
    `SELECT id, collection_id, entry_id, kind FROM revisions WHERE (entry_id, id) < (${textParameter}, ${textParameter}) ORDER BY entry_id DESC, id DESC LIMIT ${limit}`,
    [entryId, id],
  )
}

/** Removes revisions of a collection, except those that an item has as its live version or its pending draft. */
export async function removeUnusedRevisions(
  { db }: WriteContext,
  { table }: CollectionModel,
  ids: readonly string[],
): Promise<void> {
  for (const batch of batchesOf(ids)) {
    await db.run(
      `DELETE FROM revisions WHERE id IN (${marksFor(batch)}) AND NOT EXISTS (SELECT 1 FROM ${table} c WHERE c.id = revisions.entry_id AND (c.live_revision_id = revisions.id OR c.draft_revision_id = revisions.id))`,
      batch,
    )
  }
}
