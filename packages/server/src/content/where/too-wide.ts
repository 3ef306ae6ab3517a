import { invalid } from '../../platform/errors.ts'
import { isEquality } from './anchor-store.ts'
import {
  allPredicates,
  type Group,
  type Operator,
  type Predicate,
  requiredPredicates,
  type SystemKey,
} from './where.ts'

interface ListCost {
  /** the items that the list may read one by one */
  readonly budget: number
  /** whether an index of a filterable field has the items in the order of the list */
  readonly hasListIndex: boolean
  /** whether an index finds the items that fulfil a predicate */
  readonly isIndexed: (predicate: Predicate) => boolean
}

/**
 * The error for a filter that would read too many items without an index. The issues name the predicates without an
 * index, including those that would have one if their field was filterable; if there are none, all predicates.
 */
export function tooWide(where: Group, { budget, hasListIndex, isIndexed }: ListCost): Error {
  const required = new Set(requiredPredicates(where))
  const all = allPredicates(where).map((predicate) => {
    const isRequired = required.has(predicate)
    const filterable = isRequired && hasListIndex ? filterableAdvice(predicate) : ''
    const sort = isRequired ? sortAdvice(predicate) : ''
    return {
      predicate,
      filterable,
      sort,
      // No index serves a predicate that is one of several alternatives.
      isCause: filterable !== '' || !isRequired || !isIndexed(predicate),
    }
  })
  const causes = all.filter(({ isCause }) => isCause)
  return invalid(
    (causes.length === 0 ? all : causes).map(({ predicate, filterable, sort }) => ({
      path: predicate.path,
      message: `would look at more than ${budget} items one by one; ${filterable}add a predicate that fewer items fulfil${sort}`,
    })),
  )
}

/** keys by which lists cannot sort, and the status, with which every index of a list begins already */
const columnsWithoutOrder: ReadonlySet<SystemKey> = new Set(['id', 'status', 'locale', 'authorId'])
const operatorsOfOrder: ReadonlySet<Operator> = new Set(['eq', 'in', 'lt', 'lte', 'gt', 'gte', 'startsWith'])

/** The advice to sort by the key of the predicate, if a list in this order has the items next to each other. */
function sortAdvice({ key, operator }: Predicate): string {
  const isSorted =
    key.of === 'field' ? key.field.isScalar : key.of === 'column' && !columnsWithoutOrder.has(key.name)
  return isSorted && operatorsOfOrder.has(operator) ? ', or sort by what is filtered' : ''
}

/** The advice to mark the field as filterable, if an index would help; otherwise empty. */
function filterableAdvice(predicate: Predicate): string {
  const { key } = predicate
  if (key.of !== 'field' || key.field.isFilterIndexed || !key.field.isScalar) return ''
  return isEquality(predicate) ? `mark the field "${key.field.slug}" as filterable, ` : ''
}
