import type { Operation } from '@octavo/contract/define'
import { operations } from '@octavo/contract/operations/registry'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { dataOf, expectFailure, issuePaths } from '../setup/answers.ts'
import { makeCollection } from '../setup/content.ts'
import { engines, startService, type TestService } from '../setup/service.ts'
import { expectTablesAsDescribed } from '../setup/tables.ts'

type Values = Record<string, unknown>

interface Row {
  operation: Operation
  /** `:collection` and `:field` stand for ones that are there */
  path: string
  status?: 200 | 201
  body?: Values
  /** what is laid over the body or put into the query, where the problem is, what the message says */
  refuses?: readonly (readonly [given: Values | string, path: string, says: string])[]
}

const { schema } = operations
const oneOfTypes = 'must be one of "string", "text", "number", "integer", "boolean", "datetime", "select"'

const namesOfPeople: Row['refuses'] = [
  [{ label: '' }, 'label', 'is required'],
  [{ label: 'a'.repeat(201) }, 'label', 'must have at most 200 characters'],
  [{ label: 7 }, 'label', 'must be a text'],
  [{ label: 'a\u0000b' }, 'label', 'must not contain the character U+0000'],
  [{ label: '\ud800' }, 'label', 'is not well-formed Unicode'],
]

const collectionTexts: Row['refuses'] = [
  ...namesOfPeople,
  [{ labelSingular: '' }, 'labelSingular', 'is required'],
  [{ description: 'a'.repeat(2001) }, 'description', 'must have at most 2000 characters'],
  [{ icon: ['star'] }, 'icon', 'must be a text'],
  [{ supports: 'drafts' }, 'supports', 'must be a list'],
  [
    { supports: ['drafts', 'magic'] },
    'supports.1',
    'must be one of "drafts", "revisions", "preview", "scheduling", "search"',
  ],
  [{ supports: ['drafts', 'drafts'] }, 'supports', 'must not name a feature twice'],
]

const fieldSettings: Row['refuses'] = [
  ...namesOfPeople,
  [{ type: 'varchar' }, 'type', oneOfTypes],
  [{ required: 'yes' }, 'required', 'must be true or false'],
  [{ required: 1 }, 'required', 'must be true or false'],
  [{ unique: 'no' }, 'unique', 'must be true or false'],
  [{ searchable: null }, 'searchable', 'must be true or false'],
  [{ filterable: 'yes' }, 'filterable', 'must be true or false'],
  [{ translatable: 0 }, 'translatable', 'must be true or false'],
  [{ sortOrder: '1' }, 'sortOrder', 'must be a number'],
  [{ sortOrder: 1e10 }, 'sortOrder', 'must be at most 1000000000'],
  [{ widget: 7 }, 'widget', 'must be a text'],
  [{ validation: 'max 5' }, 'validation', 'must be an object'],
  [
    { validation: { maxLenght: 5 } },
    'validation.maxLenght',
    'is not known for the type string; did you mean "maxLength"?',
  ],
  [{ validation: { maxLength: 'five' } }, 'validation.maxLength', 'must be a number'],
  [
    { validation: { minLength: 3, maxLength: 2 } },
    'validation',
    'validation.minLength (3) is greater than validation.maxLength (2)',
  ],
  [{ validation: { pattern: '(?=a)' } }, 'validation', 'look-ahead and look-behind do not exist in it'],
  [{ validation: { pattern: `(${'a'.repeat(400)}){1000}` } }, 'validation', 'repeats too much'],
  [{ validation: { pattern: '[a' } }, 'validation', 'RE2 syntax: missing closing ]'],
  [{ options: { rows: 3 } }, 'options.rows', 'is not known for the type string'],
  [
    { options: { showIf: { field: 'kind', eq: 'a', list: ['a'] } } },
    'options.showIf.list',
    'is not known here; known: field, eq, ne, in, exists',
  ],
  [{ options: [] }, 'options', 'must be an object'],
  [{ defaultValue: 7 }, 'defaultValue', 'must be a text'],
  [
    { defaultValue: 'abc', validation: { maxLength: 2 } },
    'defaultValue',
    'must have at most 2 characters, has 3',
  ],
  [{ defaultValue: '', required: true }, 'defaultValue', 'is required'],
  [
    { defaultValue: 'a'.repeat(501), unique: true },
    'defaultValue',
    'a unique value has at most 500 characters',
  ],
]

const table: readonly Row[] = [
  { operation: schema.listCollections, path: '/schema/collections' },
  {
    operation: schema.getCollection,
    path: '/schema/collections/:collection',
    refuses: [
      ['includeFields=yes', 'includeFields', 'must be true or false'],
      ['includeFields=1', 'includeFields', 'must be true or false'],
    ],
  },
  {
    operation: schema.createCollection,
    path: '/schema/collections',
    status: 201,
    body: {
      slug: 'NEW',
      label: 'New',
      labelSingular: 'One',
      description: 'Two\nlines',
      icon: 'star',
      supports: [],
    },
    refuses: [
      [{ slug: undefined }, 'slug', 'is required'],
      [{ slug: 7 }, 'slug', 'must be a text'],
      [{ slug: 'Posts' }, 'slug', 'must begin with a-z and hold only a-z, 0-9 and _'],
      [{ slug: '1posts' }, 'slug', 'must begin with a-z'],
      [{ slug: '_posts' }, 'slug', 'must begin with a-z'],
      [{ slug: 'my-posts' }, 'slug', 'must begin with a-z'],
      [{ slug: 'posts"; drop table users; --' }, 'slug', 'must begin with a-z'],
      [{ slug: 'posts\n' }, 'slug', 'must begin with a-z'],
      [{ slug: 'é' }, 'slug', 'must begin with a-z'],
      [{ slug: '' }, 'slug', 'must begin with a-z'],
      [{ slug: 'a'.repeat(56) }, 'slug', 'must have at most 55 characters'],
      [{ label: undefined }, 'label', 'is required'],
      [{ labelSingular: null }, 'labelSingular', 'must be a text'],
      ...collectionTexts,
    ],
  },
  {
    operation: schema.updateCollection,
    path: '/schema/collections/:collection',
    body: { label: 'Changed' },
    refuses: [[{ slug: 'other' }, 'slug', 'is in the path and must not be in the body'], ...collectionTexts],
  },
  {
    operation: schema.deleteCollection,
    path: '/schema/collections/:collection',
    refuses: [['force=yes', 'force', 'must be true or false']],
  },
  { operation: schema.listFields, path: '/schema/collections/:collection/fields' },
  {
    operation: schema.createField,
    path: '/schema/collections/:collection/fields',
    status: 201,
    body: { slug: 'summary', label: 'Summary', type: 'string' },
    refuses: [
      [{ slug: undefined }, 'slug', 'is required'],
      [{ slug: 'Summary' }, 'slug', 'must begin with a-z'],
      [{ slug: 'a b' }, 'slug', 'must begin with a-z'],
      [{ slug: 'a"b' }, 'slug', 'must begin with a-z'],
      [{ slug: '__proto__' }, 'slug', 'must begin with a-z'],
      [{ slug: 'a'.repeat(64) }, 'slug', 'must have at most 63 characters'],
      [{ label: undefined }, 'label', 'is required'],
      [{ type: undefined }, 'type', 'is required'],
      [{ type: 'toString' }, 'type', oneOfTypes],
      [{ type: 'select' }, 'validation.options', 'validation.options must be a list of the allowed values'],
      [
        { type: 'select', validation: { options: ['a'] }, defaultValue: 'b' },
        'defaultValue',
        'must be one of "a"',
      ],
      [{ type: 'slug', options: { rows: 3 } }, 'options.rows', 'is not known for the type slug'],
      [{ type: 'reference' }, 'options.collection', 'options.collection must name the collection'],
      [
        { type: 'reference', options: { collection: 'pots' } },
        'options.collection',
        'there is no collection "pots"; did you mean "posts"?',
      ],
      [
        { type: 'number', validation: { min: 2, max: 1 } },
        'validation',
        'validation.min (2) is greater than validation.max (1)',
      ],
      [{ type: 'integer', defaultValue: 1.5 }, 'defaultValue', 'must be a whole number'],
      [{ type: 'boolean', defaultValue: 'false' }, 'defaultValue', 'must be true or false'],
      [
        { type: 'datetime', validation: { min: '2026-01-01' } },
        'validation.min',
        'must be an ISO 8601 date and time',
      ],
      [{ type: 'image', defaultValue: { id: 'a', width: -1 } }, 'defaultValue.width', 'must be at least 0'],
      [{ type: 'json', filterable: true }, 'filterable', 'a field of type json cannot be filterable'],
      [{ type: 'json', unique: true }, 'unique', 'a field of type json cannot be unique'],
      [{ type: 'portableText', unique: true }, 'unique', 'a field of type portableText cannot be unique'],
      [
        { type: 'reference', options: { collection: 'posts', allowMultiple: true }, unique: true },
        'unique',
        'reference with allowMultiple cannot be unique',
      ],
      ...fieldSettings,
    ],
  },
  {
    operation: schema.updateField,
    path: '/schema/collections/:collection/fields/:field',
    body: { label: 'Changed' },
    refuses: [
      [{ slug: 'other' }, 'slug', 'is not known here'],
      [{ fieldSlug: 'other' }, 'fieldSlug', 'is in the path and must not be in the body'],
      ...fieldSettings,
    ],
  },
  { operation: schema.deleteField, path: '/schema/collections/:collection/fields/:field' },
  {
    operation: schema.reorderFields,
    path: '/schema/collections/:collection/fields/reorder',
    body: { fieldSlugs: ['body', 'title'] },
    refuses: [
      [{ fieldSlugs: undefined }, 'fieldSlugs', 'is required'],
      [{ fieldSlugs: 'title,body' }, 'fieldSlugs', 'must be a list'],
      [{ fieldSlugs: ['body', 7] }, 'fieldSlugs.1', 'must be a text'],
      [{ fieldSlugs: ['title'] }, 'fieldSlugs', 'body must be named too'],
      [{ fieldSlugs: ['title', 'body', 'other'] }, 'fieldSlugs', 'there is no field other'],
      [{ fieldSlugs: ['title', 'title', 'body'] }, 'fieldSlugs', 'a field is named twice'],
    ],
  },
  { operation: schema.usage, path: '/schema/collections/:collection/usage' },
  {
    operation: schema.preview,
    path: '/schema/collections/:collection/preview',
    body: { updateField: { fieldSlug: 'title', required: true } },
    refuses: [
      [{ updateField: undefined }, '', 'name one of updateCollection'],
      [{ deleteField: { fieldSlug: 'title' } }, '', 'name one of updateCollection'],
      [{ updateField: 'title' }, 'updateField', 'must be an object'],
      [{ updateField: {} }, 'updateField.fieldSlug', 'is required'],
      [{ updateField: { fieldSlug: 'title', requird: true } }, 'updateField.requird', 'is not known here'],
      [{ updateField: { fieldSlug: 'title', type: 'varchar' } }, 'updateField.type', oneOfTypes],
      [{ updateField: undefined, deleteField: {} }, 'deleteField.fieldSlug', 'is required'],
      [
        { updateField: undefined, createField: { slug: 'A', label: 'A', type: 'text' } },
        'createField.slug',
        'must begin with a-z',
      ],
      [{ updateField: undefined, updateCollection: { label: '' } }, 'updateCollection.label', 'is required'],
    ],
  },
  {
    operation: schema.export,
    path: '/schema',
    refuses: [['format=yaml', 'format', 'must be one of "json", "typescript"']],
  },
]

const rows = table.map((row) => ({ name: row.operation.name, ...row }))

it('every operation on the schema is in this table', () => {
  expect(rows.map(({ operation }) => operation)).toEqual(Object.values(schema))
})

describe.each(engines)('schema operations on %s', (engine) => {
  let service: TestService
  let collection: string
  let count = 0

  const isChange = ({ operation }: Row): boolean => operation.effect !== 'read'
  const needsWrite = ({ operation }: Row): boolean => operation.permission === 'schema.write'
  const pathOf = ({ path }: Row, { slug = collection, field = 'title' } = {}): string =>
    path.replace(':collection', slug).replace(':field', field)
  const bodyOf = ({ body }: Row, over: Values = {}): { body?: Values } => {
    if (body === undefined) return {}
    return { body: { ...body, ...(body['slug'] === 'NEW' && { slug: `${collection}_new` }), ...over } }
  }
  const versionNow = async (): Promise<string> => dataOf(await service.ask('GET', '/schema')).version

  const fields = [
    { slug: 'title', type: 'string' },
    { slug: 'body', type: 'text' },
  ]
  beforeAll(async () => {
    service = await startService(engine)
    await makeCollection(service, 'posts', { supports: [], fields })
    collection = 'posts'
  })
  afterAll(async () => {
    await expectTablesAsDescribed(service)
    await service.close()
  })

  describe.each(rows)('$name', (row) => {
    const { method } = row.operation.rest ?? { method: 'GET' }
    const ask = async (path = pathOf(row), more = {}) =>
      service.ask(method, path, { ...bodyOf(row), ...more })

    // What only reads or refuses leaves the collection as it was.
    let isUsed = false
    beforeEach(async () => {
      if (!isUsed && collection !== 'posts') return
      collection = `things${++count}`
      await makeCollection(service, collection, { supports: [], fields })
      isUsed = false
    })
    const willChange = (): void => void (isUsed = isChange(row))

    it('answers as the contract says', async () => {
      willChange()
      const before = await versionNow()
      const answer = await ask()
      const data = dataOf(answer, row.status ?? 200)
      expect(row.operation.output.safeParse(data).error?.issues).toBeUndefined()
      expect(answer.headers['content-type']).toBe('application/json; charset=utf-8')
      expect(answer.headers['cache-control']).toBe('private, no-store')
      expect((await versionNow()) !== before).toBe(isChange(row))
    })

    it('needs a token', async () => {
      expectFailure(await ask(pathOf(row), { token: null }), '401 UNAUTHORIZED')
      expectFailure(await ask(pathOf(row), { token: 'cms_pat_wrong' }), '401 UNAUTHORIZED')
    })

    it('needs the role and the scope', async () => {
      willChange()
      const asAuthor = (await service.person(30, ['content:read', 'content:write'])).token
      const asEditor = (await service.person(40, ['schema:read', 'content:write'])).token
      const withoutScope = (await service.person(50, ['content:read', 'content:write', 'media:write'])).token
      const asReader = (await service.person(50, ['schema:read'])).token
      expectFailure(
        await ask(pathOf(row), { token: asAuthor }),
        '403 FORBIDDEN',
        needsWrite(row) ? 'role 50' : 'role 40',
      )
      const scope = needsWrite(row) ? 'schema:write' : 'schema:read'
      expectFailure(
        await ask(pathOf(row), { token: withoutScope }),
        '403 FORBIDDEN',
        `Insufficient scope: requires ${scope}`,
      )
      if (needsWrite(row)) {
        expectFailure(await ask(pathOf(row), { token: asEditor }), '403 FORBIDDEN', 'role 50')
        expectFailure(await ask(pathOf(row), { token: asReader }), '403 FORBIDDEN', 'requires schema:write')
        const withScope = (await service.person(50, ['schema:write'])).token
        dataOf(await ask(pathOf(row), { token: withScope }), row.status ?? 200)
      } else {
        dataOf(await ask(pathOf(row), { token: asEditor }))
        dataOf(await ask(pathOf(row), { token: asReader }))
      }
    })

    if (row.path.includes(':collection'))
      it('says when there is no such collection', async () => {
        for (const slug of ['nothing', 'constructor', 'POSTS', '%22']) {
          expectFailure(
            await ask(pathOf(row, { slug })),
            '404 NOT_FOUND',
            `The collection "${decodeURIComponent(slug)}"`,
          )
        }
      })

    if (row.path.includes(':field'))
      it('says when there is no such field', async () => {
        for (const field of ['nothing', 'constructor', 'id', 'created_at']) {
          expectFailure(
            await ask(pathOf(row, { field })),
            '404 NOT_FOUND',
            `The field "${field}"`,
            collection,
          )
        }
      })

    it('refuses what it does not know', async () => {
      const query = await ask(`${pathOf(row)}?colour=red`)
      expectFailure(query, '400 VALIDATION_ERROR', 'colour')
      expect(issuePaths(query)).toEqual(['colour'])
      if (row.body === undefined) return
      const body = await ask(pathOf(row), bodyOf(row, { colour: 'red', id: 1 }))
      expectFailure(body, '400 VALIDATION_ERROR', 'colour')
      expect(issuePaths(body)).toEqual(['colour', 'id'])
    })

    if (row.body !== undefined)
      it('takes an object as body and nothing else', async () => {
        for (const body of ['[]', '"text"', '7', 'true']) {
          expectFailure(await ask(pathOf(row), { body }), '400 VALIDATION_ERROR', 'object')
        }
        expectFailure(await ask(pathOf(row), { body: '{"label":' }), '400 VALIDATION_ERROR', 'not valid JSON')
      })

    const refusals = (row.refuses ?? []).map(([given, path, says]) => ({ given, path, says }))
    it.each(refusals)('refuses $given', async ({ given, path, says }) => {
      const before = await versionNow()
      const answer =
        typeof given === 'string'
          ? await ask(`${pathOf(row)}?${given}`)
          : await ask(pathOf(row), bodyOf(row, given))
      expectFailure(answer, '400 VALIDATION_ERROR', says)
      expect(issuePaths(answer)).toEqual([path])
      expect(await versionNow()).toBe(before)
    })
  })
})
