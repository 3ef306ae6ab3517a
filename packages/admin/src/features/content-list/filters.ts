import type { FieldFacts } from '@octavo/contract/fields/facts'
import { limits } from '@octavo/contract/limits'
import { isId } from '@octavo/contract/slug'
import { viewFilterOperators } from '@octavo/contract/view-queries'
import { comparisonOf, isList } from '../../session/field-facts.ts'
import type { Collection, Field } from '../../session/session.tsx'

/** One condition of a list, besides its status and language. */
export interface Filter {
  /** what is compared: `authorId`, a time such as `updatedAt`, `terms.` and a taxonomy, or the slug of a field */
  readonly key: string
  /** for times, `gte` means from a day on, and `lt` before it; `exists` asks whether there is a value */
  readonly operator: (typeof viewFilterOperators)[number]
  readonly value: string
}

export const filteredTimes = ['updatedAt', 'createdAt', 'publishedAt', 'scheduledAt', 'unpublishAt'] as const

/**
 * The forms of filters, by the control for their values, with their operators; the most usual operator is the first.
 * `member` and `items` are for fields with several values, `presence` is for values that cannot be compared.
 */
const filterForms = {
  choice: ['eq', 'exists'],
  member: ['contains', 'exists'],
  item: ['eq', 'exists'],
  items: ['contains', 'exists'],
  person: ['eq', 'exists'],
  time: ['gte', 'lt', 'exists'],
  date: ['gte', 'lte', 'exists'],
  integer: ['eq', 'gte', 'lte', 'exists'],
  number: ['eq', 'gte', 'lte', 'exists'],
  text: ['contains', 'exists'],
  presence: ['exists'],
} as const satisfies Record<string, readonly Filter['operator'][]>
export type FilterForm = keyof typeof filterForms

type FormOfField = FilterForm | ((field: Field) => FilterForm)

const formOfComparison: Readonly<Record<FieldFacts['comparedAs'], FormOfField>> = {
  choice: (field) => (isList(field) ? 'member' : 'choice'),
  boolean: 'choice',
  item: (field) => (isList(field) ? 'items' : 'item'),
  time: 'time',
  integer: 'integer',
  number: 'number',
  text: ({ options }) => (options?.['widget'] === 'date' ? 'date' : 'text'),
  slug: 'text',
  media: 'presence',
  none: 'presence',
}

/** How lists are filtered by a field. If its values cannot be compared, only by whether there is a value. */
export function formOfField(field: Field): FilterForm {
  const form = formOfComparison[comparisonOf(field)]
  return typeof form === 'function' ? form(field) : form
}

/** The operators of a form of filters; the most usual one is the first. */
export function operatorsOf(form: FilterForm): readonly Filter['operator'][] {
  return filterForms[form]
}

/** The text of filters in a URL, such as `price~gte~10,authorId~exists~true`. */
export function writeFilters(filters: readonly Filter[]): string {
  return filters.map(({ key, operator, value }) => [key, operator, encode(value)].join('~')).join(',')
}

function encode(value: string): string {
  // `~` separates the parts of a filter, but `encodeURIComponent` leaves it.
  return encodeURIComponent(value).replaceAll('~', '%7E')
}

/** The filters in a URL, without a check that the collection has them. */
export function splitFilters(text: string): readonly Filter[] {
  return text.split(',').flatMap((part): readonly Filter[] => {
    const [key = '', operatorName, encodedValue = ''] = part.split('~')
    const operator = viewFilterOperators.find((name) => name === operatorName)
    const value = decode(encodedValue)
    return key === '' || operator === undefined || value === '' ? [] : [{ key, operator, value }]
  })
}

/** The filters in a URL; those that the collection does not have are ignored. */
export function readFilters(collection: Collection, text: string): readonly Filter[] {
  const found = splitFilters(text).filter(({ key, operator, value }) => {
    const form = formOf(collection, key)
    if (form === undefined || !operatorsOf(form).includes(operator)) return false
    return operator === 'exists' ? value === 'true' || value === 'false' : isValue(form, value)
  })
  return found.slice(0, limits.views.filters)
}

/** Whether a text is a value that a filter of this form can compare with. */
function isValue(form: FilterForm, value: string): boolean {
  if (form === 'integer') return Number.isSafeInteger(Number(value))
  if (form === 'number') return Number.isFinite(Number(value))
  if (form === 'item' || form === 'items' || form === 'person') return isId(value)
  if (form !== 'time' && form !== 'date') return true
  return /^\d{4}-\d{2}-\d{2}$/.test(value) && !Number.isNaN(Date.parse(value))
}

/** The form of the filter with a key; undefined if the collection does not have such a filter. */
export function formOf({ fields }: Pick<Collection, 'fields'>, key: string): FilterForm | undefined {
  if (filteredTimes.some((time) => time === key)) return 'time'
  if (key === 'authorId') return 'person'
  if (/^terms\.[a-z0-9_-]+$/.test(key)) return 'choice'
  const field = fields.find(({ slug }) => slug === key)
  return field && formOfField(field)
}

/** The decoded text; empty if it is malformed. */
function decode(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return ''
  }
}

/** Adds a filter, in place of one with the same key and operator. */
export function withFilter(filters: readonly Filter[], added: Filter): readonly Filter[] {
  return [...filters.filter(({ key, operator }) => key !== added.key || operator !== added.operator), added]
}

type Operand = string | number | boolean
type Where = Readonly<Record<string, Readonly<Record<string, Operand>>>>

/** The filters as `where` of a list; days begin at midnight in the reader's time zone. */
export function whereOf(collection: Pick<Collection, 'fields'>, filters: readonly Filter[]): Where {
  const where: Record<string, Record<string, Operand>> = {}
  for (const filter of filters)
    where[filter.key] = { ...where[filter.key], [filter.operator]: operandOf(collection, filter) }
  return where
}

/** The value of a filter as the service compares it. */
function operandOf(collection: Pick<Collection, 'fields'>, { key, operator, value }: Filter): Operand {
  if (operator === 'exists') return value === 'true'
  const form = formOf(collection, key)
  if (form === 'time') return startOf(value)
  if (form === 'number' || form === 'integer') return Number(value)
  const isBoolean = collection.fields.some((field) => field.slug === key && comparisonOf(field) === 'boolean')
  return isBoolean ? value === 'true' : value
}

/** The beginning of a day in the reader's time zone. */
function startOf(day: string): string {
  return new Date(`${day}T00:00`).toISOString()
}
