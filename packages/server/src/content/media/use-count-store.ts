import { limits } from '@octavo/contract/limits'
import type { MediaItem } from '@octavo/contract/operations/media-shapes'
import type { ReadContext } from '../../core/context.ts'
import { marksFor } from '../../platform/database/batches.ts'

type Usage = NonNullable<MediaItem['usage']>

/**
 * SQL of the sources that refer to a target, up to the limit. They are in the order of the key, so that every engine
 * stops at the limit. Otherwise it would read all links to a file that is used everywhere, such as a logo.
 */
const sourcesOf = (target: string): string =>
  `SELECT l.source AS source FROM (SELECT DISTINCT source FROM links WHERE target = ${target} ORDER BY source LIMIT ${limits.countedUses + 1}) l`

/** records that are read at once: for many ids, an engine would read the whole table */
const batchSize = 20

/** How many items and parts of the site refer to media by their ids or addresses. */
export async function countUses({ db }: ReadContext, ids: readonly string[]): Promise<Map<string, Usage>> {
  const found = new Map<string, Usage>()
  for (let start = 0; start < ids.length; start += batchSize) {
    const some = ids.slice(start, start + batchSize)
    const rows = await db.rows<{ id: string; count: number }>(
      `SELECT m.id AS id, (SELECT COUNT(*) FROM (${sourcesOf('m.id')} UNION ${sourcesOf('m.storage_key')}) s) AS count
       FROM media m WHERE m.id IN (${marksFor(some)})`,
      some,
    )
    for (const { id, count } of rows) found.set(id, usageOf(Number(count)))
  }
  return found
}

function usageOf(count: number): Usage {
  return { count: Math.min(count, limits.countedUses), countIsCapped: count > limits.countedUses }
}
