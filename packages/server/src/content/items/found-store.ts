import type { Dialect } from '../../platform/database/database.ts'
import { textParameter } from '../../platform/database/text-parameter.ts'
import type { Position } from '../../platform/cursor.ts'
import type { Condition } from '../where/condition-store.ts'
import { groupColumns } from './group-condition-store.ts'
import { localeCondition } from './locale-condition-store.ts'
import { filterConditions, filterParameters, type ListRequest } from './scan-store.ts'

/** The items that an index has found, and the rest of the query. */
interface Found {
  /** a SELECT of the row keys of all items that can be in the list; it can return one twice */
  readonly driver: Condition
  readonly condition: Condition
  /** whether the row `m` comes first in its translation group; null where all items are listed */
  readonly first: Condition | null
  readonly position: Position | undefined
  readonly limit: number
}

/**
 * A SELECT of the items that an index has found, which are few enough to be sorted. Its columns are those of `scanSql`:
 * r, the key of the row; id; gap, which is 1 for an item without a sort key; and k, the sort key.
 */
export function foundSql(
  dialect: Dialect,
  request: ListRequest,
  { driver, condition, first, position, limit }: Found,
): string {
  const { collection, statuses, key, order } = request
  const { expression } = key
  const conditions = [
    `c.deleted_at IS NULL AND c.status IN (${statuses.map((status) => `'${status}'`).join(', ')})${localeCondition(request).sql}`,
    ...filterConditions(dialect, request),
    ...(position === undefined ? [] : [afterPosition(expression, order, position)]),
    condition.sql,
  ]
  const rows = `(SELECT DISTINCT f.r AS r FROM (${driver.sql}) f) x ${dialect.lookUp(collection.rows, 'c', `c.${dialect.rowKey} = x.r`)}`
  const columns = `c.${dialect.rowKey} AS r, c.id AS id, CASE WHEN ${expression} IS NULL THEN 1 ELSE 0 END AS gap, ${expression} AS k`
  const where = conditions.join(' AND ')
  const sort = `ORDER BY gap, k ${order}, id ${order} LIMIT ${limit + 1}`
  if (first === null) return `SELECT ${columns} FROM ${rows} WHERE ${where} ${sort}`
  const found = `SELECT ${columns}, ${groupColumns.map((name) => `c.${name} AS ${name}`).join(', ')} FROM ${rows} WHERE ${where}`
  return `SELECT m.r AS r, m.id AS id, m.gap AS gap, m.k AS k FROM (${found}) m WHERE ${first.sql} ${sort}`
}

/** The parameters between those of the driver and those of the condition. */
export function foundParameters(
  dialect: Dialect,
  request: ListRequest,
  position: Position | undefined,
): unknown[] {
  return [
    ...localeCondition(request).parameters,
    ...filterParameters(dialect, request),
    ...(position === undefined ? [] : positionParameters(position)),
  ]
}

/** The parameters of `afterPosition`. */
function positionParameters({ key, id }: Position): unknown[] {
  return key === null ? [id] : [key, id]
}

/** Whether an item comes after a position. Items without a key come last in both orders. */
function afterPosition(expression: string, order: 'asc' | 'desc', { key }: Position): string {
  const towards = order === 'asc' ? '>' : '<'
  if (key === null) return `(${expression} IS NULL AND c.id ${towards} ${textParameter})`
  return `((${expression}, c.id) ${towards} (?, ?) OR ${expression} IS NULL)`
}
