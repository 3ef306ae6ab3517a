import type { Dialect } from '../../platform/database/database.ts'
import { foldedText } from '../../platform/sort-key.ts'
import { quote } from '../../core/model/model.ts'
import { parameterOf, storedValue } from './condition-store.ts'
import { type Group, isGroup, type Predicate, requiredPredicates } from './where.ts'

/**
 * A predicate whose index has the newest items first. If it is the whole filter, a list reads no more items than its
 * page has; otherwise the other predicates are checked on the items that it finds, up to a limit.
 */
export type Anchor =
  | {
      readonly of: 'field'
      readonly column: string
      /** a parameter of its type */
      readonly parameter: string
      /** the values; every item has at most one of them */
      readonly values: readonly (string | number)[]
      /** whether every item that the index finds fulfils the filter, because it has no other predicate */
      readonly isAll: boolean
    }
  | { readonly of: 'term'; readonly termId: string; readonly isAll: boolean }

/** limit of values of a predicate, because the index is read once for each value */
const maxValues = 10

/** The best anchor of a filter on live items; null without one. */
export function anchorOf(dialect: Dialect, where: Group): Anchor | null {
  const required = requiredPredicates(where)
  const isAll = required.length === 1 && isConjunction(where)
  for (const predicate of required) {
    const found = fieldAnchor(dialect, predicate, isAll) ?? termAnchor(predicate, isAll)
    if (found !== null) return found
  }
  return null
}

/** Whether a predicate names few values; the index of its key has the items of each in the order of creation. */
export function isEquality({ operator, values }: Predicate): boolean {
  return (operator === 'eq' || operator === 'in') && values.length <= maxValues
}

/** Whether all members of the groups are required. */
export function isConjunction({ join, members }: Group): boolean {
  return (
    (join === 'and' || members.length === 1) && members.every((one) => !isGroup(one) || isConjunction(one))
  )
}

function fieldAnchor(dialect: Dialect, predicate: Predicate, isAll: boolean): Anchor | null {
  const { key, values } = predicate
  if (key.of !== 'field' || !key.field.isFilterIndexed || !isEquality(predicate)) return null
  const { field } = key
  const isFolded = field.type.sortsFolded === true
  // Equal texts have the same case-folded form, which the index contains.
  const indexValues = isFolded ? values.map((value) => foldedText(String(value))) : values.map(storedValue)
  return {
    of: 'field',
    column: `c.${quote(field.sortColumn)}`,
    parameter: parameterOf(dialect, field),
    values: [...new Set(indexValues)],
    // Different texts can have the same form, so the texts themselves are still to be compared.
    isAll: isAll && !isFolded,
  }
}

function termAnchor({ key, operator, values }: Predicate, isAll: boolean): Anchor | null {
  const [termId] = values
  const isOne = (operator === 'eq' || operator === 'in') && values.length === 1
  return key.of === 'terms' && isOne ? { of: 'term', termId: String(termId), isAll } : null
}
