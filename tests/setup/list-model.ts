import { foldedText } from '@octavo/server/platform/sort-key'
import fc from 'fast-check'

/** Items as the paging property makes them, and the order that lists must have: simple, and free of SQL. */

export const fields = [
  { slug: 'title', type: 'string' },
  { slug: 'body', type: 'text' },
  { slug: 'views', type: 'integer' },
  { slug: 'price', type: 'number' },
  { slug: 'is_hot', type: 'boolean' },
  { slug: 'starts', type: 'datetime' },
  { slug: 'kind', type: 'select', validation: { options: ['a', 'B', 'é', '🎉', '�'] } },
  { slug: 'nick', type: 'slug' },
]

export const systemKeys = [
  'createdAt',
  'updatedAt',
  'publishedAt',
  'scheduledAt',
  'unpublishAt',
  'slug',
  'status',
] as const

export interface NewItem {
  data: Record<string, unknown>
  status: 'draft' | 'published' | 'scheduled'
  locale: 'en' | 'de'
  /** milliseconds between the item before and this one */
  pause: number
  /** milliseconds until a scheduled item is due */
  due: number
  /** milliseconds until a published or scheduled item is unpublished; null: never */
  end: number | null
  /** of a published item: what waits as its draft */
  draftTitle: string | null
  isTrashed: boolean
}

const letter = fc.constantFrom(
  'a',
  'b',
  'A',
  'z',
  'é',
  'ß',
  '日',
  '\ufffd',
  '\u{1f389}',
  '\u{10ffff}',
  '"',
  '\\',
  '\u0001',
  '\u007f',
  '%',
  ' ',
)
const short = fc.string({ unit: letter, maxLength: 2 })
/** texts that differ before, at and behind the last character that sorts */
const long = fc
  .tuple(fc.constantFrom('a', '\u{1f389}'), fc.constantFrom(126, 127, 128), short)
  .map(([fill, length, end]) => fill.repeat(length) + end)
const line = fc.oneof(
  { weight: 4, arbitrary: short },
  { weight: 3, arbitrary: long },
  { weight: 1, arbitrary: fc.string({ unit: 'grapheme', maxLength: 8 }) },
)
const text = line.map((value) => value.replaceAll(/[\n\r\u2028\u2029\0]/g, ''))

/** JSON.stringify writes -0 as 0. */
const withoutMinusZero = (number: number): number => number + 0

const value = {
  title: text,
  body: fc.tuple(text, fc.constantFrom('', '\n', '\r\n')).map((parts) => parts.join('')),
  views: fc.oneof(fc.integer({ min: -2, max: 3 }), fc.maxSafeInteger()),
  price: fc.oneof(
    fc.constantFrom(0, 0.1, 1, -1, 1.5, 1e21, -1e21),
    fc.double({ noNaN: true, noDefaultInfinity: true }).map(withoutMinusZero),
  ),
  is_hot: fc.boolean(),
  starts: fc
    .date({
      min: new Date('0001-01-01T00:00:00Z'),
      max: new Date('9999-12-31T00:00:00Z'),
      noInvalidDate: true,
    })
    .map((date) => date.toISOString()),
  kind: fc.constantFrom('a', 'B', 'é', '🎉', '�'),
  nick: fc.constantFrom('a', 'a-b', 'b', '10', '9', 'привет', '日本'),
}

const data = fc.record(value, { requiredKeys: [] })

export const newItems: fc.Arbitrary<NewItem[]> = fc.array(
  fc.record<NewItem>({
    data,
    status: fc.constantFrom('draft', 'published', 'published', 'scheduled'),
    locale: fc.constantFrom('en', 'en', 'de'),
    pause: fc.constantFrom(0, 0, 1, 1000),
    due: fc.constantFrom(1, 1, 2, 3).map((days) => days * 86_400_000),
    end: fc.constantFrom(null, null, 5, 6).map((days) => (days === null ? null : days * 86_400_000)),
    draftTitle: fc.option(text, { freq: 3 }),
    isTrashed: fc.nat(9).map((dice) => dice === 0),
  }),
  { maxLength: 22, size: 'max' },
)

export interface Request {
  orderBy: string
  order: 'asc' | 'desc'
  limit: number
  view: 'latest' | 'live'
  status: 'draft' | 'published' | 'scheduled' | undefined
  locale: 'en' | 'de' | undefined
}

export const requests: fc.Arbitrary<Request[]> = fc.array(
  fc.record<Request>({
    orderBy: fc.constantFrom(
      ...systemKeys,
      'created_at',
      'published_at',
      'scheduled_at',
      'unpublish_at',
      ...fields.map(({ slug }) => slug),
    ),
    order: fc.constantFrom('asc', 'desc'),
    limit: fc.oneof(fc.integer({ min: 1, max: 4 }), fc.integer({ min: 1, max: 30 })),
    view: fc.constantFrom('latest', 'latest', 'live'),
    status: fc.constantFrom(undefined, undefined, 'draft', 'published', 'scheduled'),
    locale: fc.constantFrom(undefined, undefined, 'en', 'de'),
  }),
  { minLength: 6, maxLength: 10, size: 'max' },
)

/** What the model knows of an item that was made. */
export interface Known extends NewItem {
  id: string
  slug: string
  createdAt: string
  updatedAt: string
  liveUpdatedAt: string
  scheduledAt: string | null
  unpublishAt: string | null
}

type Key = string | number | null

function keyOf(item: Known, { orderBy, view }: Request): Key {
  const name = orderBy.replaceAll(/_a/g, 'A')
  switch (name) {
    case 'createdAt':
      return item.createdAt
    case 'updatedAt':
      return view === 'live' ? item.liveUpdatedAt : item.updatedAt
    case 'publishedAt':
      return item.status === 'published' ? item.liveUpdatedAt : null
    case 'scheduledAt':
      return view === 'live' ? null : item.scheduledAt
    case 'unpublishAt':
      return view === 'live' ? null : item.unpublishAt
    case 'slug':
    case 'status':
      return item[name]
    default:
      return fieldKey(item.data[orderBy], orderBy)
  }
}

function fieldKey(stored: unknown, name: string): Key {
  if (stored === undefined) return null
  if (typeof stored === 'boolean') return Number(stored)
  if (typeof stored === 'number') return stored
  const isFolded = name === 'title' || name === 'body' || name === 'nick'
  return isFolded ? foldedText(String(stored)) : String(stored)
}

function compareKeys(a: string | number, b: string | number): number {
  if (typeof a === 'number' && typeof b === 'number') return a < b ? -1 : a > b ? 1 : 0
  return Buffer.compare(Buffer.from(String(a)), Buffer.from(String(b)))
}

/** The ids that a list must give, in its order. */
export function expectedIds(items: readonly Known[], request: Request): string[] {
  const { order, view, status, locale } = request
  const sign = order === 'asc' ? 1 : -1
  return items
    .filter((item) => !item.isTrashed && (view === 'latest' || item.status === 'published'))
    .filter(
      (item) =>
        (status === undefined || item.status === status) && (locale === undefined || item.locale === locale),
    )
    .map((item) => ({ id: item.id, key: keyOf(item, request) }))
    .toSorted((a, b) => {
      if (a.key === null || b.key === null) {
        if (a.key !== b.key) return a.key === null ? 1 : -1
        return sign * Buffer.compare(Buffer.from(a.id), Buffer.from(b.id))
      }
      return sign * (compareKeys(a.key, b.key) || Buffer.compare(Buffer.from(a.id), Buffer.from(b.id)))
    })
    .map(({ id }) => id)
}
