import type { MediaUsages } from '@octavo/contract/operations/media'
import { latestTitle } from '../../core/model/title-store.ts'
import type { ReadContext } from '../../core/context.ts'
import { batchesOf, marksFor } from '../../platform/database/batches.ts'
import { type Referrer, sourceTypes } from '../links/links.ts'
import type { CollectionModel } from '../../core/model/model.ts'

type Usage = MediaUsages['items'][number]

interface ItemRow {
  readonly id: string
  readonly slug: string
  readonly title: string | null
  readonly locale: string
  readonly status: string
  readonly deleted_at: string | null
}

/** Items that refer to a target, as their editors see them. */
export async function itemUsages(
  context: ReadContext,
  collection: CollectionModel,
  referrers: readonly Referrer[],
): Promise<Usage[]> {
  const title = latestTitle(context.services.database.dialect, collection)
  const rows = await rowsOf<ItemRow>(
    context,
    `SELECT c.id AS id, c.slug AS slug, ${title} AS title, c.locale AS locale, c.status AS status, c.deleted_at AS deleted_at
     FROM ${collection.rows} c WHERE c.id`,
    referrers,
  )
  const byId = new Map(referrers.map((referrer) => [referrer.source, referrer]))
  return rows.map((row) => ({
    kind: 'content',
    collection: collection.slug,
    id: row.id,
    slug: row.slug,
    title: row.title === null || row.title.trim() === '' ? row.slug : row.title,
    locale: row.locale,
    status: row.status,
    fields: fieldsOf(collection, byId.get(row.id)),
    isInDraftOnly: byId.get(row.id)?.isLive === false,
    isInTrash: row.deleted_at !== null,
  }))
}

/** Fields are in the order of the collection. */
function fieldsOf({ shown: fields }: CollectionModel, referrer: Referrer | undefined): string[] {
  return fields.map(({ slug }) => slug).filter((slug) => referrer?.fields.includes(slug))
}

const sitePartSql = {
  section: `SELECT 'section' AS kind, c.id AS id, c.slug AS slug, c.title AS title FROM sections c WHERE c.id`,
  widget: `SELECT 'widget' AS kind, c.id AS id, a.name AS area, c.title AS title FROM widgets c JOIN widget_areas a ON a.id = c.area_id WHERE c.id`,
  menuItem: `SELECT 'menuItem' AS kind, c.id AS id, m.name AS menu, c.label AS label FROM menu_items c JOIN menus m ON m.id = c.menu_id WHERE c.id`,
} as const

/** Sections, widgets and menu items that refer to a target, in this order. */
export async function sitePartUsages(context: ReadContext, referrers: readonly Referrer[]): Promise<Usage[]> {
  const found: Usage[] = []
  for (const kind of ['section', 'widget', 'menuItem'] as const) {
    const ofKind = referrers.filter(({ type }) => type === sourceTypes[kind])
    found.push(...(await rowsOf<Usage>(context, sitePartSql[kind], ofKind)))
  }
  return found
}

/** The rows of some sources, ordered by id. `sql` ends before the `IN` of its condition. */
async function rowsOf<Row extends { readonly id: string }>(
  { db }: ReadContext,
  sql: string,
  referrers: readonly Referrer[],
): Promise<Row[]> {
  const found: Row[] = []
  for (const batch of batchesOf(referrers.map(({ source }) => source))) {
    found.push(...(await db.rows<Row>(`${sql} IN (${marksFor(batch)})`, batch)))
  }
  return found.toSorted((a, b) => (a.id < b.id ? -1 : 1))
}
