import { sanitizeSlug } from '@octavo/contract/slug'
import { withoutMarks } from '@octavo/contract/source-marks'
import fc from 'fast-check'
import type { FieldInput } from './content.ts'

/** What is sent for a field, and what must come back (undefined: nothing). */
export interface Exchange {
  readonly sent: unknown
  readonly back: unknown
}

const options = ['a', 'B "c"', `d'e\\f`, '👍', '0']

/** What is said of the fields of one item, by their slugs. */
type Exchanges = Readonly<Record<string, Exchange | undefined>>

/** A field of every type, in all forms; references point into `targets`. */
export const fieldsOfAllTypes: readonly FieldInput[] = [
  { slug: 'a_string', type: 'string' },
  { slug: 'a_text', type: 'text' },
  { slug: 'a_number', type: 'number' },
  { slug: 'a_integer', type: 'integer' },
  { slug: 'a_boolean', type: 'boolean' },
  { slug: 'a_datetime', type: 'datetime' },
  { slug: 'a_select', type: 'select', validation: { options } },
  { slug: 'a_multiselect', type: 'multiSelect', validation: { options } },
  { slug: 'a_portabletext', type: 'portableText' },
  { slug: 'a_image', type: 'image' },
  { slug: 'a_file', type: 'file' },
  { slug: 'a_reference', type: 'reference', options: { collection: 'targets' } },
  { slug: 'a_references', type: 'reference', options: { collection: 'targets', allowMultiple: true } },
  { slug: 'a_json', type: 'json' },
  { slug: 'a_slug', type: 'slug' },
]

const text = fc
  .oneof(
    fc.string({ unit: 'binary' }),
    fc.string({ unit: 'grapheme' }),
    fc.string({
      unit: fc.constantFrom(
        '"',
        "'",
        '\\',
        '\n',
        '\u0001',
        '\u2028',
        '\uFEFF',
        '%',
        '?',
        '$',
        ',',
        '{',
        'u0041',
        '👍',
      ),
    }),
  )
  // The service removes the marks of previews, runs of four or more invisible characters (`source-marks.ts`).
  .map((given) => withoutMarks(given.replaceAll('\0', '0')))

const line = text.map((given) => given.replaceAll(/[\n\r\u2028\u2029]/g, ' '))
const number = fc.oneof(
  fc.double({ noNaN: true, noDefaultInfinity: true }),
  fc.integer(),
  fc.maxSafeInteger(),
)

const { value: anyJson } = fc.letrec<{ value: unknown; leaf: unknown }>((tie) => ({
  leaf: fc.oneof(text, number, fc.boolean(), fc.constant(null)),
  value: fc.oneof(
    { depthSize: 'small', withCrossShrink: true },
    tie('leaf'),
    fc.array(tie('value'), { maxLength: 5 }),
    fc.dictionary(
      text.filter((key) => key !== '__proto__'),
      tie('value'),
      { maxKeys: 5 },
    ),
  ),
}))

const optional = fc.option(text, { nil: undefined })
const size = fc.option(fc.nat(), { nil: undefined })
const same = (values: fc.Arbitrary<unknown>): fc.Arbitrary<Exchange> =>
  values.map((sent) => ({ sent, back: sent }))

const datetime = fc
  .tuple(
    fc.date({
      min: new Date('0001-01-01T00:00:00Z'),
      max: new Date('9998-12-31T00:00:00Z'),
      noInvalidDate: true,
    }),
    fc.integer({ min: -1439, max: 1439 }),
  )
  .map(([moment, offset]): Exchange => {
    const local = new Date(moment.getTime() + offset * 60_000).toISOString().slice(0, -1)
    const digits = (count: number): string => String(Math.floor(count)).padStart(2, '0')
    const zone = `${offset < 0 ? '-' : '+'}${digits(Math.abs(offset) / 60)}:${digits(Math.abs(offset) % 60)}`
    return { sent: local + zone, back: moment.toISOString() }
  })

const block = fc.oneof(
  fc.record({
    _type: fc.constant('block'),
    style: text,
    children: fc.array(fc.record({ _type: fc.constant('span'), text, marks: fc.array(text) }), {
      maxLength: 3,
    }),
  }),
  fc.record({ _type: text.filter((type) => type !== '' && type !== 'block'), anything: anyJson }),
)

/** What may be sent for each of these fields, and what comes back. */
function exchanges(targets: readonly string[]): Record<string, fc.Arbitrary<Exchange>> {
  return {
    a_string: same(line),
    a_text: same(text),
    a_number: same(number),
    a_integer: same(fc.maxSafeInteger()),
    a_boolean: fc.constantFrom<Exchange>(
      ...([true, 1] as const).map((sent) => ({ sent, back: true })),
      ...([false, 0] as const).map((sent) => ({ sent, back: false })),
    ),
    a_datetime: datetime,
    a_select: same(fc.constantFrom(...options)),
    a_multiselect: same(fc.subarray(options)),
    a_portabletext: same(fc.array(block, { maxLength: 4 })),
    a_image: same(
      fc.record({
        id: text.filter((id) => id !== ''),
        url: fc.constantFrom('/a.png', 'https://elsewhere.example/b.pdf?c="d"'),
        alt: optional,
        width: size,
        height: size,
      }),
    ),
    a_file: same(
      fc.record({
        id: text.filter((id) => id !== ''),
        url: fc.constantFrom('/a.png', 'https://elsewhere.example/b.pdf?c="d"'),
        filename: optional,
        mimeType: optional,
        size,
      }),
    ),
    a_reference: same(fc.constantFrom(...targets)),
    a_references: same(fc.shuffledSubarray([...targets])),
    a_json: same(anyJson),
    a_slug: text
      .filter((given) => sanitizeSlug(given) !== '')
      .map((sent) => ({ sent, back: sanitizeSlug(sent) })),
  }
}

/** Data for an item of these fields: each is given, emptied by null, or not said at all. */
export function arbitraryData(targets: readonly string[]): fc.Arbitrary<Exchanges> {
  const emptied = fc.constant<Exchange>({ sent: null, back: undefined })
  const fields = Object.entries(exchanges(targets)).map(([slug, exchange]) => [
    slug,
    fc.oneof({ weight: 6, arbitrary: exchange }, { weight: 1, arbitrary: emptied }),
  ])
  return fc.record(Object.fromEntries(fields) as Record<string, fc.Arbitrary<Exchange>>, { requiredKeys: [] })
}

/** As JSON carries it: without what is undefined, and with one zero. */
function carried(value: unknown): unknown {
  return JSON.parse(JSON.stringify(value)) as unknown
}

export function sentData(exchanged: Exchanges): unknown {
  return carried(
    Object.fromEntries(Object.entries(exchanged).map(([slug, exchange]) => [slug, exchange?.sent])),
  )
}

/** What must come back, in the order of the fields. */
export function expectedData(exchanged: Exchanges): Record<string, unknown> {
  const known = fieldsOfAllTypes.map(({ slug }) => [slug, exchanged[slug]?.back ?? undefined])
  return carried(Object.fromEntries(known)) as Record<string, unknown>
}
