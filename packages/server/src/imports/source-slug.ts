import { isSlug, slugify } from '@octavo/contract/slug'
import { isReservedSlug } from '../content/items/slugs.ts'

/** The slug from the export, converted to a valid one; otherwise derived from `text`, else from `fallback`. */
export function sourceSlug(given: string, text: string, fallback: string): string {
  for (const candidate of [decoded(given), slugify(decoded(given)), slugify(text), slugify(fallback)]) {
    // A reserved slug gets the number of the first one that is not free.
    if (isSlug(candidate)) return isReservedSlug(candidate) ? `${candidate}-2` : candidate
  }
  return 'item'
}

/** A slug without percent-encoding, which slugs in other alphabets have. A truncated last character is removed. */
function decoded(slug: string): string {
  try {
    return decodeURIComponent(slug).normalize('NFC')
  } catch {
    return decoded(slug.replace(/%[^%]*$/, ''))
  }
}
