import { limits } from '@octavo/contract/limits'
import type { ReadContext } from '../../core/context.ts'
import { type MediaFilter, type ScannedMedia, scanMedia } from './list-store.ts'
import { findMediaByIds, type MediaRow } from './store.ts'

interface UnusedPage {
  readonly rows: readonly MediaRow[]
  /** where the next page begins; undefined at the end of the list */
  readonly end: Pick<ScannedMedia, 'id' | 'created_at'> | undefined
}

/**
 * Unused media among the next records of the list. The number of examined records is limited: if most are in use,
 * finding a full page could mean reading all of them.
 */
export async function listUnused(
  context: ReadContext,
  filter: Omit<MediaFilter, 'limit'>,
  limit: number,
): Promise<UnusedPage> {
  const scanned = await scanMedia(context, { ...filter, limit: limits.scannedMedia })
  const unused = scanned.filter((row) => Number(row.is_unused) === 1)
  const page = unused.slice(0, limit)
  const found = await recordsOf(
    context,
    page.map(({ id }) => id),
  )
  const isCut = unused.length > limit
  const isMore = isCut || scanned.length === limits.scannedMedia
  return {
    rows: page.flatMap(({ id }) => found.get(id) ?? []),
    end: isMore ? (isCut ? page.at(-1) : scanned.at(-1)) : undefined,
  }
}

/** records that are read at once: for many ids, an engine would read the whole table of files */
const batchSize = 20

async function recordsOf(context: ReadContext, ids: readonly string[]): Promise<Map<string, MediaRow>> {
  const found = new Map<string, MediaRow>()
  for (let start = 0; start < ids.length; start += batchSize) {
    const rows = await findMediaByIds(context, ids.slice(start, start + batchSize))
    for (const row of rows) found.set(row.id, row)
  }
  return found
}
