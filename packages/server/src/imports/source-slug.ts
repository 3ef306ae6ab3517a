import { isSlug, slugify } from '@octavo/contract/slug'
import { isReservedSlug } from '../content/slugs.ts'

/** The slug that something of an export had, or the nearest that is one here; made of `text`, else of `fallback`. */
export function sourceSlug(given: string, text: string, fallback: string): string {
  for (const candidate of [decoded(given), slugify(decoded(given)), slugify(text), slugify(fallback)]) {
    if (isSlug(candidate)) return isReservedSlug(candidate) ? `${candidate}-2` : candidate
  }
  return 'item'
}

/** Slugs of other alphabets are written with percent signs, and cut anywhere. */
function decoded(slug: string): string {
  try {
    return decodeURIComponent(slug).normalize('NFC')
  } catch {
    return decoded(slug.replace(/%[^%]*$/, ''))
  }
}
