import type { Dialect } from '../../platform/database/database.ts'
import { textLiteral } from '../../core/model/data-json-store.ts'
import { type Condition, conditionOf } from '../where/condition-store.ts'
import { filterConditions, filterParameters, type ListRequest } from './scan-store.ts'

/** A list that has one item of each translation group. */
export interface GroupedRequest extends ListRequest {
  readonly preferred: readonly string[]
}

/** Whether a list has one item of each translation group. */
export function isGrouped(request: ListRequest): request is GroupedRequest {
  return request.preferred !== undefined
}

/** the columns that `firstOfGroup` reads */
export const groupColumns = ['translation_group', 'locale'] as const

/**
 * Whether the row `m`, an item that fulfils the conditions of the list, comes first among the items of its translation
 * group that fulfil them: none of the others is in a locale that comes before its own. The items of the group are
 * looked up by its id alone, and the conditions are checked on these few rows, because a server without statistics
 * would take any other index that fits.
 */
export function firstOfGroup(dialect: Dialect, request: GroupedRequest): Condition {
  const { collection, statuses, where, view, preferred } = request
  const filter = where === undefined ? null : conditionOf(dialect, where.group, view === 'latest')
  const isListed = [
    'c.deleted_at IS NULL',
    `c.status IN (${statuses.map((status) => `'${status}'`).join(', ')})`,
    ...filterConditions(dialect, request),
    ...(filter === null ? [] : [filter.sql]),
  ].join(' AND ')
  const first = `(SELECT min(CASE WHEN ${isListed} THEN ${rank('c', preferred)} END) FROM ${collection.rows} c WHERE c.translation_group = m.translation_group)`
  return {
    sql: `${rank('m', preferred)} = ${first}`,
    parameters: [...filterParameters(dialect, request), ...(filter?.parameters ?? [])],
  }
}

/**
 * A text that orders the items of a group by their locales. Locales that the site does not have any more come last, by
 * their names: `~` sorts after the digits of a rank.
 */
function rank(row: string, preferred: readonly string[]): string {
  const ranks = preferred.map(
    (locale, index) => `WHEN ${textLiteral(locale)} THEN '${String(index).padStart(rankLength, '0')}'`,
  )
  return `CASE ${row}.locale ${ranks.join(' ')} ELSE '~' || ${row}.locale END`
}

/** digits of a rank: there are fewer locales than this writes */
const rankLength = 4
