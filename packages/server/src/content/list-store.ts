import type { ItemStatus } from '@octavo/contract/operations/content'
import type { ReadContext } from '../context.ts'
import type { Dialect } from '../database/database.ts'
import { plainTextParameter, textParameter } from '../database/text-parameter.ts'
import { Encoded, envelopeEnd, envelopeStart } from '../encoded.ts'
import { invalidAt } from '../errors.ts'
import type { CollectionModel } from '../schema/model.ts'
import { decodeCursor, listDigest, type Position } from './cursor.ts'
import { itemJson } from './item-json-store.ts'
import type { SortKey } from './sort.ts'
import { latestSlug, latestTitle, liveTitle } from './title-store.ts'
import type { View } from './view.ts'

export interface ListRequest {
  readonly collection: CollectionModel
  readonly view: View
  readonly key: SortKey
  readonly order: 'asc' | 'desc'
  /** the statuses to list; an empty list gives an empty page */
  readonly statuses: readonly ItemStatus[]
  readonly locale: string | undefined
  /** what the title or the slug holds, each in any case; none for all items */
  readonly words: readonly string[]
  readonly hasPendingDraft: boolean | undefined
  readonly limit: number
  readonly cursor: string | undefined
}

/** SQL text of a list, per collection and form of the request */
const texts = new WeakMap<CollectionModel, Map<string, string>>()

const emptyPage = Buffer.from(`${envelopeStart}{"items":[]}${envelopeEnd}`)

/** One page of a list, encoded. Its cost follows the size of the page, not of the collection. */
export async function listItems(context: ReadContext, request: ListRequest): Promise<Encoded> {
  if (request.statuses.length === 0) return new Encoded(emptyPage, null)
  const position = request.cursor === undefined ? undefined : positionOf(request)
  const { sql, parameters } = pageQuery(context.services.database.dialect, request, position)
  return new Encoded((await context.db.bytes(sql, parameters)) ?? emptyPage, null)
}

/** Trashed items, the last deleted first. */
export async function listTrash(
  context: ReadContext,
  { collection, limit, cursor }: Pick<ListRequest, 'collection' | 'limit' | 'cursor'>,
): Promise<Encoded> {
  const list = `trash ${collection.id}`
  const position = cursor === undefined ? undefined : decodeCursor(list, cursor)
  if (position !== undefined) demandKind(position, 'text')
  const { dialect } = context.services.database
  const beyond = position === undefined ? '' : 'AND (c.deleted_at, c.id) < (?, ?)'
  const scan = `SELECT c.${dialect.rowKey} AS r, c.id AS id, 0 AS gap, c.deleted_at AS k FROM ${collection.table} c WHERE c.deleted_at IS NOT NULL ${beyond} ORDER BY c.deleted_at DESC, c.id DESC LIMIT ${limit + 1}`
  const sql = assemble(dialect, {
    collection,
    view: 'latest',
    list,
    runs: [scan],
    keyEncoding: 'text',
    order: 'desc',
    limit,
    isTrash: true,
  })
  const start = position === undefined ? [] : [position.key, position.id]
  return new Encoded((await context.db.bytes(sql, start)) ?? emptyPage, null)
}

/** What a list is, for its cursors. */
function nameOf(request: ListRequest): string {
  return request.words.length === 0 ? formOf(request) : `${formOf(request)} ${request.words.join(' ')}`
}

/** What decides on the text of its SQL. */
function formOf(request: ListRequest): string {
  const { collection, view, key, order, statuses, locale, words, hasPendingDraft } = request
  const filters = [words.length === 0 ? '' : `q${words.length}`, hasPendingDraft ?? ''].join('+')
  return [collection.id, view, key.name, order, statuses.join('+'), locale ?? '*', filters].join(' ')
}

function positionOf(request: ListRequest): Position {
  const position = decodeCursor(nameOf(request), request.cursor ?? '')
  if (position.key !== null) demandKind(position, request.key.holds)
  // Nor with one that no page of this list ends at: there would be nothing to go on with, or all of it again.
  const phase = position.key === null ? 'gaps' : 'values'
  if (!request.statuses.some((status) => request.key.phases(status)[phase])) throw foreignCursor()
  return position
}

/** A cursor that somebody made up must not reach the database with a key of another kind. */
function demandKind({ key }: Position, kind: SortKey['holds']): void {
  const isOfKind =
    kind === 'integer' ? Number.isSafeInteger(key) : typeof key === (kind === 'text' ? 'string' : 'number')
  if (!isOfKind) throw foreignCursor()
}

function foreignCursor(): Error {
  return invalidAt('cursor', 'is not a cursor of this list')
}

function pageQuery(
  dialect: Dialect,
  request: ListRequest,
  position: Position | undefined,
): { sql: string; parameters: unknown[] } {
  const { collection, view, key, order, limit, locale } = request
  const scans = scansFor(request, position)
  const filters = filterParameters(dialect, request)
  const ofScans = scans.flatMap((scan) => [
    ...(locale === undefined ? [] : [locale]),
    ...filters,
    ...startOf(scan),
  ])
  const phase = position === undefined ? 'first' : position.key === null ? 'gaps' : 'values'
  // There are as many lists of words as people think of: what they are called is no part of the text.
  const name = formOf(request)
  const list = request.words.length === 0 ? name : null
  const parameters = list === null ? [...ofScans, listDigest(nameOf(request))] : ofScans
  const form = `${name} ${phase} ${limit}`
  const known = texts.get(collection) ?? new Map<string, string>()
  texts.set(collection, known)
  let sql = known.get(form)
  if (sql === undefined) {
    const runs = scans.map((scan) => scanSql(dialect, request, scan))
    const keyEncoding = key.holds
    sql = assemble(dialect, { collection, view, list, runs, keyEncoding, order, limit, isTrash: false })
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

function scanSql(dialect: Dialect, request: ListRequest, scan: Scan): string {
  const { collection, key, order, locale, limit } = request
  const { expression } = key
  const towards = order === 'asc' ? '>' : '<'
  const conditions = [
    'c.deleted_at IS NULL',
    ...(scan.status === null ? [] : [`c.status = '${scan.status}'`]),
    `${expression} IS ${scan.isGap ? '' : 'NOT '}NULL`,
    ...(locale === undefined ? [] : [`c.locale = ${textParameter}`]),
    ...filterConditions(dialect, request),
    ...beyondConditions(scan, expression, towards),
  ]
  // Where all keys are equal only the id orders; an engine that does not see that would sort all that are tied.
  const isOneKey = scan.isGap || scan.part === 'tied'
  const sort = isOneKey ? `c.id ${order}` : `${expression} ${order}, c.id ${order}`
  const value = scan.isGap ? `CASE WHEN 1 = 1 THEN NULL ELSE ${expression} END` : expression
  return `SELECT c.${dialect.rowKey} AS r, c.id AS id, ${scan.isGap ? 1 : 0} AS gap, ${value} AS k FROM ${collection.table} c WHERE ${conditions.join(' AND ')} ORDER BY ${sort} LIMIT ${limit + 1}`
}

/** What no index knows of, asked of the rows that a scan comes by. */
function filterConditions(
  dialect: Dialect,
  { collection, view, words, hasPendingDraft }: ListRequest,
): string[] {
  const isLatest = view === 'latest'
  const names = isLatest ? [latestTitle(dialect, collection), latestSlug] : [liveTitle(collection), 'c.slug']
  return [
    ...(hasPendingDraft === undefined ? [] : [`c.draft_revision_id IS ${hasPendingDraft ? 'NOT ' : ''}NULL`]),
    ...words.map(() => `(${names.map((name) => dialect.holdsPart(name)).join(' OR ')})`),
  ]
}

/** The parameters of `filterConditions`. */
function filterParameters(dialect: Dialect, { words }: ListRequest): unknown[] {
  return words.flatMap((word) => {
    const pattern = dialect.partPattern(word)
    return [pattern, pattern]
  })
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
  /** what the list is, for its cursors; null: its digest is the last parameter */
  list: string | null
  /** each gives r, id, gap and k of one item more than the page holds, in order */
  runs: readonly string[]
  keyEncoding: SortKey['holds']
  order: 'asc' | 'desc'
  limit: number
  isTrash: boolean
}

/**
 * Ranks first, on index entries alone, then reads the rows of this page only and joins their JSON: one value comes
 * out, the whole answer with its cursor. The limits stand in the text: bound as parameters they cost the embedded
 * engine half as much again.
 */
function assemble(dialect: Dialect, assembly: Assembly): string {
  const { collection, view, runs, order, limit, isTrash } = assembly
  const sort = `gap, k ${order}, id ${order}`
  const item = itemJson(dialect, collection, view, isTrash)
  const items = `SELECT p.gap AS gap, p.k AS k, p.id AS id, ${item} AS j FROM (SELECT * FROM page${dialect.inOrder(sort)} LIMIT ${limit}) p ${dialect.orderedJoin} ${collection.table} c ON c.${dialect.rowKey} = p.r`
  const body = `(SELECT ${dialect.joinRows('j', sort)} FROM (${items}) i)`
  const next = `CASE WHEN (SELECT count(*) FROM page) > ${limit} THEN (SELECT ${nextCursor(dialect, assembly)} FROM page${dialect.inOrder(sort)} LIMIT 1 OFFSET ${limit - 1}) END`
  const answer = `format('${envelopeStart}{"items":[%s]%s}${envelopeEnd}', ${body}, ${next})`
  return `WITH ${pageTable(runs, sort, limit)} SELECT ${dialect.asBytes(answer)} AS answer`
}

/** The member of the answer that asks for what comes behind a row of the page; see `encodeCursor`. */
function nextCursor(dialect: Dialect, { list, keyEncoding }: Assembly): string {
  const key = `CASE WHEN k IS NULL THEN 'null' ELSE ${dialect.toJson(keyEncoding, 'k')} END`
  const digest = list === null ? `${textParameter} || ' '` : `'${listDigest(list)} '`
  return `',"nextCursor":"' || ${dialect.hex(`${digest} || id || ' ' || ${key}`)} || '"'`
}

/** The page as a table of its own. Several runs are put side by side first, so that they are sorted once. */
function pageTable(runs: readonly string[], sort: string, limit: number): string {
  const [only] = runs
  if (runs.length === 1) return `page AS MATERIALIZED (${only})`
  const all = runs.map((run) => `SELECT * FROM (${run}) s`).join(' UNION ALL ')
  return `runs AS MATERIALIZED (${all}), page AS MATERIALIZED (SELECT * FROM runs ORDER BY ${sort} LIMIT ${limit + 1})`
}
