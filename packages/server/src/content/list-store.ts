import type { ItemStatus } from '@octavo/contract/operations/content'
import type { ReadContext } from '../context.ts'
import type { Dialect } from '../database/database.ts'
import { plainTextParameter, textParameter } from '../database/text-parameter.ts'
import { Encoded, envelopeEnd, envelopeStart } from '../encoded.ts'
import { invalidAt } from '../errors.ts'
import type { CollectionModel } from '../schema/model.ts'
import { decodeCursor, encodeCursor, type Position } from './cursor.ts'
import { itemJson } from './item-json-store.ts'
import type { SortKey } from './sort.ts'
import type { View } from './view.ts'

export interface ListRequest {
  readonly collection: CollectionModel
  readonly view: View
  readonly key: SortKey
  readonly order: 'asc' | 'desc'
  /** the statuses to list; an empty list gives an empty page */
  readonly statuses: readonly ItemStatus[]
  readonly locale: string | undefined
  readonly limit: number
  readonly cursor: string | undefined
}

interface PageRow {
  body: Buffer | string | null
  n: number
  last_key: string | number | null
  last_id: string | null
}

const head = Buffer.from(`${envelopeStart}{"items":[`)

/** SQL text of a list, per collection and form of the request */
const texts = new WeakMap<CollectionModel, Map<string, string>>()

/** One page of a list, encoded. Its cost follows the size of the page, not of the collection. */
export async function listItems(context: ReadContext, request: ListRequest): Promise<Encoded> {
  if (request.statuses.length === 0) return answer(null, undefined)
  const list = nameOf(request)
  const position = request.cursor === undefined ? undefined : positionOf(list, request)
  const { sql, parameters } = pageQuery(context.services.database.dialect, request, position)
  const [row] = await context.db.rows<PageRow>(sql, parameters)
  const hasMore = row !== undefined && row.n > request.limit && row.last_id !== null
  const next = hasMore ? encodeCursor(list, { key: row.last_key, id: row.last_id as string }) : undefined
  return answer(row?.body ?? null, next)
}

/** Trashed items, the last deleted first. */
export async function listTrash(
  context: ReadContext,
  { collection, limit, cursor }: Pick<ListRequest, 'collection' | 'limit' | 'cursor'>,
): Promise<Encoded> {
  const list = `trash ${collection.id}`
  const position = cursor === undefined ? undefined : decodeCursor(list, cursor)
  if (position !== undefined && typeof position.key !== 'string') throw invalidAt('cursor', 'is not a cursor of this list')
  const { dialect } = context.services.database
  const beyond = position === undefined ? '' : 'AND (c.deleted_at, c.id) < (?, ?)'
  const scan = `SELECT c.${dialect.rowKey} AS r, c.id AS id, 0 AS gap, c.deleted_at AS k FROM ${collection.table} c WHERE c.deleted_at IS NOT NULL ${beyond} ORDER BY c.deleted_at DESC, c.id DESC LIMIT ${limit + 1}`
  const sql = assemble(dialect, { collection, view: 'latest', runs: [scan], order: 'desc', limit, isTrash: true })
  const start = position === undefined ? [] : [position.key, position.id]
  const [row] = await context.db.rows<PageRow>(sql, start)
  const hasMore = row !== undefined && row.n > limit && row.last_id !== null
  const next = hasMore ? encodeCursor(list, { key: row.last_key, id: row.last_id as string }) : undefined
  return answer(row?.body ?? null, next)
}

function answer(body: Buffer | string | null, next: string | undefined): Encoded {
  const items = body === null ? Buffer.alloc(0) : typeof body === 'string' ? Buffer.from(body) : body
  const tail = next === undefined ? `]}${envelopeEnd}` : `],"nextCursor":"${next}"}${envelopeEnd}`
  return new Encoded(Buffer.concat([head, items, Buffer.from(tail)]), null)
}

function nameOf({ collection, view, key, order, statuses, locale }: ListRequest): string {
  return [collection.id, view, key.name, order, statuses.join('+'), locale ?? '*'].join(' ')
}

function positionOf(list: string, { key, cursor }: ListRequest): Position {
  const position = decodeCursor(list, cursor ?? '')
  const kind = key.holds === 'text' ? 'string' : 'number'
  if (position.key !== null && typeof position.key !== kind) throw invalidAt('cursor', 'is not a cursor of this list')
  return position
}

function pageQuery(
  dialect: Dialect,
  request: ListRequest,
  position: Position | undefined,
): { sql: string; parameters: unknown[] } {
  const { collection, view, key, order, statuses, locale, limit } = request
  const scans = scansFor(request, position)
  const parameters = scans.flatMap((scan) => [
    ...(locale === undefined ? [] : [locale]),
    ...startOf(scan),
  ])
  const phase = position === undefined ? 'first' : position.key === null ? 'gaps' : 'values'
  const form = [view, key.name, order, statuses.join('+'), locale === undefined ? '' : 'locale', phase, limit].join(' ')
  const known = texts.get(collection) ?? new Map<string, string>()
  texts.set(collection, known)
  let sql = known.get(form)
  if (sql === undefined) {
    const parts = scans.map((scan) => scanSql(dialect, request, scan))
    sql = assemble(dialect, { collection, view, runs: parts, order, limit, isTrash: false })
    known.set(form, sql)
  }
  return { sql, parameters }
}

/** One run over an index: the items of one status (null: of any) that have a key, or those that have none. */
interface Scan {
  readonly status: ItemStatus | null
  readonly isGap: boolean
  /** where it begins, null for at the beginning */
  readonly beyond: Position | null
  /** `tied`: only items with the key of the position; `past`: only those with another */
  readonly part?: 'tied' | 'past'
}

const allStatuses = 3

function scansFor(request: ListRequest, position: Position | undefined): Scan[] {
  const { key, statuses, locale } = request
  const isOneRun = statuses.length === allStatuses && locale === undefined && key.hasIndexOfItsOwn
  if (isOneRun) return [{ status: null, isGap: false, beyond: position ?? null }]
  return statuses.flatMap((status) => scansOf(request, status, position))
}

function scansOf({ key }: ListRequest, status: ItemStatus, position: Position | undefined): Scan[] {
  const { values, gaps } = key.phases(status)
  const isAmongGaps = position !== undefined && position.key === null
  return [
    ...(values && !isAmongGaps ? valueScans(key, status, position ?? null) : []),
    ...(gaps ? [{ status, isGap: true, beyond: isAmongGaps ? position : null }] : []),
  ]
}

/** Not every engine finds a pair of expression and id in an index: two runs find what a comparison of pairs would. */
function valueScans({ isExpression }: SortKey, status: ItemStatus, beyond: Position | null): Scan[] {
  const scan = { status, isGap: false, beyond }
  if (!isExpression || beyond === null) return [scan]
  return [
    { ...scan, part: 'tied' },
    { ...scan, part: 'past' },
  ]
}

function scanSql(dialect: Dialect, { collection, key, order, locale, limit }: ListRequest, scan: Scan): string {
  const { expression } = key
  const towards = order === 'asc' ? '>' : '<'
  const conditions = [
    'c.deleted_at IS NULL',
    ...(scan.status === null ? [] : [`c.status = '${scan.status}'`]),
    `${expression} IS ${scan.isGap ? '' : 'NOT '}NULL`,
    ...(locale === undefined ? [] : [`c.locale = ${textParameter}`]),
    ...beyondConditions(scan, expression, towards),
  ]
  // Where all keys are equal only the id orders; an engine that does not see that would sort all that are tied.
  const isOneKey = scan.isGap || scan.part === 'tied'
  const sort = isOneKey ? `c.id ${order}` : `${expression} ${order}, c.id ${order}`
  const value = scan.isGap ? `CASE WHEN 1 = 1 THEN NULL ELSE ${expression} END` : expression
  return `SELECT c.${dialect.rowKey} AS r, c.id AS id, ${scan.isGap ? 1 : 0} AS gap, ${value} AS k FROM ${collection.table} c WHERE ${conditions.join(' AND ')} ORDER BY ${sort} LIMIT ${limit + 1}`
}

function beyondConditions({ beyond, isGap, part }: Scan, expression: string, towards: string): string[] {
  if (beyond === null) return []
  if (isGap) return [`c.id ${towards} ${textParameter}`]
  if (part === 'tied') return [`${expression} = ${plainTextParameter}`, `c.id ${towards} ${textParameter}`]
  if (part === 'past') return [`${expression} ${towards} ${plainTextParameter}`]
  return [`(${expression}, c.id) ${towards} (?, ?)`]
}

/** The parameters of `beyondConditions`. */
function startOf({ beyond, isGap, part }: Scan): unknown[] {
  if (beyond === null) return []
  if (isGap) return [beyond.id]
  return part === 'past' ? [beyond.key] : [beyond.key, beyond.id]
}

interface Assembly {
  collection: CollectionModel
  view: View
  /** each gives r, id, gap and k of one item more than the page holds, in order */
  runs: readonly string[]
  order: 'asc' | 'desc'
  limit: number
  isTrash: boolean
}

/**
 * Ranks first, on index entries alone, then reads the rows of this page only and joins their JSON. The limits stand in
 * the text: bound as parameters they cost the embedded engine half as much again.
 */
function assemble(dialect: Dialect, { collection, view, runs, order, limit, isTrash }: Assembly): string {
  const sort = (alias: string): string => `${alias}gap, ${alias}k ${order}, ${alias}id ${order}`
  const items = `SELECT p.gap AS gap, p.k AS k, p.id AS id, ${itemJson(dialect, collection, view, isTrash)} AS j FROM (SELECT * FROM page${dialect.inOrder(sort(''))} LIMIT ${limit}) p ${dialect.orderedJoin} ${collection.table} c ON c.${dialect.rowKey} = p.r`
  const body = dialect.asBytes(dialect.joinRows('j', sort('')))
  const last = (column: string): string => `(SELECT ${column} FROM page${dialect.inOrder(sort(''))} LIMIT 1 OFFSET ${limit - 1})`
  return `WITH ${pageTable(runs, sort(''), limit)} SELECT (SELECT ${body} FROM (${items}) i) AS body, (SELECT count(*) FROM page) AS n, ${last('k')} AS last_key, ${last('id')} AS last_id`
}

/** The page as a table of its own. Several runs are put side by side first, so that they are sorted once. */
function pageTable(runs: readonly string[], sort: string, limit: number): string {
  const [only] = runs
  if (runs.length === 1) return `page AS MATERIALIZED (${only})`
  const all = runs.map((run) => `SELECT * FROM (${run}) s`).join(' UNION ALL ')
  return `runs AS MATERIALIZED (${all}), page AS MATERIALIZED (SELECT * FROM runs ORDER BY ${sort} LIMIT ${limit + 1})`
}
