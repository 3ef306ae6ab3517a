import { foldedText } from '@octavo/server/platform/sort-key'
import fc from 'fast-check'

/** What filters mean, written as simply as possible over the items of an answer, and random filters. */

export interface Listed {
  readonly id: string
  readonly data: Readonly<Record<string, unknown>>
  readonly terms: Readonly<Record<string, readonly string[]>>
  readonly [property: string]: unknown
}

export type Where = Readonly<Record<string, unknown>>

/** What the filters name: ids of the fixture. */
export interface Known {
  readonly people: readonly string[]
  readonly media: readonly string[]
  readonly posts: readonly string[]
  readonly users: readonly string[]
  /** slug or id → the ids of the terms that are meant; `slug*` too */
  readonly terms: Readonly<Record<string, readonly string[]>>
}

export const options = ['red', 'green', 'blue']

export const fields = [
  { slug: 'title', type: 'string', filterable: true },
  { slug: 'body', type: 'text' },
  { slug: 'nick', type: 'slug' },
  { slug: 'rating', type: 'number' },
  { slug: 'views', type: 'integer' },
  { slug: 'constructor', type: 'boolean' },
  { slug: 'k', type: 'datetime' },
  { slug: 'color', type: 'select', validation: { options } },
  { slug: 'sizes', type: 'multiSelect', validation: { options } },
  { slug: 'author', type: 'reference', options: { collection: 'people' } },
  { slug: 'others', type: 'reference', options: { collection: 'people', allowMultiple: true } },
  { slug: 'cover', type: 'image' },
  { slug: 'rest', type: 'json' },
]

const folded = new Set(['title', 'body', 'nick'])
const lists = new Set(['sizes', 'others'])

function valuesOf(item: Listed, key: string): unknown[] {
  if (key.startsWith('terms.')) return [...(item.terms[key.slice('terms.'.length)] ?? [])]
  const value = Object.hasOwn(item.data, key) ? item.data[key] : Object.hasOwn(item, key) ? item[key] : null
  if (value === null || value === undefined) return []
  if (key === 'cover') return [(value as { id: string }).id]
  return lists.has(key) ? (value as unknown[]) : [value]
}

function compare(one: string | number, other: string | number): number {
  if (typeof one === 'number') return one - Number(other)
  return Buffer.compare(Buffer.from(one), Buffer.from(String(other)))
}

function fulfils(item: Listed, key: string, operator: string, operand: unknown, known: Known): boolean {
  const values = valuesOf(item, key)
  if (operator === 'exists') {
    const isThere = lists.has(key) ? Object.hasOwn(item.data, key) : values.length > 0
    return isThere === operand
  }
  const given = (Array.isArray(operand) ? operand : [operand]).flatMap((value): unknown[] =>
    key.startsWith('terms.') ? [...(known.terms[String(value)] ?? [])] : [value],
  )
  const isAny = values.some((value) => given.includes(value))
  if (operator === 'eq' || operator === 'in' || (operator === 'contains' && lists.has(key))) return isAny
  if (operator === 'ne' || operator === 'notIn') return !isAny
  const form = (value: unknown) => (folded.has(key) ? foldedText(String(value)) : (value as string | number))
  const operandForm = form(given[0])
  const [value] = values
  if (value === undefined) return false
  if (operator === 'startsWith') return String(form(value)).startsWith(String(operandForm))
  if (operator === 'contains') return String(form(value)).includes(String(operandForm))
  const order = compare(form(value), operandForm)
  return { lt: order < 0, lte: order <= 0, gt: order > 0, gte: order >= 0 }[operator] ?? false
}

/** Whether an item of an answer fulfils a filter. */
export function matches(item: Listed, where: Where, known: Known): boolean {
  return Object.entries(where).every(([key, value]) => {
    if (Array.isArray(value)) {
      const inner = value as Where[]
      return key === 'or'
        ? inner.some((one) => matches(item, one, known))
        : inner.every((one) => matches(item, one, known))
    }
    if (typeof value !== 'object' || value === null) return fulfils(item, key, 'eq', value, known)
    return Object.entries(value).every(([operator, operand]) => fulfils(item, key, operator, operand, known))
  })
}

export const texts = [
  'Äpfel',
  'apple',
  'APPLE pie',
  'zebra',
  'Ω',
  'a',
  '100%',
  'straße',
  '\u{1f389} b',
  'a_b',
]
const times = ['2020-01-01T00:00:00.000Z', '2021-06-01T12:00:00.000Z', '2030-01-01T00:00:00.000Z']

const equality = ['eq', 'ne']
const order = ['lt', 'lte', 'gt', 'gte']

type Kind = readonly [values: readonly unknown[], operators: readonly string[]]

function kindsOf(known: Known): Readonly<Record<string, Kind>> {
  const text: Kind = [
    [...texts, 'ap', 'PI', 'str'],
    [...equality, ...order, 'contains', 'startsWith'],
  ]
  const time: Kind = [times, [...equality, ...order]]
  return {
    title: text,
    body: text,
    nick: [['apple', 'zebra', 'a'], text[1]],
    slug: [['item-1', 'item-2', 'draft-3', 'item'], text[1]],
    rating: [
      [0, 1, 2.5, -3],
      [...equality, ...order],
    ],
    views: [
      [0, 1, 2, 100],
      [...equality, ...order],
    ],
    // The type of the table knows another `constructor`.
    ['constructor' as string]: [[true, false], equality],
    k: time,
    createdAt: time,
    updatedAt: time,
    publishedAt: time,
    scheduledAt: time,
    unpublishAt: time,
    color: [options, equality],
    sizes: [options, [...equality, 'contains']],
    author: [known.people, equality],
    others: [known.people, [...equality, 'contains']],
    cover: [known.media, equality],
    status: [['draft', 'published', 'scheduled'], equality],
    locale: [['en', 'de'], equality],
    authorId: [known.users, equality],
    id: [known.posts, equality],
    'terms.topics': [Object.keys(known.terms), equality],
  }
}

/** A filter of up to six predicates, with groups two levels deep. */
export function someWhere(known: Known): fc.Arbitrary<Where> {
  const predicates = Object.entries(kindsOf(known)).map(([key, [values, operators]]) => {
    const value = fc.constantFrom(...values)
    const list = fc.array(value, { minLength: 1, maxLength: 3 })
    const tests = [
      value,
      fc.tuple(fc.constantFrom(...operators), value).map(([operator, operand]) => ({ [operator]: operand })),
      fc.tuple(fc.constantFrom('in', 'notIn'), list).map(([operator, operand]) => ({ [operator]: operand })),
      fc.boolean().map((exists) => ({ exists })),
    ]
    return fc.oneof(...tests).map((test): [string, unknown] => [key, test])
  })
  const json = fc.boolean().map((exists): [string, unknown] => ['rest', { exists }])
  const plain = fc
    .array(fc.oneof(...predicates, json), { minLength: 1, maxLength: 2 })
    .map((entries): Where => Object.fromEntries(entries))
  const join = fc.constantFrom('or', 'and')
  const inner = fc.oneof(
    { weight: 3, arbitrary: plain },
    {
      weight: 1,
      arbitrary: fc
        .tuple(join, fc.array(plain, { minLength: 1, maxLength: 2 }))
        .map(([name, parts]): Where => ({ [name]: parts })),
    },
  )
  const grouped = fc
    .tuple(plain, join, fc.array(inner, { minLength: 1, maxLength: 3 }))
    .map(([first, name, parts]): Where => ({ ...first, [name]: parts }))
  return fc.oneof({ weight: 2, arbitrary: plain }, { weight: 1, arbitrary: grouped })
}
