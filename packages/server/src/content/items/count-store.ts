import { limits } from '@octavo/contract/limits'
import type { ReadContext } from '../../core/context.ts'
import { type ListRequest, scanParameters, scansFor, scanSql } from './scan-store.ts'

/**
 * The number of items of a list. It is exact up to `limits.counted`; `isCapped` if there are more, or can be more.
 */
export interface Total {
  readonly count: number
  readonly isCapped: boolean
}

/** A SELECT with its parameters. */
export interface Select {
  readonly sql: string
  readonly parameters: readonly unknown[]
}

/** rows that a count reads at most: one more than it returns */
export const mostCounted = limits.counted + 1

/** The number of rows of several SELECTs together; `parameters` are those of all of them, in order. */
export async function countRows(
  { db }: ReadContext,
  selects: readonly string[],
  parameters: readonly unknown[],
): Promise<Total> {
  const rows = selects.map((select) => `SELECT 1 AS one FROM (${select}) s`).join(' UNION ALL ')
  const [row] = await db.rows<{ n: number }>(
    `SELECT count(*) AS n FROM (SELECT a.one FROM (${rows}) a LIMIT ${mostCounted}) b`,
    parameters,
  )
  const count = Number(row?.n)
  return { count: Math.min(count, limits.counted), isCapped: count > limits.counted }
}

/** The number of items of a list without a filter. */
export async function countListed(context: ReadContext, request: ListRequest): Promise<Total> {
  const { dialect } = context.services.database
  const scans = scansFor(request, undefined)
  const selects = scans.map((scan) => scanSql(dialect, request, scan, { limit: mostCounted }))
  return countRows(
    context,
    selects,
    scans.flatMap((scan) => scanParameters(dialect, request, scan)),
  )
}
