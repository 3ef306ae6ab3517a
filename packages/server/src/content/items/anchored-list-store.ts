import type { ReadContext } from '../../core/context.ts'
import type { Dialect } from '../../platform/database/database.ts'
import { textParameter } from '../../platform/database/text-parameter.ts'
import type { Encoded } from '../../platform/encoded.ts'
import type { Position } from '../../platform/cursor.ts'
import { type Anchor, anchorOf } from '../where/anchor-store.ts'
import { columnsOf, conditionOf } from '../where/condition-store.ts'
import { countRows, mostCounted, type Select, type Total } from './count-store.ts'
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
 * A scan of the index of an anchor. The anchor is the predicate of a filter (one value of a field, or one term) whose
 * index has the matching items in the order of the list. Conditions that the index does not cover are checked on each
 * row that it gives, up to a limit of examined rows.
 */
interface AnchoredScan {
  /**
   * a SELECT of the first items that fulfil the filter; its columns are those of `scanSql`: r (the key of the row), id,
   * gap (0 here, because each item has a sort key) and k (the sort key)
   */
  readonly page: (limit: number) => string
  readonly parameters: readonly unknown[]
  /** a SELECT of the first item after those that are examined; null if each item fulfils the filter */
  readonly rest: Select | null
}

/**
 * A page of a filtered list, read by the scans of its anchor. It costs no more than a page of the unfiltered list. Null
 * if the list has no anchor, or if too many items would be examined.
 */
export async function readAnchored(
  context: ReadContext,
  request: FilteredRequest,
  { name, position }: { readonly name: string; readonly position: Position | undefined },
): Promise<Encoded | null> {
  const scans = anchoredScans(context, request, position)
  if (scans === null) return null
  const answer = await readMergedPage(context, request, {
    name,
    parameters: scans.flatMap(({ parameters }) => parameters),
    selects: (limit) => scans.map(({ page }) => page(limit + 1)),
  })
  // A full page of one scan is complete. With several, one that was cut could have items between those of the others.
  if (scans.length === 1 && !isLastPage(answer)) return answer
  for (const scan of scans) if (await isCut(context, scan, request.limit)) return null
  return answer
}

/**
 * Counts the items of a filtered list by the scans of its anchor. `isExact` is false if only a part of the index was
 * examined, so that the list can have more items. Null if the list has no anchor.
 */
export async function countAnchored(
  context: ReadContext,
  request: FilteredRequest,
): Promise<{ total: Total; isExact: boolean } | null> {
  const scans = anchoredScans(context, request, undefined)
  if (scans === null) return null
  const total = await countRows(
    context,
    scans.map(({ page }) => page(mostCounted)),
    scans.flatMap(({ parameters }) => parameters),
  )
  // More than are counted, wherever the scans end.
  if (total.isCapped) return { total, isExact: true }
  for (const scan of scans) if (await isLong(context, scan)) return { total, isExact: false }
  return { total, isExact: true }
}

/** The predicate whose index has the items of a list in its order; null when there is none. */
export function anchorOfList(dialect: Dialect, request: FilteredRequest): Anchor | null {
  return isByTime(request) ? anchorOf(dialect, request.where.group) : null
}

/**
 * The scans of the anchor of a list: one for a term, else one for each value, status and locale. Null without an
 * anchor.
 */
function anchoredScans(
  context: ReadContext,
  request: FilteredRequest,
  position: Position | undefined,
): AnchoredScan[] | null {
  const anchor = anchorOfList(context.services.database.dialect, request)
  if (anchor === null) return null
  if (anchor.of === 'term') return [termScan(context, request, anchor, position)]
  const { column, parameter, values, isAll } = anchor
  // The scans of several locales, and those of several values, share the limit of items that are read.
  const most = Math.floor(budgetOfScan(request) / values.length)
  return scansFor(request, position).flatMap((scan) =>
    values.map((value) => {
      const one = { column, value: parameter, parameters: [value] }
      return fieldScan(context, request, { one, isAll, scan, most })
    }),
  )
}

/** Whether a list has live items in the order of their creation: the indexes are for such lists only. */
export function isByTime({ view, key, words, hasPendingDraft }: ListRequest): boolean {
  return view === 'live' && key.name === 'createdAt' && words.length === 0 && hasPendingDraft === undefined
}

/** Whether the limit of examined items ended a scan before it had found enough items for the page. */
async function isCut(context: ReadContext, scan: AnchoredScan, limit: number): Promise<boolean> {
  if (!(await isLong(context, scan))) return false
  const [row] = await context.db.rows<{ n: number }>(
    `SELECT count(*) AS n FROM (${scan.page(limit + 1)}) s`,
    scan.parameters,
  )
  return Number(row?.n) <= limit
}

/** Whether a scan has more items than are examined. */
async function isLong({ db }: ReadContext, { rest }: AnchoredScan): Promise<boolean> {
  return rest !== null && (await db.rows(rest.sql, rest.parameters)).length > 0
}

interface FieldScan {
  /** the column of the index, and the one value that the items have in it */
  readonly one: FixedColumn
  /** whether the filter has no other condition, so that all items of the scan fulfil it */
  readonly isAll: boolean
  /** the status and locale of the items, and where the page begins */
  readonly scan: Scan
  /** the number of items that the scan examines at most */
  readonly most: number
}

/** The scan of the items with one value of a field. */
function fieldScan(
  { services }: ReadContext,
  request: FilteredRequest,
  { one, isAll, scan, most }: FieldScan,
): AnchoredScan {
  const { dialect } = services.database
  const parameters = scanParameters(dialect, request, scan, one)
  if (isAll) {
    const page = (limit: number): string => scanSql(dialect, request, scan, { limit, anchor: one })
    return { page, parameters, rest: null }
  }
  const { group } = request.where
  // `false`: of the live values, because only lists of live items have an anchor.
  const condition = conditionOf(dialect, group, false)
  // `_` before the names r, gap and k, because fields of the collection can have these names.
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
 * The scan of the items with a term. It reads the assignments of the term, whose index has the creation times of the
 * items. The other conditions of the list are checked on the rows of the items.
 */
function termScan(
  { services }: ReadContext,
  request: FilteredRequest,
  { termId, isAll }: Extract<Anchor, { of: 'term' }>,
  position: Position | undefined,
): AnchoredScan {
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
