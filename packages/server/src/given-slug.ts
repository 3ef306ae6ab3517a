import { isSlug, slugify } from '@octavo/contract/slug'
import { brokenAt } from './errors.ts'

/** The slug that was given, else one made of `text`; VALIDATION_ERROR when there is nothing in it to make one of. */
export function slugOrMade(given: string | undefined, text: string, source: 'title' | 'label'): string {
  if (given !== undefined) return given
  const made = slugify(text)
  if (isSlug(made)) return made
  throw brokenAt('slug', 'slugNeeded', { source })
}
