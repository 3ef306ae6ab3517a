import type { ReadContext } from '../../core/context.ts'
import { encodeCursor, type Position } from '../../platform/cursor.ts'
import type { Encoded } from '../../platform/encoded.ts'
import { columnsOf, type Condition, conditionOf } from '../where/condition-store.ts'
import { countRows, mostCounted, type Select, type Total } from './count-store.ts'
import { type ExaminedRow, type FoundPage, pageAmong } from './examined-page.ts'
import { readRanked } from './given-list-store.ts'
import { firstOfGroup, groupColumns, isGrouped } from './group-condition-store.ts'
import { untranslated } from './locale-condition-store.ts'
import { budgetOfScan, type ListRequest, type Scan, scanParameters, scansFor, scanSql } from './scan-store.ts'

/**
 * Whether the items of a list depend on the other items of their translation groups, so that they are examined one by
 * one: the list shows items of the fallback where there is no translation, or one item of each group.
 */
export function isExamined(request: ListRequest): boolean {
  return isFilled(request) || isGrouped(request)
}

/** A list that shows items of the fallback where there is no translation. */
interface FilledRequest extends ListRequest {
  readonly locale: string
  readonly fallback: string
}

function isFilled(request: ListRequest): request is FilledRequest {
  return request.locale !== undefined && request.fallback !== undefined
}

/**
 * A scan of an index, with the conditions that its items must fulfil, if there are any. A list with a fallback has
 * the runs of its own locale, and those of the fallback for items without a translation.
 */
interface Run {
  readonly request: ListRequest
  readonly scan: Scan
  /** on the row `c` of an item */
  readonly condition: Condition | null
  /** whether the row `m` comes first in its translation group; null where all items are listed */
  readonly isFirstOfGroup: Condition | null
}

/** items that the first attempt examines in each run, per item of the page */
const examinedPerItem = 4
/** each further attempt examines so many times more */
const examinedFactor = 8

/**
 * A page of an examined list. The items are read in the order of the list, up to the first place after which a run
 * would have to examine too many. The page ends there even if it is not full, and its cursor continues there. This
 * bounds the cost of a page, however few of the examined items are listed. `isFull` is false if a larger budget could
 * find more items for the page.
 */
export async function readExamined(
  context: ReadContext,
  request: ListRequest,
  { name, position }: { readonly name: string; readonly position: Position | undefined },
): Promise<{ page: Encoded; isFull: boolean }> {
  const { items, next, isFull } = await findPage(context, request, position)
  const ids = items.map(({ id }) => id)
  const { page, isCut } = await readRanked(context, request, ids)
  // `isCut`: the items were too long for one answer. The cursor of such a page continues after its last item.
  const last = isCut ? items[ids.indexOf(page.ids.at(-1) ?? '')] : next
  if (last === undefined || last === null) return { page, isFull: true }
  return { page: page.withMember('nextCursor', encodeCursor(name, positionOf(request, last))), isFull }
}

/** The number of items of an examined list; a lower bound if counting would have to examine too many. */
export async function countExamined(context: ReadContext, request: ListRequest): Promise<Total> {
  const runs = runsOf(context, request, undefined)
  const maxExamined = budgetOfScan(request)
  const found = runs.map((run) => matchingRows(context, run, { maxExamined, limit: mostCounted }))
  const total = await countRows(
    context,
    found.map(({ sql }) => sql),
    found.flatMap(({ parameters }) => parameters),
  )
  if (total.isCapped) return total
  for (const run of runs.filter(isConditional)) {
    const rest = scannedRows(context, run, { limit: 1, offset: maxExamined })
    if ((await context.db.rows(rest.sql, rest.parameters)).length > 0) return { ...total, isCapped: true }
  }
  return total
}

/**
 * Finds the items of a page. Few are examined first, and more each time, up to the budget, because most pages are found
 * among few.
 */
async function findPage(
  context: ReadContext,
  request: ListRequest,
  position: Position | undefined,
): Promise<FoundPage> {
  const runs = runsOf(context, request, position)
  const budget = budgetOfScan(request)
  for (let examined = examinedPerItem * (request.limit + 1); ; examined *= examinedFactor) {
    const maxExamined = Math.min(examined, budget)
    const found = await findPageAmong(context, request, { runs, maxExamined })
    if (found.isFull || found.next === null || maxExamined === budget) return found
  }
}

/** Finds the items of a page among the first `maxExamined` of each run, by one statement. */
async function findPageAmong(
  { db, services }: ReadContext,
  request: ListRequest,
  { runs, maxExamined }: { readonly runs: readonly Run[]; readonly maxExamined: number },
): Promise<FoundPage> {
  const { order, limit } = request
  const parts = runs.flatMap((run, index) => {
    const found = matchingRows({ services }, run, { maxExamined, limit: limit + 1 })
    return isConditional(run)
      ? [found, endRows({ services }, run, { maxExamined, edge: index + 1 })]
      : [found]
  })
  const rows = await db.rows<ExaminedRow>(
    `SELECT u.id AS id, u.gap AS gap, u.k AS k, u.edge AS edge FROM (${parts.map(({ sql }) => `SELECT * FROM (${sql}) p`).join(' UNION ALL ')}) u ORDER BY u.gap, u.k ${order}, u.id ${order}, u.edge`,
    parts.flatMap(({ parameters }) => parameters),
  )
  return pageAmong(rows, limit)
}

/**
 * A SELECT of the last row that is examined in a run, and of the row after it. The run is complete without the second
 * one, and also without both, when it has fewer rows than may be examined.
 */
function endRows(
  context: Pick<ReadContext, 'services'>,
  run: Run,
  { maxExamined, edge }: { readonly maxExamined: number; readonly edge: number },
): Select {
  const { sql, parameters } = scannedRows(context, run, { limit: 2, offset: maxExamined - 1 })
  return { sql: `SELECT s.id, s.gap, s.k, ${edge} AS edge FROM (${sql}) s`, parameters }
}

/** The runs of a list after a position. */
function runsOf(
  { services }: Pick<ReadContext, 'services'>,
  request: ListRequest,
  position: Position | undefined,
): Run[] {
  const { dialect } = services.database
  const { where, view } = request
  const filter = where === undefined ? null : conditionOf(dialect, where.group, view === 'latest')
  if (isFilled(request)) return filledRuns(request, filter, position)
  const isFirstOfGroup = isGrouped(request) ? firstOfGroup(dialect, request) : null
  return scansFor(request, position).map((scan) => ({ request, scan, condition: filter, isFirstOfGroup }))
}

/** The runs of a list with a fallback: those of its locale, and those of the fallback for untranslated items. */
function filledRuns(request: FilledRequest, filter: Condition | null, position: Position | undefined): Run[] {
  const { locale, fallback } = request
  const isUntranslated = untranslated(request, locale)
  const ofFallback =
    filter === null
      ? isUntranslated
      : {
          sql: `${filter.sql} AND ${isUntranslated.sql}`,
          parameters: [...filter.parameters, ...isUntranslated.parameters],
        }
  return [
    { of: { ...request, fallback: undefined }, condition: filter },
    { of: { ...request, locale: fallback, fallback: undefined }, condition: ofFallback },
  ].flatMap(({ of, condition }) =>
    scansFor(of, position).map((scan) => ({ request: of, scan, condition, isFirstOfGroup: null })),
  )
}

/** Whether the items of a run must fulfil conditions, so that not all of them are listed. */
function isConditional({ condition, isFirstOfGroup }: Run): boolean {
  return condition !== null || isFirstOfGroup !== null
}

/** A SELECT of the first items of a run that fulfil its conditions, among those that are examined. */
function matchingRows(
  { services }: Pick<ReadContext, 'services'>,
  run: Run,
  { maxExamined, limit }: { readonly maxExamined: number; readonly limit: number },
): Select {
  const { request, scan, condition, isFirstOfGroup } = run
  if (!isConditional(run)) {
    const { sql, parameters } = scannedRows({ services }, run, { limit })
    return { sql: `SELECT s.id, s.gap, s.k, 0 AS edge FROM (${sql}) s`, parameters }
  }
  const { dialect } = services.database
  const ofFilter =
    request.where === undefined ? [] : columnsOf(request.where.group, request.view === 'latest')
  const columns = [...new Set([...groupColumns, ...ofFilter])]
  // `_` before the names gap and k, because fields of the collection can have these names.
  const examined = scanSql(dialect, request, scan, { limit: maxExamined, prefix: '_', columns })
  const where = condition === null ? '' : ` WHERE ${condition.sql}`
  const whereFirst = isFirstOfGroup === null ? '' : ` WHERE ${isFirstOfGroup.sql}`
  return {
    sql: `SELECT m.id AS id, m._gap AS gap, m._k AS k, 0 AS edge FROM (SELECT c.* FROM (${examined}) c${where}) m${whereFirst} LIMIT ${limit}`,
    parameters: [
      ...scanParameters(dialect, request, scan),
      ...(condition?.parameters ?? []),
      ...(isFirstOfGroup?.parameters ?? []),
    ],
  }
}

/** A SELECT of the rows of a run, whether they fulfil its conditions or not. */
function scannedRows(
  { services }: Pick<ReadContext, 'services'>,
  { request, scan }: Run,
  form: { readonly limit: number; readonly offset?: number },
): Select {
  const { dialect } = services.database
  return {
    sql: scanSql(dialect, request, scan, form),
    parameters: scanParameters(dialect, request, scan),
  }
}

/** The position of a row in the list, for a cursor after it. */
function positionOf({ key }: ListRequest, { gap, k, id }: ExaminedRow): Position {
  if (Number(gap) === 1) return { key: null, id }
  return { key: key.holds === 'text' ? String(k) : Number(k), id }
}
