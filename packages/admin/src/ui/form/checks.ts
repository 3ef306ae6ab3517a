import { limits } from '@octavo/contract/limits'
import { isSlug, slugify } from '@octavo/contract/slug'
import i18next from 'i18next'

/** The problem of a value, found without a request; undefined if there is none. */
type Problem = string | undefined

export function longerThan(value: string, most: number): Problem {
  return value.length > most ? i18next.t('forms:tooLong', { most, count: value.length - most }) : undefined
}

export function labelProblem(value: string): Problem {
  return value.trim() === '' ? i18next.t('forms:required') : longerThan(value, limits.label)
}

/** A slug may be empty: the service makes one. */
export function slugProblem(value: string): Problem {
  if (value === '' || isSlug(value)) return undefined
  const better = slugify(value)
  return better === '' ? i18next.t('forms:slug') : i18next.t('forms:slugBetter', { better })
}

/** Names for templates; those of taxonomies have no hyphen. */
export function nameProblem(value: string, { hasHyphens = true } = {}): Problem {
  if (value === '') return i18next.t('forms:required')
  const shape = hasHyphens ? /^[a-z][a-z0-9_-]*$/ : /^[a-z][a-z0-9_]*$/
  if (!shape.test(value)) return i18next.t(hasHyphens ? 'forms:name' : 'forms:identifier')
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
