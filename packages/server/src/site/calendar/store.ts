import { limits } from '@octavo/contract/limits'
import type { CalendarEntry } from '@octavo/contract/operations/calendar'
import type { ReadContext } from '../../core/context.ts'
import type { CollectionModel } from '../../core/model/model.ts'
import { batchesOf, marksFor } from '../../platform/database/batches.ts'
import { latestSlug, latestTitle } from '../../core/model/title-store.ts'

/** The tables of times at which the service publishes and unpublishes: one row per item, for all collections. */
const kinds = [
  { action: 'publish', table: 'schedules', column: 'publish_at' },
  { action: 'unpublish', table: 'unpublish_schedules', column: 'unpublish_at' },
] as const

export interface Time {
  readonly action: CalendarEntry['action']
  readonly at: string
  readonly itemId: string
  readonly collectionId: string
}

export interface Span {
  readonly from: string
  /** exclusive */
  readonly to: string
  /** ids; null for all */
  readonly collections: readonly string[] | null
}

type TimeRow = Pick<Time, 'at' | 'itemId' | 'collectionId'>

/**
 * The earliest times in a span, of each kind. One more of each kind is read than an answer can have, to find out
 * whether there are more.
 */
export async function findTimes({ db }: ReadContext, { from, to, ...span }: Span): Promise<Time[]> {
  const collections = span.collections === null ? null : filledUp([...new Set(span.collections)])
  const narrowed = collections === null ? '' : ` AND collection_id IN (${marksFor(collections)})`
  const found = await Promise.all(
    kinds.map(async ({ action, table, column }) => {
      const rows = await db.rows<TimeRow>(
        `SELECT ${column} AS "at", entry_id AS "itemId", collection_id AS "collectionId" FROM ${table}
          WHERE ${column} >= ? AND ${column} < ?${narrowed} ORDER BY ${column} LIMIT ${limits.calendar.entries + 1}`,
        [from, to, ...(collections ?? [])],
      )
      return rows.map((row): Time => ({ action, ...row }))
    }),
  )
  return found.flat()
}

/** Repeats names up to the next power of two, so that few different statements are prepared. */
function filledUp(names: readonly string[]): string[] {
  const length = 2 ** Math.ceil(Math.log2(Math.max(1, names.length)))
  return Array.from({ length }, (_, at) => names[at] ?? names[0] ?? '')
}

interface ItemRow {
  readonly id: string
  readonly slug: string
  readonly title: string | null
  readonly status: CalendarEntry['status']
  readonly pending: number
  readonly locale: string
  readonly author_id: string | null
}

/** Items in the latest view, without those in the trash. */
export async function findItems(
  { db, services }: ReadContext,
  collection: CollectionModel,
  ids: readonly string[],
): Promise<ItemRow[]> {
  const title = latestTitle(services.database.dialect, collection)
  const found: ItemRow[] = []
  for (const batch of batchesOf(ids)) {
    const rows = await db.rows<ItemRow>(
      `SELECT c.id AS id, ${latestSlug} AS slug, ${title} AS title, c.status AS status, CASE WHEN c.draft_revision_id IS NULL THEN 0 ELSE 1 END AS pending, c.locale AS locale, c.author_id AS author_id
        FROM ${collection.rows} c WHERE c.id IN (${marksFor(batch)}) AND c.deleted_at IS NULL`,
      batch,
    )
    found.push(...rows)
  }
  return found
}
