import type { ReadContext } from '../../core/context.ts'
import type { Position } from '../../platform/cursor.ts'
import type { Encoded } from '../../platform/encoded.ts'
import { columnsOf, conditionOf } from '../where/condition-store.ts'
import { countRows, mostCounted, type Total } from './count-store.ts'
import { readMergedPage } from './merged-page-store.ts'
import { isLastPage } from './page-store.ts'
import {
  budgetOfScan,
  type FilteredRequest,
  type Scan,
  scanParameters,
  scansFor,
  scanSql,
} from './scan-store.ts'

/**
 * A way to read the items of a filtered list without an index of the filter: each scan of the list examines its items in
 * order, up to its budget, and gives those that fulfil the filter.
 */
interface Walk {
  readonly scans: readonly Scan[]
  /** a SELECT of the first examined items of a scan that fulfil the filter */
  select(scan: Scan, limit: number): string
  /** the parameters of that SELECT */
  parametersOf(scan: Scan): unknown[]
}

function walkOf({ services }: ReadContext, request: FilteredRequest, position: Position | undefined): Walk {
  const { dialect } = services.database
  const isLatest = request.view === 'latest'
  const condition = conditionOf(dialect, request.where.group, isLatest)
  const columns = columnsOf(request.where.group, isLatest)
  const budget = budgetOfScan(request)
  return {
    scans: scansFor(request, position),
    select: (scan, limit) =>
      `SELECT c._r AS r, c.id AS id, c._gap AS gap, c._k AS k FROM (${scanSql(dialect, request, scan, { limit: budget, prefix: '_', columns })}) c WHERE ${condition.sql} LIMIT ${limit}`,
    parametersOf: (scan) => [...scanParameters(dialect, request, scan), ...condition.parameters],
  }
}

/** A page of a filtered list; null if a scan ends at its budget before the page is full. */
export async function readWalked(
  context: ReadContext,
  request: FilteredRequest,
  { name, position }: { readonly name: string; readonly position: Position | undefined },
): Promise<Encoded | null> {
  const { scans, select, parametersOf } = walkOf(context, request, position)
  const answer = await readMergedPage(context, request, {
    name,
    parameters: scans.flatMap(parametersOf),
    selects: (limit) => scans.map((scan) => select(scan, limit + 1)),
  })
  // A full page of one scan is complete. With several, one that was cut could have items between those of the others.
  if (scans.length === 1 && !isLastPage(answer)) return answer
  for (const scan of scans) {
    if (!(await isCut(context, request, scan))) continue
    const [row] = await context.db.rows<{ n: number }>(
      `SELECT count(*) AS n FROM (${select(scan, request.limit + 1)}) w`,
      parametersOf(scan),
    )
    if (Number(row?.n) <= request.limit) return null
  }
  return answer
}

/**
 * Counts the items of a filtered list that the scans find within their budgets. `isExact` is false if a scan was cut, so
 * that the list can have more items; a count at its limit is exact enough.
 */
export async function countWalked(
  context: ReadContext,
  request: FilteredRequest,
): Promise<{ total: Total; isExact: boolean }> {
  const { scans, select, parametersOf } = walkOf(context, request, undefined)
  const total = await countRows(
    context,
    scans.map((scan) => select(scan, mostCounted)),
    scans.flatMap(parametersOf),
  )
  if (total.isCapped) return { total, isExact: true }
  for (const scan of scans) if (await isCut(context, request, scan)) return { total, isExact: false }
  return { total, isExact: true }
}

/** Whether a scan has more items than its budget lets it examine. */
async function isCut({ db, services }: ReadContext, request: FilteredRequest, scan: Scan): Promise<boolean> {
  const { dialect } = services.database
  const form = { limit: 1, offset: budgetOfScan(request) }
  const rows = await db.rows(scanSql(dialect, request, scan, form), scanParameters(dialect, request, scan))
  return rows.length > 0
}
