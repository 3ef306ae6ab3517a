import { describe, expect, it } from 'vitest'
import type { FieldEnvironment, FieldSettings } from './field-type.ts'
import { type FieldTypeName, fieldTypes } from './registry.ts'

interface Row {
  type: FieldTypeName
  /** what sets this field apart from one with the least settings */
  because?: string
  validation?: Record<string, unknown>
  options?: Record<string, unknown>
  /** the input, and the stored value if it differs */
  takes: readonly (readonly [sent: unknown, stored?: unknown])[]
  /** the input, the path of the issue, and the expectation that the message names */
  refuses: readonly (readonly [sent: unknown, says: string, path?: string])[]
}

const id = '01JZZZZZZZZZZZZZZZZZZZZZZZ'
const otherId = '01JZZZZZZZZZZZZZZZZZZZZZZ0'
const aString = 'expected string'
const aNumber = 'expected number'
const anArray = 'expected array'
const anObject = 'expected object'
const anInstant = 'must be an ISO 8601 date and time with an offset or Z'
const trueOrFalse = 'must be true or false (or 1 or 0)'
const oneLine = 'must be on one line'
const two = { options: ['a', 'B c'] }
const text = {
  _type: 'block',
  style: 'h1',
  children: [{ _type: 'span', text: '', marks: ['em'] }],
  markDefs: [],
  level: 2,
}

const rows: readonly Row[] = [
  {
    type: 'string',
    takes: [
      [''],
      [' spaces  stay '],
      ["\"quoted\" \\ 'it's'"],
      ['tab\there'],
      ['👩‍👩‍👧 שלום é é'],
      ['\uFEFFmark'],
      ['1'],
    ],
    refuses: [
      [1, aString],
      [true, aString],
      [['a'], aString],
      [{}, aString],
      ['two\nlines', oneLine],
      ['two\rlines', oneLine],
      ['two\u2028lines', oneLine],
      ['two\u2029lines', oneLine],
    ],
  },
  {
    type: 'string',
    because: 'lengths, counted in characters',
    validation: { minLength: 2, maxLength: 3 },
    takes: [['ab'], ['abc'], ['👍👍'], ['👍👍👍']],
    refuses: [
      ['', 'must have at least 2 characters, has 0'],
      ['👍', 'must have at least 2 characters, has 1'],
      ['abcd', 'must have at most 3 characters, has 4'],
      ['👍👍👍👍', 'must have at most 3 characters, has 4'],
    ],
  },
  {
    type: 'string',
    because: 'a pattern, which need not match all of it',
    validation: { pattern: '[0-9]{2}' },
    takes: [['a12b'], ['12']],
    refuses: [
      ['1', 'must match the pattern [0-9]{2}'],
      ['12'.repeat(51), 'must have at most 100 characters, or its pattern could not be checked'],
    ],
  },
  {
    type: 'text',
    takes: [[''], ['two\nlines\r\nand\u2028more'], ['\u0001\u001F\u007F']],
    refuses: [
      [7, aString],
      [null, aString],
      [['a'], aString],
    ],
  },
  {
    type: 'text',
    because: 'rules',
    validation: { maxLength: 5, pattern: '^a' },
    takes: [['a\nb']],
    refuses: [
      ['b', 'must match the pattern ^a'],
      ['aaaaaa', 'must have at most 5 characters, has 6'],
    ],
  },
  {
    type: 'number',
    takes: [[0], [-1.5], [0.1 + 0.2], [5e-324], [Number.MAX_VALUE], [-Number.MAX_VALUE], [2 ** 60]],
    refuses: [
      ['1', aNumber],
      [true, aNumber],
      [Infinity, aNumber],
      [-Infinity, aNumber],
      [NaN, aNumber],
      [[1], aNumber],
      [{}, aNumber],
    ],
  },
  {
    type: 'number',
    because: 'bounds, themselves allowed',
    validation: { min: -0.5, max: 10 },
    takes: [[-0.5], [0], [10]],
    refuses: [
      [-0.51, 'must be at least -0.5, is -0.51'],
      [10.000001, 'must be at most 10, is 10.000001'],
    ],
  },
  {
    type: 'integer',
    takes: [[0], [-7], [Number.MAX_SAFE_INTEGER], [Number.MIN_SAFE_INTEGER], [1e3]],
    refuses: [
      [1.5, 'expected int'],
      [Number.MAX_SAFE_INTEGER + 1, '<=9007199254740991'],
      [Number.MIN_SAFE_INTEGER - 1, '>=-9007199254740991'],
      ['7', aNumber],
      [true, aNumber],
      [Infinity, aNumber],
    ],
  },
  {
    type: 'integer',
    because: 'bounds',
    validation: { min: 1, max: 2 },
    takes: [[1], [2]],
    refuses: [
      [0, 'must be at least 1, is 0'],
      [3, 'must be at most 2, is 3'],
    ],
  },
  {
    type: 'boolean',
    takes: [[true], [false], [1, true], [0, false]],
    refuses: [
      ['true', trueOrFalse],
      ['', trueOrFalse],
      [2, trueOrFalse],
      [-1, trueOrFalse],
      [null, trueOrFalse],
      [[], trueOrFalse],
    ],
  },
  {
    type: 'datetime',
    takes: [
      ['2026-01-31T09:00:00.000Z'],
      ['2026-01-31T09:00:00Z', '2026-01-31T09:00:00.000Z'],
      ['2026-01-31T09:00:00+02:00', '2026-01-31T07:00:00.000Z'],
      ['2026-01-31T09:00:00.123456789-0130', '2026-01-31T10:30:00.123Z'],
    ],
    refuses: [
      ['2026-01-31T09:00:00', anInstant],
      ['2026-01-31', anInstant],
      ['2026-02-30T09:00:00Z', anInstant],
      ['tomorrow', anInstant],
      ['', anInstant],
      [1_769_850_000_000, aString],
    ],
  },
  {
    type: 'datetime',
    because: 'bounds, which are compared as times',
    validation: { min: '2026-01-01T00:00:00.000Z', max: '2026-12-31T23:59:59.999Z' },
    takes: [
      ['2026-01-01T01:00:00+01:00', '2026-01-01T00:00:00.000Z'],
      ['2026-12-31T23:59:59.9999Z', '2026-12-31T23:59:59.999Z'],
    ],
    refuses: [
      [
        '2026-01-01T00:59:59.999+01:00',
        'must be at least 2026-01-01T00:00:00.000Z, is 2025-12-31T23:59:59.999Z',
      ],
      ['2026-12-31T23:00:00-01:00', 'must be at most 2026-12-31T23:59:59.999Z, is 2027-01-01T00:00:00.000Z'],
      ['no time', anInstant],
    ],
  },
  {
    type: 'select',
    validation: two,
    takes: [['a'], ['B c']],
    refuses: [
      ['A', 'must be one of "a", "B c"'],
      ['', 'must be one of "a", "B c"'],
      ['constructor', 'must be one of "a", "B c"'],
      [0, aString],
      [['a'], aString],
    ],
  },
  {
    type: 'multiSelect',
    validation: two,
    takes: [[[]], [['a']], [['B c', 'a']]],
    refuses: [
      ['a', anArray],
      [['a', 'a'], 'must not name a value twice'],
      [['a', 'b'], 'must be one of "a", "B c"', '1'],
      [[1], aString, '0'],
      [{ 0: 'a' }, anArray],
    ],
  },
  {
    type: 'portableText',
    takes: [
      [[]],
      [[text]],
      [[{ _type: 'block', children: [] }]],
      [[{ _type: 'gallery', images: [{ id: 1 }], nested: { any: null } }]],
      [[{ _type: 'block', children: [{ _type: 'mention', user: 7 }] }]],
    ],
    refuses: [
      ['text', anArray],
      [{ _type: 'block' }, anArray],
      [['text'], anObject, '0'],
      [[null], anObject, '0'],
      [[{}], aString, '0._type'],
      [[{ _type: 7 }], aString, '0._type'],
      [[{ _type: '' }], '>=1 characters', '0._type'],
      [[text, { _type: 'block' }], anArray, '1.children'],
      [[{ ...text, style: 1 }], aString, '0.style'],
      [[{ ...text, children: [{ text: 'no type' }] }], aString, '0.children.0._type'],
      [[{ ...text, children: [{ _type: 'span' }] }], 'a span needs its text', '0.children.0'],
      [[{ ...text, children: [{ _type: 'span', text: 7 }] }], aString, '0.children.0.text'],
      [[{ ...text, markDefs: [{}] }], aString, '0.markDefs.0._type'],
    ],
  },
  {
    type: 'image',
    takes: [[{ id }], [{ id: 'm1', url: '/a.png', alt: '', width: 0, height: 600 }]],
    refuses: [
      ['m1', anObject],
      [[{ id }], anObject],
      [{}, aString, 'id'],
      [{ id: '' }, '>=1 characters', 'id'],
      [{ id, alt: 1 }, aString, 'alt'],
      [{ id, width: '600' }, aNumber, 'width'],
      [{ id, width: -1 }, '>=0', 'width'],
      [{ id, height: 1.5 }, 'expected int', 'height'],
      [{ id, filename: 'a.png' }, 'filename'],
    ],
  },
  {
    type: 'file',
    takes: [
      [{ id }],
      [{ id: 'm1', url: '/a.pdf', filename: 'a "b".pdf', mimeType: 'application/pdf', size: 0 }],
    ],
    refuses: [
      ['m1', anObject],
      [null, anObject],
      [{}, aString, 'id'],
      [{ id, size: -1 }, '>=0', 'size'],
      [{ id, size: 0.5 }, 'expected int', 'size'],
      [{ id, alt: 'x' }, 'alt'],
    ],
  },
  {
    type: 'reference',
    options: { collection: 'posts' },
    takes: [[id]],
    refuses: [
      ['a-slug', 'must be the id of an item'],
      [id.toLowerCase(), 'must be the id of an item'],
      [`${id} `, 'must be the id of an item'],
      ['', 'must be the id of an item'],
      [[id], aString],
      [{ id }, aString],
    ],
  },
  {
    type: 'reference',
    because: 'several items',
    options: { collection: 'posts', allowMultiple: true },
    takes: [[[]], [[id]], [[otherId, id]]],
    refuses: [
      [id, anArray],
      [[id, id], 'must not name an item twice'],
      [[id, 'x'], 'must be the id of an item', '1'],
      [[id, null], aString, '1'],
      [Array.from({ length: 1001 }, () => id), '<=1000'],
    ],
  },
  {
    type: 'json',
    takes: [[0], [''], [false], ['12.5'], [12.5], [[]], [{}], [{ a: [null, { b: '' }] }]],
    refuses: [],
  },
  {
    type: 'slug',
    takes: [
      ['a-slug'],
      ['Hello, World!', 'hello-world'],
      ['  Ünïcode & Çedilla  ', 'unicode-cedilla'],
      ['日本語 テスト', '日本語-テスト'],
      ['a/b', 'ab'],
      ['snake_case'],
    ],
    refuses: [
      ['', 'must contain a letter or a digit'],
      ['!!!', 'must contain a letter or a digit'],
      [7, aString],
      [['a'], aString],
    ],
  },
  {
    type: 'slug',
    because: 'rules, which look at what is stored',
    validation: { minLength: 3, maxLength: 5, pattern: '^[a-z]+$' },
    takes: [['ABC!', 'abc']],
    refuses: [
      ['a!!', 'must have at least 3 characters, has 1'],
      ['abcdef', 'must have at most 5 characters, has 6'],
      ['a-b', 'must match the pattern ^[a-z]+$'],
    ],
  },
]

const environment: FieldEnvironment = {
  pattern: (source) => ({ matches: (subject) => new RegExp(source, 'u').test(subject), longest: 100 }),
}

const shown = (value: unknown): string => (JSON.stringify(value) ?? String(value)).slice(0, 60)

describe.each(rows)(
  'a value of the type $type $because',
  ({ type, validation = {}, options = {}, takes, refuses }) => {
    const field: FieldSettings = { slug: 'field', required: false, validation, options }
    const schema = fieldTypes[type].value(field, environment)

    it.each(takes.map(([sent, stored = sent]) => ({ name: shown(sent), sent, stored })))(
      'may be $name',
      ({ sent, stored }) => {
        const { data, error } = schema.safeParse(sent)
        expect(error?.issues).toBeUndefined()
        expect(data).toStrictEqual(stored)
        // Stored values that were read can be sent again.
        expect(schema.parse(stored)).toStrictEqual(stored)
      },
    )

    it.each(refuses.map(([sent, says, path = '']) => ({ name: shown(sent), sent, says, path })))(
      'may not be $name',
      ({ sent, says, path }) => {
        const issues = schema.safeParse(sent).error?.issues ?? []
        expect(issues.map((issue) => issue.path.join('.'))).toEqual([path])
        expect(issues[0]?.message).toContain(says)
      },
    )
  },
)

it('reports every rule that a value breaks', () => {
  const field: FieldSettings = {
    slug: 'field',
    required: false,
    validation: { minLength: 5, pattern: '^a' },
    options: {},
  }
  const { error } = fieldTypes.string.value(field, environment).safeParse('b\n')
  expect(error?.issues.map(({ message }) => message)).toEqual([
    'must have at least 5 characters, has 2',
    'must match the pattern ^a',
    'must be on one line; a field of type text can have several',
  ])
})
