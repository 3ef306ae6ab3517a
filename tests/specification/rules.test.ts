import { expect } from 'vitest'
import { checkClaims, type Claim } from '../setup/claims.ts'

/** The rules of field types: which settings a type takes, and what they allow. */
const options = ['red', 'green']
const noon = '2026-01-31T12:00:00.000Z'
const before = '2026-01-31T11:59:59.999Z'

/** type, its settings, values that fit, values that do not */
const rules: readonly (readonly [string, object, readonly unknown[], readonly unknown[]])[] = [
  ['string', { validation: { minLength: 2 } }, ['ab', 'äö', '👍👍'], ['', 'a', '👍']],
  ['string', { validation: { maxLength: 3 } }, ['', 'abc', '👍👍👍'], ['abcd', '👍👍👍👍']],
  ['string', { validation: { pattern: '^[a-z]+$' } }, ['abc'], ['Abc', 'a1', '']],
  ['text', { validation: { minLength: 2 } }, ['a\n'], ['a']],
  ['text', { validation: { maxLength: 3 } }, ['a\nb'], ['a\nbc']],
  ['number', { validation: { min: 0.5 } }, [0.5, 7], [0.4, -1]],
  ['number', { validation: { max: 0.5 } }, [0.5, -7], [0.6]],
  ['number', {}, [0, -0.1, 1.7976931348623157e308, 5e-324], ['1', true, [1]]],
  ['integer', { validation: { min: -1 } }, [-1, 0], [-2]],
  ['integer', { validation: { max: 9 } }, [9, -9], [10]],
  ['integer', {}, [0, 9007199254740991, -9007199254740991], [0.5, 9007199254740992, '1', true]],
  ['boolean', {}, [true, false, 0, 1], [2, 'true', [], {}]],
  ['datetime', { validation: { min: noon } }, [noon, '2026-01-31T13:00:00+01:00'], [before]],
  ['datetime', { validation: { max: noon } }, [noon, before], ['2026-01-31T12:00:00.001Z']],
  ['datetime', {}, ['2026-02-28T00:00:00Z'], ['2026-02-30T00:00:00Z', '2026-01-31T12:00:00', 'now', 5]],
  ['select', { validation: { options } }, ['red', 'green'], ['Red', '', 'blue', ['red'], 1]],
  [
    'multiSelect',
    { validation: { options } },
    [[], ['red'], ['green', 'red']],
    [['blue'], 'red', ['red', 'red']],
  ],
  [
    'portableText',
    {},
    [[], [{ _type: 'block', style: 'h1', children: [{ _type: 'span', text: '' }] }]],
    [{}, [5], ['x'], [{ _type: 5 }], [{ _type: 'block', children: 'x' }]],
  ],
  ['image', {}, [{ id: 'x', url: 'https://x.example/a.png', alt: 'A', width: 1, height: 2 }], ['x', {}, []]],
  ['image', {}, [], [{ id: 'x' }, { id: 'x', url: 'javascript:a' }, { id: 'x', url: '/a', size: 1 }]],
  [
    'file',
    {},
    [{ id: 'x', url: '/a.pdf', filename: 'a.pdf', mimeType: 'application/pdf', size: 1 }],
    ['x', {}, { id: 'x' }, { id: 'x', url: '/a', alt: 'x' }],
  ],
  ['json', {}, [{}, [], 'x', 0, false, { a: { b: [null] } }], []],
  ['slug', {}, ['a-b', 'Ünï cödé', '日本'], ['!!!', 5, {}]],
]

const slugOf = (index: number): string => `f${index}`

const stored: readonly Claim[] = [
  ['a collection', 'POST /schema/collections', { slug: 'ruled', label: 'Ruled', supports: [] }, '201'],
  ...rules.flatMap(([type, settings, fitting, others], index): Claim[] => {
    const slug = slugOf(index)
    const named = `${type} ${JSON.stringify(settings)}`
    return [
      [
        `a field of ${named}`,
        'POST /schema/collections/ruled/fields',
        { slug, label: slug, type, ...settings },
        '201',
        { data: { item: { type, ...settings } } },
      ],
      ...fitting.map((value): Claim => [
        `${named} takes ${JSON.stringify(value)}`,
        'POST /content/ruled',
        { data: { [slug]: value } },
        '201',
        ({ data }) => expect(data.item.data).toHaveProperty(slug),
      ]),
      ...others.map((value): Claim => [
        `${named} refuses ${JSON.stringify(value)}`,
        'POST /content/ruled',
        { data: { [slug]: value } },
        '400 VALIDATION_ERROR',
        ({ error }) => expect(error.details.issues[0].path).toMatch(new RegExp(`^data\\.${slug}`)),
      ]),
    ]
  }),
]

/** settings that a type does not take, or not so */
const wrongSettings: readonly (readonly [type: string, settings: object, path: string])[] = [
  ['string', { validation: { min: 1 } }, 'validation.min'],
  ['string', { validation: { pattern: '(' } }, 'validation'],
  ['string', { validation: { minLength: -1 } }, 'validation.minLength'],
  ['string', { validation: { minLength: 3, maxLength: 2 } }, 'validation'],
  ['text', { validation: { options } }, 'validation.options'],
  ['text', { options: { rows: 'many' } }, 'options.rows'],
  ['number', { validation: { minLength: 1 } }, 'validation.minLength'],
  ['number', { validation: { min: 2, max: 1 } }, 'validation'],
  ['integer', { validation: { min: '1' } }, 'validation.min'],
  ['boolean', { validation: { min: 0 } }, 'validation.min'],
  ['datetime', { validation: { min: 'yesterday' } }, 'validation.min'],
  ['select', {}, 'validation.options'],
  ['select', { validation: { options: [] } }, 'validation.options'],
  ['select', { validation: { options: ['a', 'a'] } }, 'validation.options'],
  ['multiSelect', {}, 'validation.options'],
  ['multiSelect', { validation: { options: 'red' } }, 'validation.options'],
  ['image', { options: { showPreview: 'yes' } }, 'options.showPreview'],
  ['file', { options: { showPreview: true } }, 'options.showPreview'],
  ['reference', {}, 'options.collection'],
  ['reference', { options: { collection: 'nothing' } }, 'options.collection'],
  ['reference', { options: { collection: 'ruled', allowMultiple: 'yes' } }, 'options.allowMultiple'],
  ['json', { unique: true }, 'unique'],
  ['portableText', { unique: true }, 'unique'],
  ['multiSelect', { validation: { options }, unique: true }, 'unique'],
  ['image', { defaultValue: { id: '01JZZZZZZZZZZZZZZZZZZZZZZZ' } }, 'defaultValue'],
  ['integer', { defaultValue: 'one' }, 'defaultValue'],
  ['select', { validation: { options }, defaultValue: 'blue' }, 'defaultValue'],
]

const settings: readonly Claim[] = wrongSettings.flatMap(([type, wrong, path], index): Claim[] => [
  [
    `${type} has no ${JSON.stringify(wrong)}`,
    'POST /schema/collections/ruled/fields',
    { slug: `wrong${index}`, label: 'x', type, ...wrong },
    '400 VALIDATION_ERROR',
    ({ error }) => expect(error.details.issues[0].path).toMatch(new RegExp(`^${path}`)),
  ],
])

const reserved = [
  'id',
  'slug',
  'status',
  'author_id',
  'created_at',
  'updated_at',
  'published_at',
  'deleted_at',
  'version',
]

const names: readonly Claim[] = [
  ...reserved.map((slug): Claim => [
    `${slug} is no field over MCP`,
    'tool schema_create_field',
    { collection: 'ruled', slug, label: 'x', type: 'string' },
    'failed RESERVED_SLUG',
  ]),
  ...['A', '1a', 'a-b', 'a b', 'ä', '_a', '', 'a'.repeat(64)].flatMap((slug): Claim[] => [
    [
      `"${slug}" is no slug of a field`,
      'POST /schema/collections/ruled/fields',
      { slug, label: 'x', type: 'string' },
      '400 VALIDATION_ERROR',
      { error: { details: { issues: [{ path: 'slug' }] } } },
    ],
    [
      `"${slug}" is no slug of a collection`,
      'POST /schema/collections',
      { slug, label: 'x' },
      '400 VALIDATION_ERROR',
      { error: { details: { issues: [{ path: 'slug' }] } } },
    ],
  ]),
  ...['a', 'a1', 'a_b', 'z9_'].map((slug): Claim => [
    `"${slug}" is a slug of a field`,
    'POST /schema/collections/ruled/fields',
    { slug, label: slug, type: 'string' },
    '201',
  ]),
]

const references: readonly Claim[] = [
  ['targets', 'POST /schema/collections', { slug: 'targets', label: 'Targets' }, '201'],
  ['one', 'POST /content/targets', { data: {} }, '201', null, { one: 'data.item.id' }],
  ['another', 'POST /content/targets', { data: {} }, '201', null, { two: 'data.item.id' }],
  [
    'a field that refers to one',
    'POST /schema/collections/ruled/fields',
    { slug: 'single', label: 'x', type: 'reference', options: { collection: 'targets' } },
    '201',
  ],
  [
    'and one that refers to several',
    'POST /schema/collections/ruled/fields',
    {
      slug: 'several',
      label: 'x',
      type: 'reference',
      options: { collection: 'targets', allowMultiple: true },
    },
    '201',
  ],
  [
    'references are stored',
    'POST /content/ruled',
    { data: { single: '{one}', several: ['{two}', '{one}'] } },
    '201',
    { data: { item: { data: { single: '{one}', several: ['{two}', '{one}'] } } } },
    { holder: 'data.item.id' },
  ],
  ...(
    [
      ['single', ['{one}']],
      ['single', '{holder}'],
      ['single', 'nothing'],
      ['single', ''],
      ['several', '{one}'],
      ['several', ['{one}', '{one}']],
      ['several', ['{one}', 'nothing']],
    ] as const
  ).map(([slug, value]): Claim => [
    `${slug} does not take ${JSON.stringify(value)}`,
    'POST /content/ruled',
    { data: { [slug]: value } },
    '400 VALIDATION_ERROR',
    ({ error }) => expect(error.details.issues[0].path).toMatch(new RegExp(`^data\\.${slug}`)),
  ]),
  ['a target goes to the trash', 'DELETE /content/targets/{one}', null, '200'],
  [
    'what refers to it stays as it is',
    'PUT /content/ruled/{holder}',
    { data: { single: '{one}', several: ['{two}', '{one}'] } },
    '200',
    { data: { item: { data: { single: '{one}' } } } },
  ],
  [
    'and nothing new refers to it',
    'POST /content/ruled',
    { data: { single: '{one}' } },
    '400 VALIDATION_ERROR',
    { error: { message: expect.stringContaining('in the trash') } },
  ],
]

const time: readonly Claim[] = [
  [
    'a collection with scheduling',
    'POST /schema/collections',
    { slug: 'timed', label: 'Timed', supports: ['drafts', 'revisions', 'scheduling', 'search'] },
    '201',
  ],
  [
    'with a required title',
    'POST /schema/collections/timed/fields',
    { slug: 'title', label: 'Title', type: 'string', required: true, searchable: true },
    '201',
  ],
  ['an item', 'POST /content/timed', { data: { title: 'Early' } }, '201', null, { item: 'data.item.id' }],
  ['is scheduled', 'POST /content/timed/{item}/schedule', { scheduledAt: '{soon}' }, '200'],
  ['before its time', 'clock 3599', null, 'done'],
  [
    'it waits',
    'GET /content/timed/{item}',
    null,
    '200',
    { data: { item: { status: 'scheduled', scheduledAt: '{soon}', publishedAt: null } } },
  ],
  ['nobody finds it', 'subscriber GET /search?q=early', null, '200', { results: [] }],
  ['at its time', 'clock 1', null, 'done'],
  [
    'it is published',
    'GET /content/timed/{item}',
    null,
    '200',
    { data: { item: { status: 'published', scheduledAt: null, publishedAt: '{soon}' } } },
  ],
  ['and found', 'subscriber GET /search?q=early', null, '200', { results: [{ id: '{item}' }] }],
  ['unpublished', 'POST /content/timed/{item}/unpublish', {}, '200'],
  ['later', 'clock 60', null, 'done'],
  [
    'and published again, it keeps its date',
    'POST /content/timed/{item}/publish',
    {},
    '200',
    { data: { item: { publishedAt: '{soon}' } } },
  ],
  [
    'which an Editor can set',
    'editor POST /content/timed/{item}/publish',
    { publishedAt: '2020-01-01T01:00:00+01:00' },
    '200',
    { data: { item: { publishedAt: '2020-01-01T00:00:00.000Z' } } },
  ],
  [
    'and no Author',
    'author PUT /content/timed/{item}',
    { publishedAt: '2020-01-01T00:00:00Z' },
    '403 FORBIDDEN',
  ],
  [
    'nor to the future',
    'PUT /content/timed/{item}',
    { publishedAt: '2999-01-01T00:00:00Z' },
    '400 VALIDATION_ERROR',
    { error: { details: { issues: [{ path: 'publishedAt' }] } } },
  ],
  [
    'a draft may lack what is required where the caller says so',
    'PUT /content/timed/{item}',
    { data: { title: null }, incomplete: true },
    '200',
    { data: { item: { missing: ['title'] } } },
  ],
  ['and not else', 'PUT /content/timed/{item}', { data: { title: null } }, '400 VALIDATION_ERROR'],
  [
    'it is not published',
    'tool content_publish',
    { collection: 'timed', id: '{item}' },
    'failed VALIDATION_ERROR',
    ({ text }) => expect(text).toContain('data.title'),
  ],
  [
    'nor scheduled',
    'POST /content/timed/{item}/schedule',
    { scheduledAt: '2999-01-01T00:00:00Z' },
    '400 VALIDATION_ERROR',
    { error: { details: { issues: [{ path: 'data.title', message: 'is required' }] } } },
  ],
]

checkClaims('rules', { stored, settings, names, references, time })
