import { limits } from '@octavo/contract/limits'
import type { OverviewItem } from '@octavo/contract/operations/overview'
import { latestSlug, latestTitle } from '../../core/model/title-store.ts'
import type { ReadContext } from '../../core/context.ts'
import type { Dialect } from '../../platform/database/database.ts'
import type { CollectionModel } from '../../core/model/model.ts'
import { pendingCondition } from '../../core/model/table-store.ts'

const lists = ['changed', 'scheduled', 'pending'] as const
type List = (typeof lists)[number]

interface Row {
  readonly list: List
  readonly id: string
  readonly slug: string
  readonly title: string | null
  readonly status: OverviewItem['status']
  readonly pending: number
  readonly locale: string
  readonly author_id: string | null
  readonly updated_at: string
  readonly scheduled_at: string | null
}

/** Each list as index scans that end after a few entries. */
const indexScans: readonly { list: List; condition: string; sort: string }[] = [
  { list: 'changed', condition: 'TRUE', sort: 'c.updated_at DESC, c.id DESC' },
  // A published item is listed too: its pending draft can be scheduled. Each status is its own scan of the index.
  ...['scheduled', 'published'].map((status) => ({
    list: 'scheduled' as const,
    condition: `c.status = '${status}' AND c.scheduled_at IS NOT NULL`,
    sort: 'c.scheduled_at, c.id',
  })),
  // Scheduled items do not count as pending, because they need no action.
  {
    list: 'pending',
    condition: `${pendingCondition} AND c.scheduled_at IS NULL`,
    sort: 'c.updated_at DESC, c.id DESC',
  },
]

/** collection → the text of its statement */
const statements = new WeakMap<CollectionModel, string>()

/** Candidates for the lists from one collection: up to one page per scan, unordered. */
export async function findOverview(
  { db, services }: ReadContext,
  collection: CollectionModel,
): Promise<Record<List, OverviewItem[]>> {
  const sql = statements.get(collection) ?? overviewSql(services.database.dialect, collection)
  statements.set(collection, sql)
  const rows = await db.rows<Row>(sql, [])
  const itemsOf = (list: List): OverviewItem[] =>
    rows.filter((row) => row.list === list).map((row) => present(collection, row))
  return { changed: itemsOf('changed'), scheduled: itemsOf('scheduled'), pending: itemsOf('pending') }
}

function overviewSql(dialect: Dialect, collection: CollectionModel): string {
  const columns = `c.id AS id, ${latestSlug} AS slug, ${latestTitle(dialect, collection)} AS title, c.status AS status, CASE WHEN c.draft_revision_id IS NULL THEN 0 ELSE 1 END AS pending, c.locale AS locale, c.author_id AS author_id, c.updated_at AS updated_at, c.scheduled_at AS scheduled_at`
  return indexScans
    .map(({ list, condition, sort }) => {
      const where = `c.deleted_at IS NULL AND ${condition}`
      return `SELECT * FROM (SELECT '${list}' AS list, ${columns} FROM ${collection.rows} c WHERE ${where} ORDER BY ${sort} LIMIT ${limits.overview}) found`
    })
    .join(' UNION ALL ')
}

function present(collection: CollectionModel, row: Row): OverviewItem {
  return {
    collection: collection.slug,
    id: row.id,
    slug: row.slug,
    title: row.title === null || row.title === '' ? row.slug : row.title,
    status: row.status,
    hasPendingDraft: row.pending === 1,
    locale: row.locale,
    authorId: row.author_id,
    updatedAt: row.updated_at,
    scheduledAt: row.scheduled_at,
  }
}

interface Totals {
  readonly collection: string
  readonly draft: number
  readonly published: number
  readonly scheduled: number
  readonly trashed: number
}

/** The number of items of each kind, counted up to a limit that keeps it fast. */
export async function countItems(
  { db }: ReadContext,
  { slug, table, rows }: CollectionModel,
): Promise<Totals> {
  // The order is that of the indexes over status and trash, so that only index entries are read. A token that sees only
  // some locales (its `rows` are not the whole table) needs another index, which the planner would not use with this
  // order.
  const seesAllLocales = rows === table
  const inOrder = seesAllLocales ? (by: string): string => ` ORDER BY ${by}` : (): string => ''
  const counted = (condition: string): string =>
    `(SELECT count(*) FROM (SELECT id FROM ${rows} c WHERE ${condition} LIMIT ${limits.counted}) found)`
  const ofStatus = (status: string): string =>
    counted(`deleted_at IS NULL AND status = '${status}'${inOrder('id')}`)
  const [row] = await db.rows<Omit<Totals, 'collection'>>(
    `SELECT ${ofStatus('draft')} AS draft, ${ofStatus('published')} AS published, ${ofStatus('scheduled')} AS scheduled, ${counted(`deleted_at IS NOT NULL${inOrder('deleted_at, id')}`)} AS trashed`,
    [],
  )
  const none = { draft: 0, published: 0, scheduled: 0, trashed: 0 }
  return { collection: slug, ...(row ?? none) }
}
