import { viewFilterOperators } from '@octavo/contract/view-queries'
import type { Collection, Field } from '../../session/session.tsx'

/** One condition of a list, besides its status and language. */
export interface Filter {
  readonly key: string
  /** dates: `gte` from this day on, `lt` before it */
  readonly operator: (typeof viewFilterOperators)[number]
  readonly value: string
}

export const filteredTimes = ['updatedAt', 'createdAt', 'publishedAt'] as const

/** the most conditions that one list takes */
const most = 10

/** Whether lists can be filtered by a field, by choosing one of its values. */
export function isFiltered({ type }: Field): boolean {
  return type === 'select' || type === 'boolean'
}

export function isTime(key: string): boolean {
  return filteredTimes.some((time) => time === key)
}

/** The text of filters in a URL. */
export function writeFilters(filters: readonly Filter[]): string {
  return filters.map(({ key, operator, value }) => [key, operator, encoded(value)].join('~')).join(',')
}

function encoded(value: string): string {
  return encodeURIComponent(value).replaceAll('~', '%7E')
}

/** The filters in a URL, whatever they name. */
export function splitFilters(text: string): readonly Filter[] {
  return text.split(',').flatMap((part): readonly Filter[] => {
    const [key = '', written, encodedValue = ''] = part.split('~')
    const operator = viewFilterOperators.find((name) => name === written)
    const value = decoded(encodedValue)
    return key === '' || operator === undefined || value === '' ? [] : [{ key, operator, value }]
  })
}

/** The filters in a URL; those that the collection does not have are ignored. */
export function readFilters(collection: Collection, text: string): readonly Filter[] {
  const found = splitFilters(text).filter(({ key, operator, value }) => {
    if (!isKnown(collection, key)) return false
    if (!isTime(key)) return operator === 'eq'
    const isDay = /^\d{4}-\d{2}-\d{2}$/.test(value) && !Number.isNaN(Date.parse(value))
    return isDay && (operator === 'gte' || operator === 'lt')
  })
  return found.slice(0, most)
}

function isKnown({ fields }: Collection, key: string): boolean {
  if (key === 'authorId' || isTime(key) || /^terms\.[a-z0-9_-]+$/.test(key)) return true
  return fields.some((field) => field.slug === key && isFiltered(field))
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return ''
  }
}

/** The filters with one more, which replaces one of the same kind. */
export function withFilter(filters: readonly Filter[], added: Filter): readonly Filter[] {
  return [...filters.filter(({ key, operator }) => key !== added.key || operator !== added.operator), added]
}

type Where = Readonly<Record<string, Readonly<Record<string, string | boolean>>>>

/** The filters as `where` of a list; days begin at midnight in the reader's time zone. */
export function whereOf({ fields }: Pick<Collection, 'fields'>, filters: readonly Filter[]): Where {
  const where: Record<string, Record<string, string | boolean>> = {}
  for (const { key, operator, value } of filters) {
    const isBoolean = fields.some(({ slug, type }) => slug === key && type === 'boolean')
    const operand = isBoolean ? value === 'true' : isTime(key) ? startOf(value) : value
    where[key] = { ...where[key], [operator]: operand }
  }
  return where
}

function startOf(day: string): string {
  return new Date(`${day}T00:00`).toISOString()
}
