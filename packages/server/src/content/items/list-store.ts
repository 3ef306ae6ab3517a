import type { ItemStatus } from '@octavo/contract/operations/content'
import type { ReadContext } from '../../core/context.ts'
import type { Dialect } from '../../platform/database/database.ts'
import { textParameter } from '../../platform/database/text-parameter.ts'
import { Encoded, envelopeEnd, envelopeStart } from '../../platform/encoded.ts'
import { invalidAt } from '../../platform/errors.ts'
import type { CollectionModel } from '../../core/model/model.ts'
import { decodeCursor, listDigest, type Position } from '../../platform/cursor.ts'
import { assemble, type PagePart, type PageSql, readPage } from './page-store.ts'
import type { SortKey } from './sort.ts'
import { latestSlug, latestTitle, liveTitle } from '../../core/model/title-store.ts'
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

const emptyPage = new Encoded(Buffer.from(`${envelopeStart}{"items":[]}${envelopeEnd}`), null)

/** One page of a list, encoded. Its cost follows the size of the page, not of the collection. */
export async function listItems(context: ReadContext, request: ListRequest): Promise<Encoded> {
  if (request.statuses.length === 0) return emptyPage
  const position = request.cursor === undefined ? undefined : positionOf(request)
  return readPage(context, pageSql(context.services.database.dialect, request, position))
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
  const scan = `SELECT c.${dialect.rowKey} AS r, c.id AS id, 0 AS gap, c.deleted_at AS k FROM ${collection.table} c WHERE c.deleted_at IS NOT NULL ${beyond} ORDER BY c.deleted_at DESC, c.id DESC`
  const sql = (part: PagePart, length: number): string =>
    assemble(
      dialect,
      {
        collection,
        view: 'latest',
        list,
        runs: [`${scan} LIMIT ${length + 1}`],
        keyEncoding: 'text',
        order: 'desc',
        limit: length,
        isTrash: true,
      },
      part,
    )
  const start = position === undefined ? [] : [position.key, position.id]
  return readPage(context, { limit, sql, parameters: start, digest: null })
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

function pageSql(dialect: Dialect, request: ListRequest, position: Position | undefined): PageSql {
  const { collection, locale, limit } = request
  const scans = scansFor(request, position)
  const filters = filterParameters(dialect, request)
  const parameters = scans.flatMap((scan) => [
    ...(locale === undefined ? [] : [locale]),
    ...filters,
    ...startOf(scan),
  ])
  const phase = position === undefined ? 'first' : position.key === null ? 'gaps' : 'values'
  // There are as many lists of words as people think of: what they are called is no part of the text.
  const name = formOf(request)
  const list = request.words.length === 0 ? name : null
  const known = texts.get(collection) ?? new Map<string, string>()
  texts.set(collection, known)
  const sql = (part: PagePart, length: number): string => {
    const form = `${name} ${phase} ${part} ${length}`
    let text = known.get(form)
    if (text === undefined) {
      text = pageText(dialect, { ...request, limit: length }, { scans, list, part })
      known.set(form, text)
    }
    return text
  }
  return { limit, sql, parameters, digest: list === null ? listDigest(nameOf(request)) : null }
}

function pageText(
  dialect: Dialect,
  request: ListRequest,
  { scans, list, part }: { scans: readonly Scan[]; list: string | null; part: PagePart },
): string {
  const { collection, view, key, order, limit } = request
  const runs = scans.map((scan) => scanSql(dialect, request, scan))
  const keyEncoding = key.holds
  return assemble(dialect, { collection, view, list, runs, keyEncoding, order, limit, isTrash: false }, part)
}

/** One run over an index: the items of one status (null: of any) that have a key, or those that have none. */
interface Scan {
  readonly status: ItemStatus | null
  readonly isGap: boolean
  /** where it begins, null for at the beginning */
  readonly beyond: Position | null
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
    ...(values && !isAmongGaps ? [{ status, isGap: false, beyond: position ?? null }] : []),
    ...(gaps ? [{ status, isGap: true, beyond: isAmongGaps ? position : null }] : []),
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
  const sort = scan.isGap ? `c.id ${order}` : `${expression} ${order}, c.id ${order}`
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

function beyondConditions({ beyond, isGap }: Scan, expression: string, towards: string): string[] {
  if (beyond === null) return []
  if (isGap) return [`c.id ${towards} ${textParameter}`]
  return [`(${expression}, c.id) ${towards} (?, ?)`]
}

/** The parameters of `beyondConditions`. */
function startOf({ beyond, isGap }: Scan): unknown[] {
  if (beyond === null) return []
  if (isGap) return [beyond.id]
  return [beyond.key, beyond.id]
}
