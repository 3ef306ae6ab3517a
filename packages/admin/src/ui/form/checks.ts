import { limits } from '@octavo/contract/limits'
import { isSlug, slugify } from '@octavo/contract/slug'
import i18next from 'i18next'

/** The problem of a value, found without a request; undefined if there is none. */
type Problem = string | undefined

/** The problem of a text with more characters than allowed. */
export function longerThan(value: string, most: number): Problem {
  return value.length > most ? i18next.t('forms:tooLong', { most, count: value.length - most }) : undefined
}

/** The problem of a label, which is required. */
export function labelProblem(value: string): Problem {
  return value.trim() === '' ? i18next.t('forms:required') : longerThan(value, limits.label)
}

/** The problem of a slug. It may be empty, because then the service makes one. */
export function slugProblem(value: string): Problem {
  if (value === '' || isSlug(value)) return undefined
  const better = slugify(value)
  return better === '' ? i18next.t('forms:slug') : i18next.t('forms:slugBetter', { better })
}

/** The problem of a name for templates. Names of taxonomies have no hyphens. */
export function nameProblem(value: string, { hasHyphens = true } = {}): Problem {
  if (value === '') return i18next.t('forms:required')
  const pattern = hasHyphens ? /^[a-z][a-z0-9_-]*$/ : /^[a-z][a-z0-9_]*$/
  if (!pattern.test(value)) return i18next.t(hasHyphens ? 'forms:name' : 'forms:identifier')
  return longerThan(value, limits.fieldSlug)
}

/** A name for templates, made from the label; empty when the label has no usable characters. */
export function nameFrom(label: string, { hasHyphens = true } = {}): string {
  return slugify(label)
    .replace(/[^a-z0-9]+/g, hasHyphens ? '-' : '_')
    .replace(/^[^a-z]+/, '')
    .slice(0, limits.fieldSlug)
    .replace(/[-_]+$/, '')
}
