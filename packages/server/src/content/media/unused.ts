import { limits } from '@octavo/contract/limits'
import type { ReadContext } from '../../core/context.ts'
import { findMediaByIds, type MediaFilter, type MediaRow, type ScannedMedia, scanMedia } from './store.ts'

interface UnusedPage {
  readonly rows: readonly MediaRow[]
  /** where the next page begins; undefined at the end of the list */
  readonly end: Pick<ScannedMedia, 'id' | 'created_at'> | undefined
}

/**
 * Media that nothing refers to, among the next ones of the list: where most are in use, finding a full page of others could
 * mean to look at all.
 */
export async function listUnused(
  context: ReadContext,
  filter: Omit<MediaFilter, 'limit'>,
  limit: number,
): Promise<UnusedPage> {
  const scanned = await scanMedia(context, { ...filter, limit: limits.scannedMedia })
  const unused = scanned.filter((row) => Number(row.is_used) === 0)
  const page = unused.slice(0, limit)
  const found = new Map(
    (
      await findMediaByIds(
        context,
        page.map(({ id }) => id),
      )
    ).map((row) => [row.id, row]),
  )
  const isCut = unused.length > limit
  const isMore = isCut || scanned.length === limits.scannedMedia
  return {
    rows: page.flatMap(({ id }) => found.get(id) ?? []),
    end: isMore ? (isCut ? page.at(-1) : scanned.at(-1)) : undefined,
  }
}
