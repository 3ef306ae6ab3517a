import type { ReadContext } from '../../core/context.ts'
import { textParameter } from '../../platform/database/text-parameter.ts'
import { Encoded } from '../../platform/encoded.ts'
import type { Position } from '../../platform/cursor.ts'
import { type Condition, conditionOf } from '../where/condition-store.ts'
import { countRows, mostCounted, type Total } from './count-store.ts'
import { localeCondition } from './locale-condition-store.ts'
import { emptyPage, withoutCursor } from './page-store.ts'
import { readMergedPage } from './merged-page-store.ts'
import { filterConditions, filterParameters, type ListRequest } from './scan-store.ts'
import type { SortKey } from './sort.ts'

export interface GivenRequest extends ListRequest {
  readonly ids: readonly string[]
}

/** sorts by the position among the ids of the request, which every item has (so there are no `gaps`) */
const givenOrder: SortKey = {
  name: 'ids',
  expression: 'x.key',
  holds: 'integer',
  phases: () => ({ values: true, gaps: false }),
  hasIndexOfItsOwn: false,
}

/**
 * The request for items by their ids, in the order of the ids. It has one page, unless the interface limits pages to
 * `most` items.
 */
export function inGivenOrder(
  request: ListRequest,
  ids: readonly string[],
  most = Number.POSITIVE_INFINITY,
): GivenRequest {
  const distinct = [...new Set(ids)]
  return { ...request, ids: distinct, key: givenOrder, order: 'asc', limit: Math.min(distinct.length, most) }
}

/** The items with these ids that are in the list, in the order of the ids. */
export async function readGiven(
  context: ReadContext,
  request: GivenRequest,
  { name, position }: { readonly name: string; readonly position: Position | undefined },
): Promise<Encoded> {
  const { sql, parameters } = givenSql(context, request, position)
  return readMergedPage(context, request, {
    name,
    parameters,
    selects: (limit) => [firstOf(context, sql, limit + 1)],
  })
}

/**
 * Reads items that were found before, in the order of `ids`, as a page without a cursor; `isCut` if it has only the
 * first ones because they are long. Of the conditions of the list only the status and the trash are checked again,
 * because another call can have changed them meanwhile.
 */
export async function readRanked(
  context: ReadContext,
  request: ListRequest,
  ids: readonly string[],
): Promise<{ page: Encoded; isCut: boolean }> {
  if (ids.length === 0) return { page: new Encoded(emptyPage, null), isCut: false }
  const { sql, parameters } = givenSql(
    context,
    { ...request, ids, locale: undefined, words: [], where: undefined, hasPendingDraft: undefined },
    undefined,
  )
  const ranked: ListRequest = { ...request, key: givenOrder, order: 'asc', limit: ids.length, givesIds: true }
  const selects = (limit: number): string[] => [firstOf(context, sql, limit + 1)]
  return withoutCursor(await readMergedPage(context, ranked, { name: 'ranked', parameters, selects }))
}

/** The first rows. SQLite keeps the order of the ids in the join, so there `inOrder` adds nothing. */
function firstOf({ services }: ReadContext, sql: string, limit: number): string {
  return `${sql}${services.database.dialect.inOrder('k, id')} LIMIT ${limit}`
}

/** Counts the items with these ids that are in the list. */
export async function countGiven(context: ReadContext, request: GivenRequest): Promise<Total> {
  const { sql, parameters } = givenSql(context, request, undefined)
  return countRows(context, [`${sql} LIMIT ${mostCounted}`], parameters)
}

/** A SELECT of the items with the ids, with the columns of `scanSql`. Their sort key is the position of the id. */
function givenSql(
  { services }: ReadContext,
  request: GivenRequest,
  position: Position | undefined,
): Condition {
  const { dialect } = services.database
  const { collection, statuses, ids, where, view } = request
  const locale = localeCondition(request)
  const filter = where === undefined ? null : conditionOf(dialect, where.group, view === 'latest')
  const conditions = [
    `c.deleted_at IS NULL AND c.status IN (${statuses.map((status) => `'${status}'`).join(', ')})${locale.sql}`,
    ...filterConditions(dialect, request),
    ...(position === undefined ? [] : ['x.key > ?']),
    ...(filter === null ? [] : [filter.sql]),
  ]
  return {
    sql: `SELECT c.${dialect.rowKey} AS r, c.id AS id, 0 AS gap, x.key AS k FROM ${dialect.elements(textParameter, 'x')} ${dialect.lookUp(collection.rows, 'c', 'c.id = x.value')} WHERE ${conditions.join(' AND ')}`,
    parameters: [
      JSON.stringify(ids),
      ...locale.parameters,
      ...filterParameters(dialect, request),
      ...(position === undefined ? [] : [position.key]),
      ...(filter?.parameters ?? []),
    ],
  }
}
