import { isSlug, slugify } from '@octavo/contract/slug'
import { brokenAt } from './errors.ts'
import { nextFreeSlug } from './free-slug.ts'

interface Naming {
  /** the slug that the input has; the insertion refuses it if it is taken */
  readonly given: string | undefined
  /** the text to derive a slug from if none is given */
  readonly text: string
  /** the member of the input that has the text, for the message */
  readonly source: 'title' | 'label'
  /** those of some slugs that are in use */
  readonly takenAmong: (slugs: readonly string[]) => Promise<ReadonlySet<string>>
}

/**
 * The given slug, else a free one derived from `text`; throws VALIDATION_ERROR when the text contains nothing to derive
 * it from.
 */
export async function givenOrFreeSlug({ given, text, source, takenAmong }: Naming): Promise<string> {
  if (given !== undefined) return given
  const derived = slugify(text)
  if (!isSlug(derived)) throw brokenAt('slug', 'slugNeeded', { source })
  return (await takenAmong([derived])).has(derived) ? nextFreeSlug(derived, takenAmong) : derived
}
