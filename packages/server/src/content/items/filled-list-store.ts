import type { ReadContext } from '../../core/context.ts'
import { encodeCursor, type Position } from '../../platform/cursor.ts'
import type { Encoded } from '../../platform/encoded.ts'
import { columnsOf, type Condition, conditionOf } from '../where/condition-store.ts'
import { countRows, mostCounted, type Total } from './count-store.ts'
import { readRanked } from './given-list-store.ts'
import { untranslated } from './locale-condition-store.ts'
import { type ListRequest, type Scan, scanParameters, scansFor, scanSql } from './scan-store.ts'

/** A list that shows items of the fallback where there is no translation. */
export interface FilledRequest extends ListRequest {
  readonly locale: string
  readonly fallback: string
}

export function isFilled(request: ListRequest): request is FilledRequest {
  return request.locale !== undefined && request.fallback !== undefined
}

/**
 * A scan of the index of one locale, with the condition that its items must fulfil, if there is one. A list with a
 * fallback has the runs of its own locale, and those of the fallback for items without a translation.
 */
interface Run {
  readonly request: ListRequest
  readonly scan: Scan
  readonly condition: Condition | null
}

interface RankedRow {
  readonly id: string
  /** 1 for an item without a sort key, which comes after the others; else 0 */
  readonly gap: number
  /** the sort key */
  readonly k: unknown
  /** 0 for an item of the list; else the number of the run that ends at this row */
  readonly edge: number
}

/** The found part of a page, and the row after which the rest begins; null if there is no rest. */
interface Ranking {
  readonly items: readonly RankedRow[]
  readonly next: RankedRow | null
  readonly isFull: boolean
}

/** items that the first attempt examines in each run, per item of the page */
const firstExamined = 4

/**
 * A page of such a list. The items of both locales are read in the order of the list, up to the first place after
 * which a run would have to examine too many. The page ends there even if it is not full, and its cursor continues
 * there. This bounds the cost of a page, however few items are translated.
 */
export async function readFilled(
  context: ReadContext,
  request: FilledRequest,
  { name, position }: { readonly name: string; readonly position: Position | undefined },
): Promise<{ page: Encoded; isFull: boolean }> {
  const { items, next, isFull } = await rank(context, request, position)
  const ids = items.map(({ id }) => id)
  const { page, isCut } = await readRanked(context, request, ids)
  // The cursor of a page that long items shorten continues after its last item.
  const last = isCut ? items[ids.indexOf(page.ids.at(-1) ?? '')] : next
  if (last === undefined || last === null) return { page, isFull: true }
  return { page: page.withMember('nextCursor', encodeCursor(name, placeOf(request, last))), isFull }
}

/** The number of items of such a list; a lower bound if counting would have to examine too many. */
export async function countFilled(context: ReadContext, request: FilledRequest): Promise<Total> {
  const runs = runsOf(context, request, undefined)
  const found = runs.map((run) =>
    matchingRows(context, run, { maxExamined: request.budget, limit: mostCounted }),
  )
  const total = await countRows(
    context,
    found.map(({ sql }) => sql),
    found.flatMap(({ parameters }) => parameters),
  )
  if (total.isCapped) return total
  for (const run of runs.filter(({ condition }) => condition !== null)) {
    const rest = scanCondition(context, run, { limit: 1, offset: request.budget })
    if ((await context.db.rows(rest.sql, rest.parameters)).length > 0) return { ...total, isCapped: true }
  }
  return total
}

/** Examines few items first, because most pages are found among them. */
async function rank(
  context: ReadContext,
  request: FilledRequest,
  position: Position | undefined,
): Promise<Ranking> {
  const runs = runsOf(context, request, position)
  const first = await rankWithin(context, request, { runs, maxExamined: firstExamined * (request.limit + 1) })
  if (first.isFull || first.next === null) return first
  return rankWithin(context, request, { runs, maxExamined: request.budget })
}

async function rankWithin(
  { db, services }: ReadContext,
  request: FilledRequest,
  { runs, maxExamined }: { readonly runs: readonly Run[]; readonly maxExamined: number },
): Promise<Ranking> {
  const { order, limit } = request
  const parts = runs.flatMap((run, index) => {
    const found = matchingRows({ services }, run, { maxExamined, limit: limit + 1 })
    if (run.condition === null) return [found]
    // The last row that is examined, and the row after it; without such a row the run is complete.
    const end = scanCondition({ services }, run, { limit: 2, offset: maxExamined - 1 })
    return [found, { ...end, sql: `SELECT s.id, s.gap, s.k, ${index + 1} AS edge FROM (${end.sql}) s` }]
  })
  const rows = await db.rows<RankedRow>(
    `SELECT u.id AS id, u.gap AS gap, u.k AS k, u.edge AS edge FROM (${parts.map(({ sql }) => `SELECT * FROM (${sql}) p`).join(' UNION ALL ')}) u ORDER BY u.gap, u.k ${order}, u.id ${order}, u.edge`,
    parts.flatMap(({ parameters }) => parameters),
  )
  return rankingOf(rows, limit)
}

/** The page among the rows of all runs, in the order of the list: up to its limit, or to the first end of a run. */
function rankingOf(rows: readonly RankedRow[], limit: number): Ranking {
  const ends = Map.groupBy(
    rows.filter(({ edge }) => Number(edge) !== 0),
    ({ edge }) => Number(edge),
  )
  // A run that has a row after the last examined one is not complete, so the page ends there.
  const unfinished = new Set([...ends.values()].flatMap(([end, next]) => (next === undefined ? [] : [end])))
  const items: RankedRow[] = []
  for (const row of rows) {
    if (unfinished.has(row))
      return {
        items,
        next: items.length < limit ? row : (items.at(-1) ?? null),
        isFull: items.length === limit,
      }
    if (Number(row.edge) !== 0) continue
    if (items.length === limit) return { items, next: items.at(-1) ?? null, isFull: true }
    items.push(row)
  }
  return { items, next: null, isFull: items.length === limit }
}

function runsOf(
  { services }: Pick<ReadContext, 'services'>,
  request: FilledRequest,
  position: Position | undefined,
): Run[] {
  const { where, locale, fallback, view } = request
  const filter =
    where === undefined ? null : conditionOf(services.database.dialect, where.group, view === 'latest')
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
  ].flatMap(({ of, condition }) => scansFor(of, position).map((scan) => ({ request: of, scan, condition })))
}

/** A SELECT of the first items of a run that fulfil its condition, among those that are examined. */
function matchingRows(
  { services }: Pick<ReadContext, 'services'>,
  run: Run,
  { maxExamined, limit }: { readonly maxExamined: number; readonly limit: number },
): Condition {
  const { request, scan, condition } = run
  if (condition === null) {
    const { sql, parameters } = scanCondition({ services }, run, { limit })
    return { sql: `SELECT s.id, s.gap, s.k, 0 AS edge FROM (${sql}) s`, parameters }
  }
  const { dialect } = services.database
  const ofFilter =
    request.where === undefined ? [] : columnsOf(request.where.group, request.view === 'latest')
  const columns = ['translation_group', ...ofFilter]
  const examined = scanSql(dialect, request, scan, { limit: maxExamined, prefix: '_', columns })
  return {
    sql: `SELECT c.id AS id, c._gap AS gap, c._k AS k, 0 AS edge FROM (${examined}) c WHERE ${condition.sql} LIMIT ${limit}`,
    parameters: [...scanParameters(dialect, request, scan), ...condition.parameters],
  }
}

function scanCondition(
  { services }: Pick<ReadContext, 'services'>,
  { request, scan }: Run,
  form: { readonly limit: number; readonly offset?: number },
): Condition {
  const { dialect } = services.database
  return {
    sql: scanSql(dialect, request, scan, form),
    parameters: scanParameters(dialect, request, scan),
  }
}

function placeOf({ key }: ListRequest, { gap, k, id }: RankedRow): Position {
  if (Number(gap) === 1) return { key: null, id }
  return { key: key.holds === 'text' ? String(k) : Number(k), id }
}
