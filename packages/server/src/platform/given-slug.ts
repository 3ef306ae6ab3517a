import { isSlug, slugify } from '@octavo/contract/slug'
import { brokenAt } from './errors.ts'
import { nextFreeSlug } from './free-slug.ts'

interface Naming {
  readonly given: string | undefined
  /** the text to derive a slug from if none is given */
  readonly text: string
  readonly source: 'title' | 'label'
  readonly takenAmong: (slugs: readonly string[]) => Promise<ReadonlySet<string>>
}

/**
 * The given slug, else a free one derived from `text`; throws VALIDATION_ERROR when the text contains nothing to derive
 * it from.
 */
export async function slugOrMade({ given, text, source, takenAmong }: Naming): Promise<string> {
  if (given !== undefined) return given
  const made = slugify(text)
  if (!isSlug(made)) throw brokenAt('slug', 'slugNeeded', { source })
  return (await takenAmong([made])).has(made) ? nextFreeSlug(made, takenAmong) : made
}
