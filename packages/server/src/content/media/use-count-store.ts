import { limits } from '@octavo/contract/limits'
import type { MediaItem } from '@octavo/contract/operations/media-shapes'
import type { ReadContext } from '../../core/context.ts'
import { batchesOf, marksFor } from '../../platform/database/batches.ts'

type Usage = NonNullable<MediaItem['usage']>

/** In the order of the key, so that every engine ends at the limit instead of reading all links to a logo. */
const sourcesOf = (target: string): string =>
  `SELECT l.source AS source FROM (SELECT DISTINCT source FROM links WHERE target = ${target} ORDER BY source LIMIT ${limits.countedUses + 1}) l`

/** How many items and parts of the site refer to media by their ids or addresses. */
export async function countUses({ db }: ReadContext, ids: readonly string[]): Promise<Map<string, Usage>> {
  const found = new Map<string, Usage>()
  for (const batch of batchesOf(ids)) {
    const rows = await db.rows<{ id: string; count: number }>(
      `SELECT m.id AS id, (SELECT COUNT(*) FROM (${sourcesOf('m.id')} UNION ${sourcesOf('m.storage_key')}) s) AS count
       FROM media m WHERE m.id IN (${marksFor(batch)})`,
      batch,
    )
    for (const { id, count } of rows)
      found.set(id, {
        count: Math.min(Number(count), limits.countedUses),
        countIsCapped: Number(count) > limits.countedUses,
      })
  }
  return found
}
