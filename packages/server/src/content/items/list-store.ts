import type { ReadContext } from '../../core/context.ts'
import type { Dialect } from '../../platform/database/database.ts'
import { Encoded } from '../../platform/encoded.ts'
import { invalidAt } from '../../platform/errors.ts'
import { completedAnswer } from '../media/completing.ts'
import { decodeCursor, listDigest, type Position } from '../../platform/cursor.ts'
import { assemble, emptyPage, type PagePart, type PageSql, readPage } from './page-store.ts'
import { countFiltered, readFiltered } from './filtered-list-store.ts'
import { countGiven, inGivenOrder, readGiven } from './given-list-store.ts'
import { countExamined, isExamined, readExamined } from './examined-list-store.ts'
import { countListed, type Total } from './count-store.ts'
import { type ListRequest, type Scan, scanParameters, scansFor, scanSql } from './scan-store.ts'
import { cachedText, shownForm } from './list-texts.ts'
import type { SortKey } from './sort.ts'

/** One page of a list, encoded. Its cost follows the size of the page, not of the collection. */
export async function listItems(context: ReadContext, request: ListRequest): Promise<Encoded> {
  const { ids } = request
  const listed = ids === undefined ? request : inGivenOrder(request, ids, context.shownItems)
  const page = await completedAnswer(context, await listPage(context, listed), request.fillTerms)
  if (!request.isCounted) return page
  const { count, isCapped } = await countItems(context, listed)
  return page.withMember('total', count).withMember('totalIsCapped', isCapped)
}

async function countItems(context: ReadContext, request: ListRequest): Promise<Total> {
  if (request.statuses.length === 0) return { count: 0, isCapped: false }
  const { where, ids } = request
  if (ids !== undefined) return countGiven(context, { ...request, ids })
  if (where !== undefined) return countFiltered(context, { ...request, where })
  return isExamined(request) ? countExamined(context, request) : countListed(context, request)
}

async function listPage(context: ReadContext, request: ListRequest): Promise<Encoded> {
  if (request.statuses.length === 0) return new Encoded(emptyPage, null)
  const position = request.cursor === undefined ? undefined : positionOf(request)
  const { dialect } = context.services.database
  const { where, ids } = request
  if (ids !== undefined) return readGiven(context, { ...request, ids }, { name: nameOf(request), position })
  if (where !== undefined)
    return readFiltered(context, { ...request, where }, { name: nameOf(request), position })
  if (isExamined(request))
    return (await readExamined(context, request, { name: nameOf(request), position })).page
  return readPage(context, pageSql(dialect, request, position))
}

/** Trashed items, the last deleted first. The columns of `scan` are those of `scanSql`. */
export async function listTrash(
  context: ReadContext,
  { collection, limit, cursor }: Pick<ListRequest, 'collection' | 'limit' | 'cursor'>,
): Promise<Encoded> {
  const list = `trash ${collection.id}`
  const position = cursor === undefined ? undefined : decodeCursor(list, cursor)
  if (position !== undefined) requireKind(position, 'text')
  const { dialect } = context.services.database
  const beyond = position === undefined ? '' : 'AND (c.deleted_at, c.id) < (?, ?)'
  const scan = `SELECT c.${dialect.rowKey} AS r, c.id AS id, 0 AS gap, c.deleted_at AS k FROM ${collection.rows} c WHERE c.deleted_at IS NOT NULL ${beyond} ORDER BY c.deleted_at DESC, c.id DESC`
  const sql = (part: PagePart, length: number): string =>
    assemble(
      dialect,
      {
        collection,
        view: 'latest',
        list,
        selects: [`${scan} LIMIT ${length + 1}`],
        keyEncoding: 'text',
        order: 'desc',
        limit: length,
        isTrash: true,
      },
      part,
    )
  const start = position === undefined ? [] : [position.key, position.id]
  const page = await readPage(context, {
    limit,
    sql,
    parameters: start,
    givesIds: false,
    linkedBy: [],
    digest: null,
  })
  return completedAnswer(context, page)
}

/**
 * The identity of a list: what determines its SQL, and the parameters of its conditions. Its digest is part of its
 * cursors, so that none is taken for that of another list.
 */
function nameOf(request: ListRequest): string {
  const { words, where, ids } = request
  const filter = [where?.name, ids?.join(' ')].map((part) => (part === undefined ? '' : ` ${part}`)).join('')
  return (words.length === 0 ? formOf(request) : `${formOf(request)} ${words.join(' ')}`) + filter
}

/** The parts of a request that determine the text of its SQL. */
function formOf(request: ListRequest): string {
  const { collection, view, key, order, statuses, words, hasPendingDraft, preferred } = request
  const grouped = preferred === undefined ? undefined : `grouped:${preferred.join(',')}`
  const locale = [request.locale ?? '*', request.fallback, grouped]
    .filter((one) => one !== undefined)
    .join('+')
  const filters = [words.length === 0 ? '' : `q${words.length}`, hasPendingDraft ?? ''].join('+')
  return [collection.id, view, key.name, order, statuses.join('+'), locale, filters].join(' ')
}

function positionOf(request: ListRequest): Position {
  const position = decodeCursor(nameOf(request), request.cursor ?? '')
  if (position.key !== null) requireKind(position, request.key.holds)
  // A cursor that no page of this list ends at is refused: it would give an empty page, or the whole list again.
  const phase = position.key === null ? 'gaps' : 'values'
  if (!request.statuses.some((status) => request.key.phases(status)[phase])) throw foreignCursor()
  return position
}

/** A forged cursor must not pass a key of another type to the database. */
function requireKind({ key }: Position, kind: SortKey['holds']): void {
  const isOfKind =
    kind === 'integer' ? Number.isSafeInteger(key) : typeof key === (kind === 'text' ? 'string' : 'number')
  if (!isOfKind) throw foreignCursor()
}

function foreignCursor(): Error {
  return invalidAt('cursor', 'is not a cursor of this list')
}

function pageSql(dialect: Dialect, request: ListRequest, position: Position | undefined): PageSql {
  const { collection, limit } = request
  const scans = scansFor(request, position)
  const parameters = scans.flatMap((scan) => scanParameters(dialect, request, scan))
  // The position decides which scans there are (`scansFor`), so the text depends on its kind.
  const phase = position === undefined ? 'first' : position.key === null ? 'gaps' : 'values'
  const name = formOf(request)
  // The number of SQL texts in the cache must be limited, so the words are in none of them, and the digest of a list
  // with words is a parameter. That of any other list is written into the text.
  const isDigestParameter = request.words.length > 0
  const list = isDigestParameter ? null : name
  const shown = shownForm(request)
  const sql = (part: PagePart, length: number): string =>
    cachedText(collection, `${name} ${phase} ${part} ${length}${shown}`, () =>
      pageText(dialect, { ...request, limit: length }, { scans, list, part }),
    )
  const { givesIds, linkedBy } = request
  return {
    limit,
    sql,
    parameters,
    givesIds,
    linkedBy,
    digest: isDigestParameter ? listDigest(nameOf(request)) : null,
  }
}

function pageText(
  dialect: Dialect,
  request: ListRequest,
  { scans, list, part }: { scans: readonly Scan[]; list: string | null; part: PagePart },
): string {
  const { collection, view, key, order, limit, selection, fillTerms, givesIds, linkedBy } = request
  const selects = scans.map((scan) => scanSql(dialect, request, scan, { limit: limit + 1 }))
  const keyEncoding = key.holds
  return assemble(
    dialect,
    {
      collection,
      view,
      list,
      selects,
      keyEncoding,
      order,
      limit,
      isTrash: false,
      selection,
      hasTerms: fillTerms !== undefined,
      givesIds,
      linkedBy,
    },
    part,
  )
}
