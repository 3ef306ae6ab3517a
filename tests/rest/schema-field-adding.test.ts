import { limits } from '@octavo/contract/limits'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { dataOf, expectFailure } from '../setup/answers.ts'
import { makeCollection } from '../setup/content.ts'
import { engines, startService, type TestService } from '../setup/service.ts'
import { expectTablesAsDescribed } from '../setup/tables.ts'

interface Row {
  field: Record<string, unknown>
  given: unknown
  /** where it is stored in another form */
  stored?: unknown
}

const options = { validation: { options: ['a', "b'c", '"'] } }
const hostile = `'; DROP TABLE "content_x"; -- \\ \\' ? $1 %s {} \u0001 \u007F 👍 שלום \u2028 \uFEFF`
const block = { _type: 'block', children: [{ _type: 'span', text: `it's` }] }

/** what no database can compress into little */
const longText = Array.from({ length: 60_000 }, (_, index) =>
  ((index * 2_654_435_761) % 1_000_003).toString(36),
).join(' ')

/** TARGET stands for the id of an item. */
const rows: readonly Row[] = [
  { field: { type: 'text' }, given: hostile },
  { field: { type: 'text' }, given: 'two\r\nlines\ttab' },
  { field: { type: 'string' }, given: `it's "so" \\n` },
  { field: { type: 'string' }, given: '12.5' },
  { field: { type: 'number' }, given: 0 },
  { field: { type: 'number' }, given: -0.1 },
  { field: { type: 'number' }, given: 5e-324 },
  { field: { type: 'number' }, given: -1.7976931348623157e308 },
  { field: { type: 'number' }, given: 1e21 },
  { field: { type: 'number' }, given: 0.1 + 0.2 },
  { field: { type: 'integer' }, given: Number.MAX_SAFE_INTEGER },
  { field: { type: 'integer' }, given: Number.MIN_SAFE_INTEGER },
  { field: { type: 'boolean' }, given: false },
  { field: { type: 'boolean' }, given: 1, stored: true },
  { field: { type: 'datetime' }, given: '2026-01-31T09:00:00+01:00', stored: '2026-01-31T08:00:00.000Z' },
  { field: { type: 'select', ...options }, given: `b'c` },
  { field: { type: 'multiSelect', ...options }, given: [] },
  { field: { type: 'multiSelect', ...options }, given: ['"', 'a'] },
  { field: { type: 'portableText' }, given: [block] },
  { field: { type: 'image' }, given: { id: 'm1', url: '/m1.png', alt: hostile, width: 1 } },
  { field: { type: 'file' }, given: { id: 'm1', url: '/m1.pdf', filename: `it's.pdf` } },
  { field: { type: 'reference', options: { collection: 'targets' } }, given: 'TARGET' },
  {
    field: { type: 'reference', options: { collection: 'targets', allowMultiple: true } },
    given: ['TARGET'],
  },
  { field: { type: 'json' }, given: false },
  { field: { type: 'json' }, given: 0 },
  { field: { type: 'json' }, given: 12.5 },
  { field: { type: 'json' }, given: 1e21 },
  { field: { type: 'json' }, given: 0.1 + 0.2 },
  { field: { type: 'json' }, given: '12.5' },
  { field: { type: 'json' }, given: 'null' },
  { field: { type: 'json' }, given: hostile },
  { field: { type: 'json' }, given: [null, { a: [] }, hostile] },
  { field: { type: 'slug' }, given: 'Ünï cödé!', stored: 'uni-code' },
]

describe.each(engines)('fields added on %s', (engine) => {
  let service: TestService
  let target: string
  let count = 0

  beforeAll(async () => {
    service = await startService(engine)
    await makeCollection(service, 'targets', { supports: [] })
    target = dataOf(await service.ask('POST', '/content/targets', { body: {} }), 201).item.id
  })
  afterAll(async () => {
    await expectTablesAsDescribed(service)
    await service.close()
  })

  /** A collection with a draft, a published item with a pending draft, and one in the trash. */
  async function makeFull(): Promise<string> {
    const collection = `full${++count}`
    const fields = [{ slug: 'title', type: 'string' }]
    await makeCollection(service, collection, { supports: ['drafts', 'revisions'], fields })
    for (const slug of ['draft', 'live', 'trashed']) {
      const body = { slug, status: slug === 'live' ? 'published' : 'draft', data: { title: 'a' } }
      dataOf(await service.ask('POST', `/content/${collection}`, { body }), 201)
    }
    dataOf(await service.ask('PUT', `/content/${collection}/live`, { body: { data: { title: 'b' } } }))
    dataOf(await service.ask('DELETE', `/content/${collection}/trashed`))
    return collection
  }

  const add = (collection: string, field: Record<string, unknown>) =>
    service.ask('POST', `/schema/collections/${collection}/fields`, {
      body: { slug: 'value', label: 'Value', ...field },
    })
  const slugsOf = async (collection: string): Promise<string[]> =>
    dataOf(await service.ask('GET', `/schema/collections/${collection}/fields`)).items.map(
      ({ slug }: { slug: string }) => slug,
    )
  const withTarget = (value: unknown): unknown =>
    JSON.parse(JSON.stringify(value).replaceAll('TARGET', target))

  it.each(rows)(
    'a default $field.type of $given reaches all that is stored',
    async ({ field, given, stored = given }) => {
      const collection = await makeFull()
      const { item } = dataOf(
        await add(collection, { ...field, required: true, defaultValue: withTarget(given) }),
        201,
      )
      const value = withTarget(stored)
      expect(item.defaultValue).toEqual(value)
      const [, listed] = dataOf(await service.ask('GET', `/schema/collections/${collection}/fields`)).items
      expect(listed).toEqual(item)

      const read = async (path: string) => dataOf(await service.ask('GET', `/content/${collection}${path}`))
      expect((await read('/draft')).item.data).toEqual({ title: 'a', value })
      expect((await read('/live?view=live')).item.data).toEqual({ title: 'a', value })
      expect((await read('/live')).item.data).toEqual({ title: 'b', value })
      expect((await read('/trash')).items[0].data).toEqual({ title: 'a', value })
      const made = await service.ask('POST', `/content/${collection}`, { body: { data: { title: 'c' } } })
      expect(dataOf(made, 201).item.data).toEqual({ title: 'c', value })
      const published = await service.ask('POST', `/content/${collection}/live/publish`, { body: {} })
      expect(dataOf(published).item.data).toEqual({ title: 'b', value })

      const path = `/schema/collections/${collection}/fields/value`
      dataOf(await service.ask('PATCH', path, { body: { defaultValue: null, required: false } }))
      const bare = await service.ask('POST', `/content/${collection}`, { body: { data: { title: 'd' } } })
      expect(dataOf(bare, 201).item.data).toEqual({ title: 'd' })
      expect((await read('/draft')).item.data).toEqual({ title: 'a', value })
    },
  )

  it.each([
    ['text', 'text', longText],
    ['a title', 'string', longText.slice(0, 40_000)],
    ['JSON', 'json', { a: longText }],
    ['quotes', 'text', `'"\\`.repeat(100_000)],
  ])('a long default of %s reaches all that is stored', async (_, type, value) => {
    const collection = await makeFull()
    dataOf(await add(collection, { type, defaultValue: value }), 201)
    for (const slug of ['draft', 'live']) {
      const { item } = dataOf(await service.ask('GET', `/content/${collection}/${slug}`))
      expect([slug, item.data.value]).toEqual([slug, value])
    }
    const sorted = await service.ask(
      'GET',
      `/content/${collection}?orderBy=${type === 'json' ? 'slug' : 'value'}`,
    )
    expect(dataOf(sorted).items).toHaveLength(2)
  })

  it('a default stands only in for what is not said', async () => {
    const collection = await makeFull()
    dataOf(await add(collection, { type: 'string', defaultValue: 'given' }), 201)
    const made = await service.ask('POST', `/content/${collection}`, { body: { data: { value: null } } })
    expect(dataOf(made, 201).item.data).toEqual({})
    const empty = await service.ask('POST', `/content/${collection}`, { body: { data: { value: '' } } })
    expect(dataOf(empty, 201).item.data).toEqual({ value: '' })
    const saved = await service.ask('PUT', `/content/${collection}/draft`, {
      body: { data: { value: null } },
    })
    expect(dataOf(saved).item.data).toEqual({ title: 'a' })
  })

  it('a required field needs a default where there are items, the trash included', async () => {
    const collection = await makeFull()
    expectFailure(
      await add(collection, { type: 'string', required: true }),
      '400 SCHEMA_ERROR',
      'needs a defaultValue',
      '3 items',
    )
    expectFailure(
      await add(collection, { type: 'string', required: true, defaultValue: null }),
      '400 SCHEMA_ERROR',
      'needs a defaultValue',
    )
    for (const slug of ['draft', 'live'])
      dataOf(await service.ask('DELETE', `/content/${collection}/${slug}`))
    expectFailure(await add(collection, { type: 'string', required: true }), '400 SCHEMA_ERROR', '3 items')
    for (const slug of ['draft', 'live', 'trashed'])
      dataOf(await service.ask('DELETE', `/content/${collection}/${slug}/permanent`))
    dataOf(await add(collection, { type: 'string', required: true }), 201)
    const made = await service.ask('POST', `/content/${collection}`, { body: { data: { title: 'a' } } })
    expectFailure(made, '400 VALIDATION_ERROR', 'data.value: is required')
  })

  it('a unique default is for one item at most', async () => {
    const collection = await makeFull()
    expectFailure(
      await add(collection, { type: 'string', unique: true, defaultValue: 'x' }),
      '400 SCHEMA_ERROR',
      'cannot be unique',
    )
    dataOf(await add(collection, { type: 'string', unique: true }), 201)
    const path = `/content/${collection}`
    dataOf(await service.ask('PUT', `${path}/draft`, { body: { data: { value: 'x' } } }))
    expectFailure(
      await service.ask('PUT', `${path}/live`, { body: { data: { value: 'x' } } }),
      '409 CONFLICT',
      '"value"',
    )
  })

  it('a default must be an item that is there', async () => {
    const collection = await makeFull()
    const field = { type: 'reference', options: { collection: 'targets' } }
    const gone = dataOf(await service.ask('POST', '/content/targets', { body: {} }), 201).item.id
    dataOf(await service.ask('DELETE', `/content/targets/${gone}`))
    for (const id of [gone, '01JZZZZZZZZZZZZZZZZZZZZZZZ']) {
      expectFailure(
        await add(collection, { ...field, defaultValue: id }),
        '400 VALIDATION_ERROR',
        `defaultValue: there is no item ${id}`,
      )
    }
    expect(await slugsOf(collection)).toEqual(['title'])
  })

  it('null says no more than nothing', async () => {
    const nothing = { validation: null, options: null, widget: null, defaultValue: null }
    const { item } = dataOf(await add('targets', { type: 'string', slug: 'plain', ...nothing }), 201)
    expect(Object.keys(item).filter((key) => Object.hasOwn(nothing, key))).toEqual([])
    const { items } = dataOf(await service.ask('GET', '/schema/collections/targets/fields'))
    expect(items).toEqual([item])
  })

  it('tells all problems of a field at once', async () => {
    const answer = await add('targets', {
      type: 'reference',
      options: { collection: 'nowhere', allowMultiple: true },
      unique: true,
      defaultValue: 'x',
    })
    expectFailure(answer, '400 VALIDATION_ERROR')
    expect(answer.body.error.details.issues.map(({ path }: { path: string }) => path)).toEqual([
      'options.collection',
      'unique',
      'defaultValue',
    ])
    const settings = await add('targets', {
      type: 'text',
      validation: { min: 1, maxLength: -1 },
      options: { rows: 0, cols: 1 },
    })
    expect(settings.body.error.details.issues.map(({ path }: { path: string }) => path).toSorted()).toEqual([
      'options.cols',
      'options.rows',
      'validation.maxLength',
      'validation.min',
    ])
  })

  it('fields stand in their order', async () => {
    const fields = ['a', 'b', 'c'].map((slug) => ({ slug, type: 'string' }))
    await makeCollection(service, 'ordered', { supports: ['drafts'], fields })
    expect(await slugsOf('ordered')).toEqual(['a', 'b', 'c'])
    const orders = async () =>
      dataOf(await service.ask('GET', '/schema/collections/ordered/fields')).items.map(
        (field: { sortOrder: number }) => field.sortOrder,
      )
    expect(await orders()).toEqual([0, 1, 2])
    dataOf(await add('ordered', { type: 'string', slug: 'between', sortOrder: 0.5 }), 201)
    dataOf(await add('ordered', { type: 'string', slug: 'first', sortOrder: -1 }), 201)
    dataOf(await add('ordered', { type: 'string', slug: 'last' }), 201)
    expect(await slugsOf('ordered')).toEqual(['first', 'a', 'between', 'b', 'c', 'last'])

    const data = Object.fromEntries(['a', 'b', 'between', 'c', 'first', 'last'].map((slug) => [slug, slug]))
    dataOf(
      await service.ask('POST', '/content/ordered', { body: { slug: 'one', status: 'published', data } }),
      201,
    )
    dataOf(await service.ask('PUT', '/content/ordered/one', { body: { data: { a: 'changed' } } }))
    const fieldSlugs = ['last', 'b', 'first', 'c', 'a', 'between']
    const answer = await service.ask('POST', '/schema/collections/ordered/fields/reorder', {
      body: { fieldSlugs },
    })
    const { items } = dataOf(answer)
    expect(items.map(({ slug }: { slug: string }) => slug)).toEqual(fieldSlugs)
    expect(await slugsOf('ordered')).toEqual(fieldSlugs)
    expect(await orders()).toEqual([0, 1, 2, 3, 4, 5])
    const withFields = dataOf(await service.ask('GET', '/schema/collections/ordered?includeFields=true'))
    expect(withFields.item.fields).toEqual(items)
    expect(dataOf(await service.ask('GET', '/content/ordered/one')).item.data).toEqual({
      ...data,
      a: 'changed',
    })
    expect(Object.keys(dataOf(await service.ask('GET', '/content/ordered/one?view=live')).item.data)).toEqual(
      fieldSlugs,
    )
  })

  it(
    `a collection has at most ${limits.fieldsPerCollection} fields, and works with all of them`,
    { tags: 'long' },
    async () => {
      await makeCollection(service, 'wide', { supports: ['drafts', 'revisions'] })
      // Most of them without an index, which takes the databases longer than the column.
      const types = [
        'string',
        'integer',
        'boolean',
        'number',
        'datetime',
        ...Array.from({ length: 7 }, () => 'json' as const),
      ] as const
      const values = {
        string: 'text',
        integer: 7,
        json: { a: [1] },
        boolean: true,
        number: 0.5,
        datetime: '2026-01-01T00:00:00.000Z',
      }
      const fields = Array.from({ length: limits.fieldsPerCollection }, (_, index) => ({
        slug: `field_number_${index}`,
        type: types[index % types.length] ?? 'string',
      }))
      for (const { slug, type } of fields) dataOf(await add('wide', { slug, type }), 201)
      expectFailure(
        await add('wide', { slug: 'one_more', type: 'string' }),
        '400 SCHEMA_ERROR',
        String(limits.fieldsPerCollection),
      )
      expect(await slugsOf('wide')).toHaveLength(limits.fieldsPerCollection)

      const data = Object.fromEntries(fields.map(({ slug, type }) => [slug, values[type]]))
      const made = dataOf(
        await service.ask('POST', '/content/wide', { body: { data, status: 'published' } }),
        201,
      )
      expect(made.item.data).toEqual(data)
      const path = `/content/wide/${made.item.id}`
      dataOf(await service.ask('PUT', path, { body: { data: { field_number_0: 'changed' } } }))
      expect(dataOf(await service.ask('POST', `${path}/publish`, { body: {} })).item.data).toEqual({
        ...data,
        field_number_0: 'changed',
      })
      expect(dataOf(await service.ask('GET', '/content/wide?orderBy=field_number_288')).items).toHaveLength(1)
      dataOf(await service.ask('DELETE', '/schema/collections/wide/fields/field_number_0'))
      dataOf(await add('wide', { slug: 'one_more', type: 'string' }), 201)
    },
  )
})
