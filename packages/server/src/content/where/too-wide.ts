import { limits } from '@octavo/contract/limits'
import { invalid } from '../../platform/errors.ts'
import { allPredicates, type Group } from './where.ts'

/** The filter would look at more items than one request may, and no index serves it. */
export function tooWide(where: Group): Error {
  return invalid(
    allPredicates(where).map(({ path }) => ({
      path,
      message: `would look at more than ${limits.scannedItems} items one by one; add a predicate that fewer items fulfil, or sort by what is filtered`,
    })),
  )
}
