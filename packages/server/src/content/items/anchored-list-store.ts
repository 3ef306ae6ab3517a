import type { ReadContext } from '../../core/context.ts'
import type { Dialect } from '../../platform/database/database.ts'
import { textParameter } from '../../platform/database/text-parameter.ts'
import type { Encoded } from '../../platform/encoded.ts'
import type { Position } from '../../platform/cursor.ts'
import { type Anchor, anchorOf } from '../where/anchor-store.ts'
import { columnsOf, type Condition, conditionOf } from '../where/condition-store.ts'
import { countRows, mostCounted, type Total } from './count-store.ts'
import { isLastPage } from './page-store.ts'
import { readMergedPage } from './merged-page-store.ts'
import type { FixedColumn } from './run-store.ts'
import {
  budgetOfScan,
  type FilteredRequest,
  type ListRequest,
  type Scan,
  scanParameters,
  scansFor,
  scanSql,
} from './scan-store.ts'

/**
 * A scan of an index that has the items in the order of the list: those with one value of a field, or with one term
 * (see `Anchor`). Conditions that the index does not cover are checked on each row that it gives.
 */
interface Walk {
  /** a SELECT of the first items that fulfil the filter */
  readonly page: (limit: number) => string
  readonly parameters: readonly unknown[]
  /** a SELECT of the first item after those that are examined; null if each item fulfils the filter */
  readonly rest: Condition | null
}

/**
 * A page of a filtered list by an index that has the items with a value in the order of the list: it costs no more
 * than a page of the unfiltered list. Null if there is no such index, or if too many items would be read.
 */
export async function readAnchored(
  context: ReadContext,
  request: FilteredRequest,
  { name, position }: { readonly name: string; readonly position: Position | undefined },
): Promise<Encoded | null> {
  const walks = walksOf(context, request, position)
  if (walks === null) return null
  const answer = await readMergedPage(context, request, {
    name,
    parameters: walks.flatMap(({ parameters }) => parameters),
    selects: (limit) => walks.map(({ page }) => page(limit + 1)),
  })
  // A full page of one scan is complete. With several, one that was cut could have items between those of the others.
  if (walks.length === 1 && !isLastPage(answer)) return answer
  for (const walk of walks) if (await isCut(context, walk, request.limit)) return null
  return answer
}

/**
 * Counts the items that such an index finds. `isExact` is false if only a part of the index was examined, so that the
 * list can have more items. Null if there is no such index.
 */
export async function countAnchored(
  context: ReadContext,
  request: FilteredRequest,
): Promise<{ total: Total; isExact: boolean } | null> {
  const walks = walksOf(context, request, undefined)
  if (walks === null) return null
  const total = await countRows(
    context,
    walks.map(({ page }) => page(mostCounted)),
    walks.flatMap(({ parameters }) => parameters),
  )
  if (total.isCapped) return { total, isExact: true }
  for (const walk of walks) if (await isLong(context, walk)) return { total, isExact: false }
  return { total, isExact: true }
}

/** The index that has the items of a list in its order; null when there is none. */
export function anchorOfList(dialect: Dialect, request: FilteredRequest): Anchor | null {
  return isByTime(request) ? anchorOf(dialect, request.where.group) : null
}

function walksOf(
  context: ReadContext,
  request: FilteredRequest,
  position: Position | undefined,
): Walk[] | null {
  const anchor = anchorOfList(context.services.database.dialect, request)
  if (anchor === null) return null
  if (anchor.of === 'term') return [termWalk(context, request, anchor, position)]
  const { column, parameter, values, isAll } = anchor
  // The scans of several locales, and those of several values, share the limit of items that are read.
  const most = Math.floor(budgetOfScan(request) / values.length)
  return scansFor(request, position).flatMap((scan) =>
    values.map((value) => {
      const one = { column, value: parameter, parameters: [value] }
      return fieldWalk(context, request, { one, isAll, scan, most })
    }),
  )
}

/** Whether a list has live items in the order of their creation: the indexes are for such lists only. */
export function isByTime({ view, key, words, hasPendingDraft }: ListRequest): boolean {
  return view === 'live' && key.name === 'createdAt' && words.length === 0 && hasPendingDraft === undefined
}

/** Whether the limit of examined items ended a scan before it had found enough items for the page. */
async function isCut(context: ReadContext, walk: Walk, limit: number): Promise<boolean> {
  if (!(await isLong(context, walk))) return false
  const [row] = await context.db.rows<{ n: number }>(
    `SELECT count(*) AS n FROM (${walk.page(limit + 1)}) w`,
    walk.parameters,
  )
  return Number(row?.n) <= limit
}

/** Whether a scan has more items than are examined. */
async function isLong({ db }: ReadContext, { rest }: Walk): Promise<boolean> {
  return rest !== null && (await db.rows(rest.sql, rest.parameters)).length > 0
}

interface FieldWalk {
  /** the column of the index, and the one value that the items have in it */
  readonly one: FixedColumn
  /** whether the filter has no other condition, so that all items of the scan fulfil it */
  readonly isAll: boolean
  readonly scan: Scan
  /** the number of items that the scan examines at most */
  readonly most: number
}

function fieldWalk(
  { services }: ReadContext,
  request: FilteredRequest,
  { one, isAll, scan, most }: FieldWalk,
): Walk {
  const { dialect } = services.database
  const parameters = scanParameters(dialect, request, scan, one)
  if (isAll) {
    const page = (limit: number): string => scanSql(dialect, request, scan, { limit, anchor: one })
    return { page, parameters, rest: null }
  }
  const { group } = request.where
  const condition = conditionOf(dialect, group, false)
  const scanned = scanSql(dialect, request, scan, {
    limit: most,
    prefix: '_',
    columns: columnsOf(group, false),
    anchor: one,
  })
  return {
    page: (limit) =>
      `SELECT c._r AS r, c.id AS id, c._gap AS gap, c._k AS k FROM (${scanned}) c WHERE ${condition.sql} LIMIT ${limit}`,
    parameters: [...parameters, ...condition.parameters],
    rest: {
      sql: scanSql(dialect, request, scan, { limit: 1, offset: most, anchor: one }),
      parameters,
    },
  }
}

/**
 * Reads the assignments of a term, whose index has the creation times of the items. The other conditions of the list
 * are checked on the rows of the items.
 */
function termWalk(
  { services }: ReadContext,
  request: FilteredRequest,
  { termId, isAll }: Extract<Anchor, { of: 'term' }>,
  position: Position | undefined,
): Walk {
  const { dialect } = services.database
  const { collection, statuses, order, locale, where, budget } = request
  const filter = isAll ? null : conditionOf(dialect, where.group, false)
  const afterPosition =
    position === undefined ? '' : ` AND (a.created_at, a.item_id) ${order === 'asc' ? '>' : '<'} (?, ?)`
  const assigned = (limit: string): string =>
    `SELECT a.item_id, a.created_at FROM term_assignments a WHERE a.term_id = ${textParameter} AND a.collection_id = ${textParameter}${afterPosition} ORDER BY a.created_at ${order}, a.item_id ${order} LIMIT ${limit}`
  const termParameters = [
    termId,
    collection.id,
    ...(position === undefined ? [] : [position.key, position.id]),
  ]
  const conditions = [
    'c.deleted_at IS NULL',
    `c.status IN (${statuses.map((status) => `'${status}'`).join(', ')})`,
    ...(locale === undefined ? [] : [`c.locale = ${textParameter}`]),
    ...(filter === null ? [] : [filter.sql]),
  ]
  const sorted = dialect.inOrder(`x.created_at ${order}, x.item_id ${order}`)
  return {
    page: (limit) =>
      `SELECT c.${dialect.rowKey} AS r, c.id AS id, 0 AS gap, x.created_at AS k FROM (${assigned(String(budget))}) x ${dialect.lookUp(collection.rows, 'c', 'c.id = x.item_id')} WHERE ${conditions.join(' AND ')}${sorted} LIMIT ${limit}`,
    parameters: [...termParameters, ...(locale === undefined ? [] : [locale]), ...(filter?.parameters ?? [])],
    rest: { sql: assigned(`1 OFFSET ${budget}`), parameters: termParameters },
  }
}
