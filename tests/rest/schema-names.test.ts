import { systemColumns } from '@octavo/server/core/model/system-columns'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { dataOf, expectFailure } from '../setup/answers.ts'
import { makeCollection } from '../setup/content.ts'
import { engines, rowsFor, startService, type TestService } from '../setup/service.ts'
import { expectTablesAsDescribed } from '../setup/tables.ts'

const reservedCollections = [
  'content',
  'media',
  'users',
  'revisions',
  'taxonomies',
  'options',
  'audit_logs',
  'reorder',
]

/** reserved field names, including all system columns */
const reservedFields = new Set([
  ...[
    'id',
    'slug',
    'status',
    'author_id',
    'created_at',
    'updated_at',
    'published_at',
    'deleted_at',
    'version',
  ],
  ...[
    'primary_byline_id',
    'scheduled_at',
    'live_revision_id',
    'draft_revision_id',
    'terms',
    'bylines',
    'byline',
  ],
  ...['locale', 'translation_group'],
  // No field slug begins with `_`.
  ...Object.keys(systemColumns).filter((name) => !name.startsWith('_')),
])

/** Words of SQL and JavaScript, and names that engines have of their own. */
const difficult = [
  ...[
    'select',
    'order',
    'group',
    'table',
    'from',
    'index',
    'where',
    'limit',
    'offset',
    'union',
    'join',
    'primary',
    'key',
  ],
  ...[
    'unique',
    'default',
    'check',
    'references',
    'constraint',
    'null',
    'true',
    'false',
    'not',
    'and',
    'or',
    'case',
    'when',
  ],
  ...[
    'end',
    'user',
    'current_user',
    'current_date',
    'values',
    'all',
    'analyze',
    'array',
    'both',
    'cast',
    'column',
    'desc',
  ],
  ...[
    'constructor',
    'prototype',
    'valueof',
    'class',
    'new',
    'delete',
    'function',
    'return',
    'undefined',
    'this',
    'get',
    'set',
  ],
  ...[
    'data',
    'type',
    'json',
    'text',
    'value',
    'name',
    'count',
    'r',
    'k',
    'c',
    'n',
    'gap',
    'page',
    'body',
    'a',
    'x_',
    'a__b9',
  ],
]

describe.each(engines)('names on %s', (engine) => {
  let service: TestService
  beforeAll(async () => {
    service = await startService(engine)
    await makeCollection(service, 'posts', {
      supports: ['drafts'],
      fields: [{ slug: 'title', type: 'string' }],
    })
  })
  afterAll(async () => {
    await expectTablesAsDescribed(service)
    await service.close()
  })

  const addField = (collection: string, slug: string, more = {}) =>
    service.ask('POST', `/schema/collections/${collection}/fields`, {
      body: { slug, label: slug, type: 'string', ...more },
    })

  it.each(rowsFor(engine, reservedCollections))('a collection cannot be called %s', async (slug) => {
    const answer = await service.ask('POST', '/schema/collections', { body: { slug, label: 'X' } })
    expectFailure(answer, '400 RESERVED_SLUG', `"${slug}"`)
    expectFailure(await service.ask('GET', `/schema/collections/${slug}`), '404 NOT_FOUND')
  })

  it.each(rowsFor(engine, [...reservedFields]))('a field cannot be called %s', async (slug) => {
    expectFailure(await addField('posts', slug), '400 RESERVED_SLUG', `"${slug}"`)
  })

  it('a collection cannot have the name of another', async () => {
    const answer = await service.ask('POST', '/schema/collections', { body: { slug: 'posts', label: 'X' } })
    expectFailure(answer, '409 DUPLICATE_SLUG', '"posts"')
  })

  it('a field cannot have the name of another of its collection', async () => {
    expectFailure(await addField('posts', 'title'), '409 DUPLICATE_SLUG', '"title"', '"posts"')
    expectFailure(await addField('posts', 'title', { type: 'json' }), '409 DUPLICATE_SLUG')
    await makeCollection(service, 'others', { supports: [], fields: [{ slug: 'title', type: 'integer' }] })
  })

  it('names may be as long as the limits say', async () => {
    const slug = 'c'.repeat(55)
    const field = 'f'.repeat(63)
    const alike = `${'f'.repeat(62)}g`
    await makeCollection(service, slug, {
      supports: ['drafts', 'revisions'],
      fields: [
        { slug: field, type: 'string', unique: true },
        { slug: alike, type: 'string' },
      ],
    })
    await makeCollection(service, `${'c'.repeat(54)}d`, {
      supports: [],
      fields: [{ slug: field, type: 'integer', unique: true }],
    })
    const body = { data: { [field]: 'a', [alike]: 'b' } }
    const { item } = dataOf(await service.ask('POST', `/content/${slug}`, { body }), 201)
    expect(item.data).toEqual(body.data)
    expectFailure(await service.ask('POST', `/content/${slug}`, { body }), '409 CONFLICT', field)
    dataOf(
      await service.ask('PATCH', `/schema/collections/${slug}/fields/${field}`, { body: { type: 'text' } }),
    )
    expect(dataOf(await service.ask('GET', `/content/${slug}?orderBy=${field}`)).items[0].data).toEqual(
      body.data,
    )
  })

  it.each(['tables', 'select', 'order', 'constructor', 'sqlite_master', 'pg_class', 'items', 'trash', 'x'])(
    'a collection may be called %s',
    async (slug) => {
      await makeCollection(service, slug, {
        supports: ['drafts', 'revisions'],
        fields: [{ slug: 'title', type: 'string' }],
      })
      const { item } = dataOf(
        await service.ask('POST', `/content/${slug}`, { body: { data: { title: 'A' } } }),
        201,
      )
      expect(dataOf(await service.ask('GET', `/content/${slug}/a`)).item).toEqual(item)
      expect(dataOf(await service.ask('GET', `/content/${slug}`)).items).toEqual([item])
      expect(dataOf(await service.ask('DELETE', `/schema/collections/${slug}?force=true`))).toEqual({
        success: true,
      })
    },
  )

  describe('fields with difficult names', () => {
    const values = (text: string) => Object.fromEntries(difficult.map((slug) => [slug, `${slug} ${text}`]))
    let id: string

    beforeAll(async () => {
      await makeCollection(service, 'difficult', { supports: ['drafts', 'revisions', 'scheduling'] })
      for (const slug of difficult) dataOf(await addField('difficult', slug, { unique: true }), 201)
      const body = { data: values('live'), slug: 'one', status: 'published' }
      const { item } = dataOf(await service.ask('POST', '/content/difficult', { body }), 201)
      id = item.id
    })
    const path = (rest = ''): string => `/content/difficult/${id}${rest}`
    const dataAt = async (rest = ''): Promise<unknown> =>
      dataOf(await service.ask('GET', path(rest))).item.data

    it('are written, read, listed and compared', async () => {
      expect(await dataAt()).toEqual(values('live'))
      dataOf(await service.ask('PUT', path(), { body: { data: values('draft') } }))
      expect(await dataAt()).toEqual(values('draft'))
      expect(await dataAt('?view=live')).toEqual(values('live'))
      expect(dataOf(await service.ask('GET', path('/compare')))).toMatchObject({
        hasChanges: true,
        live: values('live'),
        draft: values('draft'),
      })
      const { items } = dataOf(await service.ask('GET', path('/revisions')))
      expect(items.map(({ data }: { data: unknown }) => data)).toEqual([values('draft'), values('live')])
      dataOf(await service.ask('POST', path('/publish'), { body: {} }))
      expect(await dataAt('?view=live')).toEqual(values('draft'))
      dataOf(await service.ask('POST', `/revisions/${items[1].id}/restore`, { body: {} }))
      expect(await dataAt()).toEqual(values('live'))
    })

    it('can be empty', async () => {
      const { item } = dataOf(
        await service.ask('POST', '/content/difficult', { body: { slug: 'empty' } }),
        201,
      )
      expect(item.data).toEqual({})
      const copy = dataOf(await service.ask('POST', '/content/difficult/empty/duplicate', { body: {} }), 201)
      expect(copy.item.data).toEqual({})
      dataOf(await service.ask('POST', '/content/difficult/empty/publish', { body: {} }))
      const saved = await service.ask('PUT', '/content/difficult/empty', { body: { data: { a: 'only' } } })
      expect(dataOf(saved).item.data).toEqual({ a: 'only' })
      expect(
        dataOf(await service.ask('POST', '/content/difficult/empty/publish', { body: {} })).item.data,
      ).toEqual({ a: 'only' })
    })

    it.each(difficult)('%s: sorts, is unique, changes and goes', async (slug) => {
      const { items } = dataOf(await service.ask('GET', `/content/difficult?orderBy=${slug}&order=asc`))
      expect(items[0].slug).toBe('one')
      const field = `/schema/collections/difficult/fields/${slug}`
      expectFailure(
        await service.ask('PUT', '/content/difficult/empty', { body: { data: { [slug]: `${slug} draft` } } }),
        '409 CONFLICT',
        `"${slug}"`,
      )
      dataOf(await service.ask('PATCH', field, { body: { type: 'text', unique: false } }))
      dataOf(await service.ask('PATCH', field, { body: { unique: true } }))
      expect(dataOf(await service.ask('GET', path('?view=live'))).item.data[slug]).toBe(`${slug} draft`)
      dataOf(await service.ask('DELETE', field))
      expect(Object.hasOwn(dataOf(await service.ask('GET', path())).item.data, slug)).toBe(false)
    })
  })
})
