import type { Dialect } from '../../platform/database/database.ts'

/** A column that has one value in all items of a run. */
export interface FixedColumn {
  readonly column: string
  /** SQL of the value */
  readonly value: string
  readonly parameters: readonly unknown[]
}

/**
 * Neighbouring entries of an index: the items with the same values in its first columns, in the order of its next
 * columns.
 */
export interface Run {
  readonly fixed: readonly FixedColumn[]
  /** the next columns of the index, the id last */
  readonly keys: readonly string[]
  readonly order: 'asc' | 'desc'
  /** the position after which the run begins; null for the beginning */
  readonly after: { readonly values: readonly string[]; readonly parameters: readonly unknown[] } | null
  /**
   * whether there is a rival (see `runSql`): another index with the same keys, but also with items that are not in the
   * run
   */
  readonly hasRival?: boolean
}

interface RunSql {
  readonly conditions: readonly string[]
  readonly sort: readonly string[]
}

/**
 * The conditions and the order of a run, written so that the database reads the index of the run.
 *
 * A rival is an index on the keys alone. PostgreSQL prefers it if it expects many items of the run, evenly spread
 * among the others. If they are all at its end, PostgreSQL then reads all other items first. The rival is excluded by
 * an order that it does not have: the first fixed column comes first in ORDER BY. This column is compared with a list
 * of one value, because after a comparison by `=` the planner drops it from the order.
 */
export function runSql({ plansByStatistics }: Dialect, { fixed, keys, order, after, hasRival }: Run): RunSql {
  const [first] = fixed
  const rival = plansByStatistics && hasRival === true ? first : undefined
  const equal = fixed.map((one) =>
    one === rival ? `${one.column} = ANY(ARRAY[${one.value}])` : `${one.column} = ${one.value}`,
  )
  const towards = order === 'asc' ? '>' : '<'
  return {
    conditions: [...equal, ...(after === null ? [] : [rowComparison(keys, towards, after.values)])],
    sort: rival === undefined ? keys : [rival.column, ...keys],
  }
}

/** The parameters of `runSql`. */
export function runParameters({ fixed, after }: Run): unknown[] {
  return [...fixed.flatMap(({ parameters }) => parameters), ...(after?.parameters ?? [])]
}

function rowComparison(columns: readonly string[], operator: string, values: readonly string[]): string {
  const isOne = columns.length === 1
  return isOne
    ? `${columns[0]} ${operator} ${values[0]}`
    : `(${columns.join(', ')}) ${operator} (${values.join(', ')})`
}
