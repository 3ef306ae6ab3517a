import type { Dialect } from '../../platform/database/database.ts'

/** A column that has one value in all items of a run. */
export interface Held {
  readonly column: string
  /** SQL of the value */
  readonly value: string
  readonly parameters: readonly unknown[]
}

/** Neighbouring entries of an index: the items with given values in its first columns, in the order of its next columns. */
export interface Run {
  readonly held: readonly Held[]
  /** the next columns of the index, the id last */
  readonly keys: readonly string[]
  readonly order: 'asc' | 'desc'
  /** the position after which the run begins; null for the beginning */
  readonly behind: { readonly values: readonly string[]; readonly parameters: readonly unknown[] } | null
  /** whether another index has the keys in order, with other items in between */
  readonly hasRival?: boolean
}

interface RunSql {
  readonly conditions: readonly string[]
  readonly sort: readonly string[]
}

/**
 * The conditions and the order of a run, written so that the engine reads the index that contains it.
 *
 * A rival is another index whose order is that of the keys, without the held columns. PostgreSQL prefers it where it
 * believes that the items of the run are many and evenly spread; if they are the oldest, it reads all newer items first.
 * To exclude the rival, the first held column is compared with a list of one value and comes first in the order. (After
 * `=` the planner would treat it as a constant and drop it from the order, which then is that of the rival.)
 */
export function runSql({ plansByStatistics }: Dialect, { held, keys, order, behind, hasRival }: Run): RunSql {
  const [first] = held
  const rival = plansByStatistics && hasRival === true ? first : undefined
  const equal = held.map((one) =>
    one === rival ? `${one.column} = ANY(ARRAY[${one.value}])` : `${one.column} = ${one.value}`,
  )
  const towards = order === 'asc' ? '>' : '<'
  return {
    conditions: [...equal, ...(behind === null ? [] : [compared(keys, towards, behind.values)])],
    sort: rival === undefined ? keys : [rival.column, ...keys],
  }
}

/** The parameters of `runSql`. */
export function runParameters({ held, behind }: Run): unknown[] {
  return [...held.flatMap(({ parameters }) => parameters), ...(behind?.parameters ?? [])]
}

function compared(columns: readonly string[], operator: string, values: readonly string[]): string {
  const isOne = columns.length === 1
  return isOne
    ? `${columns[0]} ${operator} ${values[0]}`
    : `(${columns.join(', ')}) ${operator} (${values.join(', ')})`
}
