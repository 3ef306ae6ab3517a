import { limits } from '@octavo/contract/limits'
import { invalid } from '../../platform/errors.ts'
import { allPredicates, type Group, type Predicate } from './where.ts'

/**
 * The filter would look at more items than one request may, and no index serves it. `canMark`: an index of a field that
 * is marked as filterable would.
 */
export function tooWide(where: Group, canMark: boolean): Error {
  return invalid(
    allPredicates(where).map((predicate) => ({
      path: predicate.path,
      message: `would look at more than ${limits.scannedItems} items one by one; ${canMark ? markOf(predicate) : ''}add a predicate that fewer items fulfil, or sort by what is filtered`,
    })),
  )
}

/** What to do where an index of the field would find the items. */
function markOf({ key, operator }: Predicate): string {
  if (key.of !== 'field' || key.field.isFilterIndexed || !key.field.isScalar) return ''
  const isFound = operator === 'eq' || operator === 'in'
  return isFound ? `mark the field "${key.field.slug}" as filterable, ` : ''
}
