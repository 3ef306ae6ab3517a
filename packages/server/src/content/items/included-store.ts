import { limits } from '@octavo/contract/limits'
import type { ReadContext } from '../../core/context.ts'
import type { ItemStatus } from '@octavo/contract/operations/item-shapes'
import type { Dialect } from '../../platform/database/database.ts'
import { textParameter } from '../../platform/database/text-parameter.ts'
import type { CollectionModel } from '../../core/model/model.ts'
import { visibleCondition } from '../../core/model/system-columns.ts'
import { latestSlug } from '../../core/model/title-store.ts'
import { draftTermIds } from '../where/value-source-store.ts'
import type { FieldPath } from './include-paths.ts'
import { groupOf, itemJson, valueBytes } from './item-json-store.ts'
import type { CachedTerm } from './term-cache.ts'
import { textCache } from './store.ts'
import type { NamedTerm } from './term-store.ts'
import type { View } from './view.ts'

/** The items of an answer, whose objects are looked up. */
export interface Sources {
  readonly collection: CollectionModel
  readonly ids: readonly string[]
  /** the view in which these items are shown */
  readonly view: View
  /** the view of the included items, if it differs: a preview link shows them live */
  readonly othersView?: View
  /** the locale of the included terms; null for the default locale */
  readonly locale: string | null
  /** the terms of the items, where they are known already */
  readonly terms?: readonly CachedTerm[] | undefined
  /** field → the ids of the items that it refers to in the items of the answer, where these are known already */
  readonly linked?: ReadonlyMap<string, readonly string[]>
  /** the counts of changes of the items of a collection that the request has read */
  readonly versionOf?: (collection: CollectionModel) => string
}

/** What the statement returns instead of items if there are more objects or bytes than one response may include. */
const tooMuch = '!'

/**
 * The items that the paths lead to and that the view shows, as members of a JSON object by id. Null if there are too
 * many items or bytes. The statement finds them first (`found`, with the bytes of each) and makes their JSON only if
 * they are within the limits.
 */
export async function linkedItems(
  { db, services }: ReadContext,
  sources: Sources,
  target: CollectionModel,
  paths: readonly FieldPath[],
): Promise<Buffer | null> {
  const { dialect } = services.database
  const view = sources.othersView ?? sources.view
  const stored = valueBytes(dialect, target, view)
  const linked = paths.map((path) => targetsSql(path, sources)).join(' UNION ')
  const found = `SELECT c.${dialect.rowKey} AS r, ${stored} AS n FROM ${target.rows} c WHERE c.id IN (${linked}) AND ${visibleIn(view)} LIMIT ${limits.include.objects + 1}`
  const json = `'"' || c.id || '":' || ${itemJson(dialect, target, view, {})}`
  const rows = `SELECT c.id AS id, ${json} AS j FROM found f ${dialect.orderedJoin} ${target.table} c ON c.${dialect.rowKey} = f.r`
  const joined = `(SELECT ${dialect.joinRows('i.j', 'i.id')} FROM (${rows}) i)`
  const answer = `CASE WHEN (SELECT count(*) FROM found) > ${limits.include.objects} OR (SELECT sum(n) FROM found) > ${limits.listBytes} THEN '${tooMuch}' ELSE coalesce(${joined}, '') END`
  const bytes = await db.bytes(
    `WITH ${sourcesTable(dialect)}, found AS MATERIALIZED (${found}) SELECT ${dialect.asBytes(answer)} AS answer`,
    [JSON.stringify(sources.ids)],
  )
  return bytes?.toString('latin1', 0, 1) === tooMuch ? null : (bytes ?? Buffer.alloc(0))
}

const cached = textCache()

/** The JSON of the items with these ids that a view shows; null where it would be too long. */
export async function itemsByIds(
  { db, services }: Pick<ReadContext, 'db' | 'services'>,
  { collection, view }: { readonly collection: CollectionModel; readonly view: View },
  ids: readonly string[],
): Promise<{ id: string; j: string }[] | null> {
  const { dialect } = services.database
  const sql = cached(collection, `items ${view}`, () => {
    const found = `SELECT c.${dialect.rowKey} AS r, ${valueBytes(dialect, collection, view)} AS n FROM ${collection.rows} c WHERE c.id IN (SELECT s.value FROM sources s) AND ${visibleIn(view)}`
    const json = `CASE WHEN (SELECT sum(n) FROM found) > ${limits.listBytes} THEN NULL ELSE ${itemJson(dialect, collection, view, {})} END`
    return `WITH ${sourcesTable(dialect)}, found AS MATERIALIZED (${found}) SELECT c.id AS id, ${json} AS j FROM found f ${dialect.orderedJoin} ${collection.table} c ON c.${dialect.rowKey} = f.r`
  })
  const rows = await db.rows<{ id: string; j: string | null }>(sql, [JSON.stringify(ids)])
  const shown = rows.flatMap(({ id, j }) => (j === null ? [] : [{ id, j }]))
  return shown.length < rows.length ? null : shown
}

/** The ids of existing media that the paths lead to; at most one more than an answer may include. */
export async function linkedMedia(
  { db, services }: ReadContext,
  sources: Sources,
  paths: readonly FieldPath[],
): Promise<string[]> {
  const { dialect } = services.database
  const linked = paths.map((path) => targetsSql(path, sources)).join(' UNION ')
  const rows = await db.rows<{ value: string }>(
    `WITH ${sourcesTable(dialect)} SELECT m.value AS value FROM (${linked}) m ${dialect.orderedJoin} media f ON f.id = m.value LIMIT ${limits.include.objects + 1}`,
    [JSON.stringify(sources.ids)],
  )
  return rows.map(({ value }) => value)
}

/**
 * The terms of the items, as the view shows them: those of the columns, or those of a pending draft. A draft from
 * before drafts had terms shows those of the columns.
 */
export async function termsOfItems(
  { db, services }: ReadContext,
  { collection, ids, view }: Sources,
): Promise<NamedTerm[]> {
  const { dialect } = services.database
  const { table, id } = collection
  const among = 'IN (SELECT s.value FROM sources s)'
  const assigned = `SELECT DISTINCT a.term_id AS value FROM term_assignments a WHERE a.item_id ${among}`
  const ofColumns = `SELECT a.term_id AS value FROM term_assignments a JOIN ${table} c ON c.id = a.item_id LEFT JOIN revisions d ON d.id = c.draft_revision_id WHERE a.item_id ${among} AND d.terms IS NULL`
  const ofDrafts = `SELECT e.value AS value FROM ${table} c JOIN revisions d ON d.id = c.draft_revision_id CROSS JOIN ${dialect.elements(draftTermIds, 'e')} WHERE c.id ${among}`
  const termIds = view === 'live' ? assigned : `${ofColumns} UNION ${ofDrafts}`
  const { orderedJoin } = dialect
  // A subquery instead of a join, which an engine could execute by reading all terms.
  const ofCollection = `(SELECT k.collection_id FROM terms t ${orderedJoin} taxonomy_collections k ON k.taxonomy_id = t.taxonomy_id WHERE t.id = u.value AND k.collection_id = ${textParameter}) IS NOT NULL`
  // The condition is inside of this table so that the limit counts only terms that are included.
  const found = `found AS MATERIALIZED (SELECT u.value AS value FROM (${termIds}) u WHERE ${ofCollection} LIMIT ${limits.include.objects + 1})`
  return db.rows<NamedTerm>(
    `WITH ${sourcesTable(dialect)}, ${found} SELECT t.*, x.name AS taxonomy FROM terms t JOIN taxonomies x ON x.id = t.taxonomy_id WHERE t.id IN (SELECT f.value FROM found f) ORDER BY t.sort_key, t.id`,
    [JSON.stringify(ids), id],
  )
}

/** The ids of the people who wrote the items. */
export async function authorsOfItems(
  { db, services }: ReadContext,
  { collection, ids }: Sources,
): Promise<string[]> {
  const rows = await db.rows<{ id: string }>(
    `WITH ${sourcesTable(services.database.dialect)} SELECT DISTINCT c.author_id AS id FROM ${collection.table} c WHERE c.id IN (SELECT s.value FROM sources s) AND c.author_id IS NOT NULL ORDER BY 1`,
    [JSON.stringify(ids)],
  )
  return rows.map(({ id }) => id)
}

interface GroupMember {
  readonly group: string
  readonly id: string
  readonly locale: string
  readonly slug: string
  readonly status: ItemStatus
  readonly updatedAt: string
  /** 0 or 1; null where it is not shown */
  readonly hasPendingDraft: number | null
}

/**
 * The items of the translation groups of the items, as the view of included items shows them; at most one more than
 * an answer may include. Each group is looked up on its own, because a server without statistics would read all
 * items.
 */
export async function groupsOfItems(
  { db, services }: ReadContext,
  { collection, ids, view, othersView = view }: Sources,
): Promise<GroupMember[]> {
  const { dialect } = services.database
  const { rows } = collection
  // A preview link shows its own item in another view than the translations.
  const isSource = 'c.id IN (SELECT s.value FROM sources s)'
  const inView = (latest: string, live: string): string => {
    const [own, others] = [view, othersView].map((shown) => (shown === 'latest' ? latest : live))
    return own === others ? `${own}` : `CASE WHEN ${isSource} THEN ${own} ELSE ${others} END`
  }
  const columns = [
    `${groupOf(collection)} AS "group"`,
    'c.id AS id',
    'c.locale AS locale',
    `${inView(latestSlug, 'c.slug')} AS slug`,
    'c.status AS status',
    `${inView('c.updated_at', 'c.live_updated_at')} AS "updatedAt"`,
    `${inView('CASE WHEN c.draft_revision_id IS NULL THEN 0 ELSE 1 END', 'NULL')} AS "hasPendingDraft"`,
  ]
  const visible =
    view === othersView
      ? visibleIn(view)
      : `(${visibleIn(othersView)} OR (${isSource} AND ${visibleIn(view)}))`
  const groups = `wanted AS MATERIALIZED (SELECT DISTINCT o.translation_group AS value FROM sources s ${dialect.lookUp(rows, 'o', 'o.id = s.value')})`
  return db.rows<GroupMember>(
    `WITH ${sourcesTable(dialect)}, ${groups} SELECT ${columns.join(', ')} FROM wanted g ${dialect.lookUp(rows, 'c', 'c.translation_group = g.value')} WHERE ${visible} ORDER BY c.locale, c.id LIMIT ${limits.include.objects + 1}`,
    [JSON.stringify(ids)],
  )
}

function sourcesTable(dialect: Dialect): string {
  return `sources AS MATERIALIZED (SELECT e.value AS value FROM ${dialect.elements(textParameter, 'e')})`
}

/** A SELECT of the ids that a path leads to; on its way it passes only items that the view shows. */
function targetsSql(path: FieldPath, { view, othersView = view }: Sources): string {
  return path.reduce((from, { collection, field }, index) => {
    const sources =
      index === 0
        ? from
        : `SELECT c.id AS value FROM ${collection.rows} c WHERE c.id IN (${from}) AND ${visibleIn(othersView)}`
    const isSeen = (index === 0 ? view : othersView) === 'live' ? 'l.is_live = 1' : 'l.is_latest = 1'
    return `SELECT l.target AS value FROM links l WHERE l.source IN (${sources}) AND l.field = '${field.slug}' AND ${isSeen}`
  }, 'SELECT s.value AS value FROM sources s')
}

function visibleIn(view: View): string {
  return view === 'live' ? visibleCondition : 'c.deleted_at IS NULL'
}
