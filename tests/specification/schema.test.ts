import { expect } from 'vitest'
import { checkClaims, type Claim } from '../setup/claims.ts'

const ulid = expect.stringMatching(/^[0-9A-HJKMNP-TV-Z]{26}$/)

const collections: readonly Claim[] = [
  [
    'a collection is created',
    'POST /schema/collections',
    {
      slug: 'books',
      label: 'Books',
      labelSingular: 'Book',
      description: 'To read',
      supports: ['drafts', 'revisions'],
    },
    '201',
    {
      data: {
        item: {
          id: ulid,
          slug: 'books',
          label: 'Books',
          labelSingular: 'Book',
          description: 'To read',
          supports: ['drafts', 'revisions'],
        },
      },
    },
  ],
  [
    'supports are drafts and revisions by default',
    'POST /schema/collections',
    { slug: 'films', label: 'Films' },
    '201',
    { data: { item: { supports: ['drafts', 'revisions'] } } },
  ],
  [
    'or none',
    'POST /schema/collections',
    { slug: 'notes', label: 'Notes', supports: [] },
    '201',
    { data: { item: { supports: [] } } },
  ],
  [
    'or all five',
    'POST /schema/collections',
    { slug: 'all', label: 'All', supports: ['drafts', 'revisions', 'preview', 'scheduling', 'search'] },
    '201',
  ],
  [
    'and no other',
    'POST /schema/collections',
    { slug: 'bad', label: 'Bad', supports: ['comments'] },
    '400 VALIDATION_ERROR',
  ],
  ['a slug is lower case', 'POST /schema/collections', { slug: 'Books', label: 'x' }, '400 VALIDATION_ERROR'],
  [
    'it begins with a letter',
    'POST /schema/collections',
    { slug: '1book', label: 'x' },
    '400 VALIDATION_ERROR',
  ],
  ['it has no hyphen', 'POST /schema/collections', { slug: 'a-b', label: 'x' }, '400 VALIDATION_ERROR'],
  ['it is unique', 'POST /schema/collections', { slug: 'books', label: 'x' }, '409 DUPLICATE_SLUG'],
  ['it is not reserved', 'POST /schema/collections', { slug: 'media', label: 'x' }, '400 RESERVED_SLUG'],
  ['a label is required', 'POST /schema/collections', { slug: 'x' }, '400 VALIDATION_ERROR'],
  [
    'collections are listed',
    'GET /schema/collections',
    null,
    '200',
    ({ data }) =>
      expect(data.items.map(({ slug }: { slug: string }) => slug)).toEqual([
        'all',
        'books',
        'films',
        'notes',
      ]),
  ],
  [
    'one is found',
    'GET /schema/collections/books',
    null,
    '200',
    ({ data }) => expect([data.item.slug, data.item.fields]).toEqual(['books', undefined]),
  ],
  [
    'with fields where asked',
    'GET /schema/collections/books?includeFields=true',
    null,
    '200',
    { data: { item: { fields: [] } } },
  ],
  ['an unknown one is not', 'GET /schema/collections/nothing', null, '404 NOT_FOUND'],
  [
    'it changes',
    'PATCH /schema/collections/books',
    { label: 'All books' },
    '200',
    { data: { item: { label: 'All books', labelSingular: 'Book' } } },
  ],
  ['its slug does not', 'PATCH /schema/collections/books', { slug: 'tomes' }, '400 VALIDATION_ERROR'],
  ['an empty one is deleted', 'DELETE /schema/collections/notes', null, '200'],
  ['its items are gone with it', 'GET /content/notes', null, '404 NOT_FOUND'],
  [
    'reading takes the role 40',
    'author GET /schema/collections',
    null,
    '403 FORBIDDEN',
    { error: { message: 'Insufficient scope: requires schema:read (role 40 needed, yours is 30)' } },
  ],
  ['editors read', 'editor GET /schema/collections', null, '200'],
  [
    'writing takes the role 50',
    'editor POST /schema/collections',
    { slug: 'x', label: 'x' },
    '403 FORBIDDEN',
    { error: { details: { requiredRole: 50 } } },
  ],
  [
    'and the scope',
    'reader POST /schema/collections',
    { slug: 'x', label: 'x' },
    '403 FORBIDDEN',
    { error: { message: 'Insufficient scope: requires schema:write' } },
  ],
]

const field = (slug: string, more: object): object => ({ slug, label: slug, ...more })
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

const fields: readonly Claim[] = [
  [
    'a field is added',
    'POST /schema/collections/books/fields',
    field('title', {
      type: 'string',
      required: true,
      validation: { minLength: 2, maxLength: 10, pattern: '^[A-Z]' },
    }),
    '201',
    {
      data: {
        item: {
          slug: 'title',
          label: 'title',
          type: 'string',
          required: true,
          unique: false,
          searchable: false,
          translatable: true,
          sortOrder: 0,
        },
      },
    },
  ],
  [
    'another',
    'POST /schema/collections/books/fields',
    field('isbn', { type: 'string', unique: true, defaultValue: null }),
    '201',
    null,
  ],
  [
    'its slug is unique',
    'POST /schema/collections/books/fields',
    field('title', { type: 'text' }),
    '409 DUPLICATE_SLUG',
  ],
  [
    'its type is one of 14',
    'POST /schema/collections/books/fields',
    field('x', { type: 'colour' }),
    '400 VALIDATION_ERROR',
  ],
  [
    'a label is required',
    'POST /schema/collections/books/fields',
    { slug: 'x', type: 'text' },
    '400 VALIDATION_ERROR',
  ],
  [
    'its slug has the pattern',
    'POST /schema/collections/books/fields',
    field('X', { type: 'text' }),
    '400 VALIDATION_ERROR',
  ],
  ...reserved.map((slug): Claim => [
    `${slug} is reserved`,
    'POST /schema/collections/books/fields',
    field(slug, { type: 'text' }),
    '400 RESERVED_SLUG',
  ]),
  [
    'a select needs options',
    'POST /schema/collections/books/fields',
    field('x', { type: 'select' }),
    '400 VALIDATION_ERROR',
  ],
  [
    'so does a multiSelect',
    'POST /schema/collections/books/fields',
    field('x', { type: 'multiSelect' }),
    '400 VALIDATION_ERROR',
  ],
  [
    'a reference needs a collection',
    'POST /schema/collections/books/fields',
    field('x', { type: 'reference' }),
    '400 VALIDATION_ERROR',
  ],
  [
    'fields are listed',
    'GET /schema/collections/books/fields',
    null,
    '200',
    { data: { items: [{ slug: 'title' }, { slug: 'isbn' }] } },
  ],
  [
    'and ordered anew',
    'POST /schema/collections/books/fields/reorder',
    { fieldSlugs: ['isbn', 'title'] },
    '200',
    {
      data: {
        items: [
          { slug: 'isbn', sortOrder: 0 },
          { slug: 'title', sortOrder: 1 },
        ],
      },
    },
  ],
  [
    'all of them',
    'POST /schema/collections/books/fields/reorder',
    { fieldSlugs: ['isbn'] },
    '400 VALIDATION_ERROR',
  ],
  [
    'a field changes',
    'PATCH /schema/collections/books/fields/isbn',
    { label: 'ISBN', searchable: true },
    '200',
    { data: { item: { label: 'ISBN', searchable: true } } },
  ],
  [
    'an unknown one does not',
    'PATCH /schema/collections/books/fields/nothing',
    { label: 'x' },
    '404 NOT_FOUND',
  ],
  [
    'a required field must be there',
    'POST /content/books',
    { data: {} },
    '400 VALIDATION_ERROR',
    { error: { details: { issues: [{ path: 'data.title', message: 'is required' }] } } },
  ],
  ['minLength holds', 'POST /content/books', { data: { title: 'A' } }, '400 VALIDATION_ERROR'],
  ['maxLength holds', 'POST /content/books', { data: { title: 'Abcdefghijk' } }, '400 VALIDATION_ERROR'],
  ['the pattern holds', 'POST /content/books', { data: { title: 'abc' } }, '400 VALIDATION_ERROR'],
  ['what fits is stored', 'POST /content/books', { data: { title: 'Abc', isbn: '1' } }, '201'],
  [
    'a unique value is taken once',
    'POST /content/books',
    { data: { title: 'Def', isbn: '1' } },
    '409 CONFLICT',
    { error: { details: { field: 'isbn' } } },
  ],
  [
    'deleting a field says what is lost',
    'DELETE /schema/collections/books/fields/isbn',
    null,
    '200',
    ({ data }) => expect(data).toEqual({ success: true, lost: { items: 1, revisions: 1 }, usedFor: [] }),
  ],
  [
    'its values are gone',
    'GET /content/books',
    null,
    '200',
    ({ data }) => expect(data.items[0].data).toEqual({ title: 'Abc' }),
  ],
  [
    'a collection with content is not deleted',
    'DELETE /schema/collections/books',
    null,
    '400 SCHEMA_ERROR',
    { error: { message: expect.stringContaining('holds 1 item ') } },
  ],
  ['unless it is forced', 'DELETE /schema/collections/books?force=true', null, '200'],
  [
    'a default value is for new items',
    'POST /schema/collections/films/fields',
    field('rating', { type: 'integer', defaultValue: 3 }),
    '201',
  ],
  [
    'that do not say',
    'POST /content/films',
    { data: {} },
    '201',
    { data: { item: { data: { rating: 3 } } } },
  ],
]

const typeFields = {
  string: {},
  text: { options: { rows: 5 } },
  number: { validation: { min: 0, max: 10 } },
  integer: {},
  boolean: {},
  datetime: { validation: { min: '2020-01-01T00:00:00.000Z' } },
  select: { validation: { options: ['red', 'green'] } },
  multiSelect: { validation: { options: ['red', 'green'] } },
  portableText: {},
  image: { options: { showPreview: true } },
  file: {},
  json: {},
  slug: {},
} as const

const block = { _type: 'block', style: 'normal', children: [{ _type: 'span', text: 'Hello' }] }

/** type, what is sent, what comes back; without the last it is refused */
const values: readonly (readonly [type: string, sent: unknown, back?: unknown])[] = [
  ['string', 'One line', 'One line'],
  ['string', 'Two\nlines'],
  ['string', 5],
  ['text', 'Two\nlines', 'Two\nlines'],
  ['text', ['x']],
  ['number', 1.5, 1.5],
  ['number', 11],
  ['number', '1'],
  ['integer', 7, 7],
  ['integer', 1.5],
  ['integer', 9007199254740991, 9007199254740991],
  ['boolean', true, true],
  ['boolean', 0, false],
  ['boolean', 1, true],
  ['boolean', 'yes'],
  ['boolean', 2],
  ['datetime', '2026-01-31T10:00:00+02:00', '2026-01-31T08:00:00.000Z'],
  ['datetime', '2026-01-31T10:00:00Z', '2026-01-31T10:00:00.000Z'],
  ['datetime', '2026-01-31'],
  ['datetime', '2019-12-31T23:59:59.999Z'],
  ['datetime', 0],
  ['select', 'red', 'red'],
  ['select', 'blue'],
  ['select', ['red']],
  ['multiSelect', ['green', 'red'], ['green', 'red']],
  ['multiSelect', ['blue']],
  ['multiSelect', 'red'],
  ['portableText', [block], [block]],
  ['portableText', [{ style: 'normal' }]],
  ['portableText', 'Hello'],
  ['json', { a: [null, { b: null }], c: 1e21 }, { a: [null, { b: null }], c: 1e21 }],
  ['json', 'text', 'text'],
  ['json', false, false],
  ['slug', 'Hello, World!', 'hello-world'],
  ['slug', 'a/b', 'ab'],
  ['slug', 'Crème Brûlée', 'creme-brulee'],
  ['slug', '!!!'],
]

const named = (type: string): string => `a_${type.toLowerCase()}`

const types: readonly Claim[] = [
  [
    'a collection of all types',
    'POST /schema/collections',
    { slug: 'kinds', label: 'Kinds', supports: [] },
    '201',
  ],
  ...Object.entries(typeFields).map(([type, settings]): Claim => [
    `a field of type ${type}`,
    'POST /schema/collections/kinds/fields',
    { slug: named(type), label: type, type, ...settings },
    '201',
  ]),
  [
    'a reference',
    'POST /schema/collections/kinds/fields',
    { slug: 'reference', label: 'x', type: 'reference', options: { collection: 'films' } },
    '201',
  ],
  [
    'several',
    'POST /schema/collections/kinds/fields',
    {
      slug: 'references',
      label: 'x',
      type: 'reference',
      options: { collection: 'films', allowMultiple: true },
    },
    '201',
  ],
  ['something to refer to', 'POST /content/films', { data: {} }, '201', null, { film: 'data.item.id' }],
  [
    'a reference is the id of an item',
    'POST /content/kinds',
    { data: { reference: '{film}' } },
    '201',
    { data: { item: { data: { reference: '{film}' } } } },
  ],
  [
    'that is there',
    'POST /content/kinds',
    { data: { reference: '01JZZZZZZZZZZZZZZZZZZZZZZZ' } },
    '400 VALIDATION_ERROR',
  ],
  ['not a list', 'POST /content/kinds', { data: { reference: ['{film}'] } }, '400 VALIDATION_ERROR'],
  [
    'several are a list',
    'POST /content/kinds',
    { data: { references: ['{film}'] } },
    '201',
    { data: { item: { data: { references: ['{film}'] } } } },
  ],
  [
    'integers in JSON beyond 2^53 that would change are refused',
    'POST /content/kinds',
    Buffer.from('{"data":{"a_json":{"a":[9007199254740993]}}}'),
    '400 VALIDATION_ERROR',
    { error: { details: { issues: [{ path: 'data.a_json.a.0' }] } } },
  ],
  ...values.map(([type, sent, back]): Claim => [
    `${type} ${back === undefined ? 'refuses' : 'takes'} ${JSON.stringify(sent)}`,
    'POST /content/kinds',
    { data: { [named(type)]: sent } },
    back === undefined ? '400 VALIDATION_ERROR' : '201',
    back === undefined
      ? { error: { details: { issues: [{ path: expect.stringMatching(`^data.${named(type)}`) }] } } }
      : ({ data }) => expect(data.item.data[named(type)]).toEqual(back),
  ]),
]

const exporting: readonly Claim[] = [
  [
    'the schema is exported as JSON',
    'GET /schema',
    null,
    '200',
    ({ data }) => expect(Object.keys(data)).toContain('collections'),
  ],
  [
    'and as TypeScript',
    'GET /schema?format=typescript',
    null,
    '200',
    (text) => expect(text).toContain('export interface Film'),
  ],
]

checkClaims('the schema', { collections, fields, types, exporting })
