import { describe, expect, it } from 'vitest'
import { limits } from '../limits.ts'
import type { FieldEnvironment, FieldSettings } from './field-type.ts'
import { type FieldTypeName, fieldTypes } from './registry.ts'

type Settings = Record<string, unknown>

interface Row {
  type: FieldTypeName
  part: 'validation' | 'options'
  takes: readonly Settings[]
  /** settings, the path of the issue, and the expected message */
  refuses: readonly (readonly [given: unknown, path: string, says: string])[]
}

const textRules: Pick<Row, 'takes' | 'refuses'> = {
  takes: [
    {},
    { minLength: 0 },
    { minLength: 2, maxLength: 2 },
    { pattern: '^[a-z]+$' },
    { maxLength: 1_000_000 },
  ],
  refuses: [
    [{ minLength: -1 }, 'minLength', '>=0'],
    [{ maxLength: 1.5 }, 'maxLength', 'expected int'],
    [{ maxLength: '10' }, 'maxLength', 'expected number'],
    [{ maxLength: 1_000_001 }, 'maxLength', '<=1000000'],
    [{ pattern: 7 }, 'pattern', 'expected string'],
    [{ pattern: 'a'.repeat(limits.pattern + 1) }, 'pattern', `<=${limits.pattern}`],
    [{ min: 1 }, '', 'min'],
    [{ options: ['a'] }, '', 'options'],
    [[], '', 'expected object'],
  ],
}

const choices: Pick<Row, 'takes' | 'refuses'> = {
  takes: [{ options: ['a'] }, { options: ['one', 'Two "quoted"', "it's", 'ü', '👍'] }],
  refuses: [
    [{}, 'options', 'validation.options must be a list of the allowed values'],
    [{ options: 'a,b' }, 'options', 'validation.options must be a list of the allowed values'],
    [{ options: [] }, 'options', '>=1 items'],
    [{ options: [''] }, 'options.0', '>=1 characters'],
    [{ options: ['a', 1] }, 'options.1', 'expected string'],
    [{ options: ['a', 'a'] }, 'options', 'must not name a value twice'],
    [{ options: ['a'.repeat(limits.option + 1)] }, 'options.0', `<=${limits.option}`],
    [{ options: Array.from({ length: limits.options + 1 }, String) }, 'options', `<=${limits.options}`],
    [{ options: ['a'], pattern: 'a' }, '', 'pattern'],
  ],
}

const none = (type: FieldTypeName, part: Row['part']): Row => ({
  type,
  part,
  takes: [{}],
  refuses: [
    [{ min: 1 }, '', 'min'],
    [{ rows: 3 }, '', 'rows'],
    ['', '', 'expected object'],
  ],
})

const rows: readonly Row[] = [
  { type: 'string', part: 'validation', ...textRules },
  { type: 'text', part: 'validation', ...textRules },
  { type: 'slug', part: 'validation', ...textRules },
  {
    type: 'number',
    part: 'validation',
    takes: [{}, { min: 0.5 }, { min: -1, max: 1 }, { min: 2, max: 2 }],
    refuses: [
      [{ min: '0' }, 'min', 'expected number'],
      [{ max: Infinity }, 'max', 'expected number'],
      [{ minLength: 1 }, '', 'minLength'],
    ],
  },
  {
    type: 'integer',
    part: 'validation',
    takes: [{}, { min: -5, max: 5 }],
    refuses: [
      [{ min: 0.5 }, 'min', 'expected int'],
      [{ max: 2 ** 53 }, 'max', '<=9007199254740991'],
      [{ step: 2 }, '', 'step'],
    ],
  },
  {
    type: 'datetime',
    part: 'validation',
    takes: [{}, { min: '2026-01-01T00:00:00.000Z' }],
    refuses: [
      [{ min: '2026-01-01' }, 'min', 'must be an ISO 8601 date and time'],
      [{ max: 2026 }, 'max', 'expected string'],
    ],
  },
  { type: 'select', part: 'validation', ...choices },
  { type: 'multiSelect', part: 'validation', ...choices },
  {
    type: 'text',
    part: 'options',
    takes: [{}, { rows: 1 }, { rows: 100 }],
    refuses: [
      [{ rows: 0 }, 'rows', '>=1'],
      [{ rows: 101 }, 'rows', '<=100'],
      [{ rows: '3' }, 'rows', 'expected number'],
      [{ cols: 3 }, '', 'cols'],
    ],
  },
  {
    type: 'image',
    part: 'options',
    takes: [{}, { showPreview: false }],
    refuses: [
      [{ showPreview: 1 }, 'showPreview', 'expected boolean'],
      [{ collection: 'posts' }, '', 'collection'],
    ],
  },
  {
    type: 'reference',
    part: 'options',
    takes: [{ collection: 'posts' }, { collection: 'posts', allowMultiple: true }],
    refuses: [
      [{}, 'collection', 'options.collection must name the collection that is referred to'],
      [{ collection: ['posts'] }, 'collection', 'options.collection must name the collection'],
      [{ collection: 'posts', allowMultiple: 'yes' }, 'allowMultiple', 'expected boolean'],
      [{ collection: 'posts', multiple: true }, '', 'multiple'],
    ],
  },
  ...(['boolean', 'portableText', 'image', 'file', 'reference', 'json'] as const).map((type) =>
    none(type, 'validation'),
  ),
  ...(
    [
      'string',
      'number',
      'integer',
      'boolean',
      'datetime',
      'select',
      'multiSelect',
      'portableText',
      'file',
      'json',
      'slug',
    ] as const
  ).map((type) => none(type, 'options')),
]

it('every type has its settings looked at', () => {
  const seen = new Set(rows.map(({ type, part }) => `${type} ${part}`))
  const all = Object.keys(fieldTypes).flatMap((type) => [`${type} validation`, `${type} options`])
  expect(all.filter((name) => !seen.has(name))).toEqual([])
})

describe.each(rows)('$part of the type $type', ({ type, part, takes, refuses }) => {
  const schema = fieldTypes[type][part]

  it.each(takes)('may be %j', (given) => {
    expect(schema.parse(given)).toStrictEqual(given)
  })

  it.each(
    refuses.map(([given, path, says]) => ({ name: JSON.stringify(given).slice(0, 60), given, path, says })),
  )('may not be $name', ({ given, path, says }) => {
    const issues = schema.safeParse(given).error?.issues ?? []
    expect(issues.map((issue) => issue.path.join('.'))).toEqual([path])
    expect(issues[0]?.message).toContain(says)
  })
})

it('bounds of a datetime are brought into the stored form', () => {
  const given = { min: '2026-01-01T00:00:00+01:00', max: '2026-12-31T00:00:00Z' }
  expect(fieldTypes.datetime.validation.parse(given)).toEqual({
    min: '2025-12-31T23:00:00.000Z',
    max: '2026-12-31T00:00:00.000Z',
  })
})

describe('settings that contradict each other', () => {
  const environment: FieldEnvironment = {
    pattern: (source) => {
      if (source.startsWith('wrong')) throw new Error('error parsing regexp: a bracket is missing')
      return { matches: () => true, longest: 100 }
    },
  }
  const check = (type: FieldTypeName, validation: Settings): string | null => {
    const field: FieldSettings = { slug: 'field', required: false, validation, options: {} }
    return fieldTypes[type].checkSettings?.(field, environment) ?? null
  }

  it.each(['string', 'text', 'slug'] as const)('of the type %s', (type) => {
    expect(check(type, { minLength: 3, maxLength: 3, pattern: 'right' })).toBeNull()
    expect(check(type, { minLength: 4, maxLength: 3 })).toBe(
      'validation.minLength (4) is greater than validation.maxLength (3)',
    )
    expect(check(type, { pattern: 'wrong' })).toBe(
      'validation.pattern is not a pattern of RE2 syntax: a bracket is missing',
    )
    expect(check(type, { pattern: 'wrong(?<!a)b' })).toContain(
      'look-ahead and look-behind do not exist in it',
    )
    expect(check(type, { pattern: 'wrong(a)\\1' })).toContain('back-references do not exist in it')
  })

  it.each(['number', 'integer'] as const)('of the type %s', (type) => {
    expect(check(type, { min: 0 })).toBeNull()
    expect(check(type, { min: 3, max: 3 })).toBeNull()
    expect(check(type, { min: 4, max: 3 })).toBe('validation.min (4) is greater than validation.max (3)')
    expect(check(type, { min: 10, max: 9 })).toBe('validation.min (10) is greater than validation.max (9)')
  })

  it('of the type datetime', () => {
    const bounds = { min: '2026-01-02T00:00:00.000Z', max: '2026-01-01T00:00:00.000Z' }
    expect(check('datetime', bounds)).toBe(
      `validation.min (${bounds.min}) is greater than validation.max (${bounds.max})`,
    )
    expect(check('datetime', { min: bounds.max, max: bounds.min })).toBeNull()
  })
})
