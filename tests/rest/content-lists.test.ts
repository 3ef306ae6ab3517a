import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { dataOf, expectFailure, issuePaths } from '../setup/answers.ts'
import { hour, inAnHour, makeCollection, makeItem } from '../setup/content.ts'
import { resultOf } from '../setup/mcp.ts'
import { type Answer, engines, startService, type TestService } from '../setup/service.ts'

interface Listed {
  id: string
  slug: string
  status: string
}

const scalars = [
  { slug: 'title', type: 'string' },
  { slug: 'body', type: 'text' },
  { slug: 'views', type: 'integer' },
  { slug: 'price', type: 'number' },
  { slug: 'is_hot', type: 'boolean' },
  { slug: 'starts', type: 'datetime' },
  { slug: 'kind', type: 'select', validation: { options: ['a', 'b'] } },
  { slug: 'nick', type: 'slug' },
  { slug: 'next', type: 'reference', options: { collection: 'posts' } },
]
const unsortable = [
  { slug: 'meta', type: 'json' },
  { slug: 'kinds', type: 'multiSelect', validation: { options: ['a', 'b'] } },
  { slug: 'prose', type: 'portableText' },
  { slug: 'picture', type: 'image' },
  { slug: 'paper', type: 'file' },
  { slug: 'several', type: 'reference', options: { collection: 'posts', allowMultiple: true } },
]

describe.each(engines)('lists on %s', (engine) => {
  let service: TestService
  let reader: string
  /** made in this order, a second apart: draft, published, scheduled, published */
  let made: string[]

  beforeAll(async () => {
    service = await startService(engine, { env: { OCTAVO_LOCALES: 'en,de' } })
    const supports = ['drafts', 'revisions', 'scheduling']
    await makeCollection(service, 'posts', { supports, fields: [...scalars, ...unsortable] })
    await makeCollection(service, 'others', { supports, fields: [{ slug: 'title', type: 'string' }] })
    reader = (await service.person(10, ['content:read'])).token
    made = []
    const rows = [
      { slug: 'one', data: { views: 3, title: 'b' } },
      { slug: 'two', data: { views: 1 }, status: 'published' },
      { slug: 'three', data: { title: 'a', views: 3 } },
      { slug: 'four', data: { views: 2, title: 'B' }, status: 'published', locale: 'de' },
    ]
    for (const body of rows) {
      made.push(dataOf(await service.ask('POST', '/content/posts', { body }), 201).item.id)
      service.clock.forward(1000)
    }
    dataOf(
      await service.ask('POST', '/content/posts/three/schedule', {
        body: { scheduledAt: inAnHour(service), unpublishAt: '2999-01-01T00:00:00Z' },
      }),
    )
    dataOf(await service.ask('POST', '/content/posts', { body: { slug: 'five' } }), 201)
    dataOf(await service.ask('DELETE', '/content/posts/five'))
  })
  afterAll(() => service.close())

  const list = (query: string, token = service.token): Promise<Answer> =>
    service.ask('GET', `/content/posts${query}`, { token })
  const slugsOf = (answer: Answer): string =>
    dataOf(answer)
      .items.map(({ slug }: Listed) => slug)
      .join(' ')
  const cursorOf = async (query: string, path = '/content/posts'): Promise<string> =>
    dataOf(await service.ask('GET', `${path}${query}`)).nextCursor

  it.each([
    ['', 'four three two one'],
    ['?order=asc', 'one two three four'],
    ['?status=draft', 'one'],
    ['?status=published', 'four two'],
    ['?status=scheduled', 'three'],
    ['?locale=de', 'four'],
    ['?locale=DE', 'four'],
    ['?locale=en&status=published', 'two'],
    ['?view=live', 'four two'],
    ['?view=live&orderBy=scheduledAt&order=asc', 'two four'],
    ['?view=live&status=draft', ''],
    ['?view=latest&status=published&order=asc', 'two four'],
    ['?orderBy=created_at&order=asc', 'one two three four'],
    ['?orderBy=updatedAt', 'three four two one'],
    ['?orderBy=updated_at&order=asc', 'one two four three'],
    ['?orderBy=published_at&order=asc', 'two four one three'],
    ['?orderBy=publishedAt', 'four two three one'],
    ['?orderBy=scheduledAt', 'three four two one'],
    ['?orderBy=scheduled_at&order=asc', 'three one two four'],
    ['?orderBy=unpublishAt', 'three four two one'],
    ['?orderBy=unpublish_at&order=asc', 'three one two four'],
    ['?view=live&orderBy=unpublishAt', 'four two'],
    ['?where={"unpublishAt":{"exists":true}}', 'three'],
    ['?where[unpublishAt][gte]=2998-12-31T23:00:00-01:00', 'three'],
    ['?where={"unpublishAt":{"lt":"2998-01-01T00:00:00Z"}}', ''],
    ['?where={"unpublishAt":{"exists":true}}&view=live', ''],
    ['?orderBy=slug', 'two three one four'],
    ['?orderBy=slug&order=asc', 'four one three two'],
    ['?orderBy=status&order=asc', 'one two four three'],
    ['?orderBy=views&order=asc', 'two four one three'],
    ['?orderBy=views', 'three one four two'],
    ['?orderBy=title&order=asc', 'three one four two'],
    ['?orderBy=title', 'four one three two'],
  ])('%s gives: %s', async (query, expected) => {
    expect(slugsOf(await list(query))).toBe(expected)
  })

  it('filters and sorts by the end of items over MCP as over REST', async () => {
    const where = { unpublishAt: { exists: true } }
    const args = { collection: 'posts', where, orderBy: 'unpublish_at' }
    const overMcp = await resultOf(service, 'content_list', args)
    const query = `?where=${encodeURIComponent(JSON.stringify(where))}&orderBy=unpublishAt`
    expect(overMcp.items).toMatchObject([{ slug: 'three', unpublishAt: '2999-01-01T00:00:00.000Z' }])
    expect(overMcp.items).toEqual(dataOf(await list(query)).items)
  })

  it('sorts by a field whose slug is unpublish_at', async () => {
    const field = { slug: 'unpublish_at', type: 'integer' }
    await makeCollection(service, 'ends', { supports: [], fields: [field] })
    for (const end of [2, 3, 1])
      dataOf(await service.ask('POST', '/content/ends', { body: { data: { unpublish_at: end } } }), 201)
    const { items } = dataOf(await service.ask('GET', '/content/ends?orderBy=unpublish_at&order=asc'))
    const ends = items.map(({ data }: { data: Record<string, unknown> }) => data['unpublish_at'])
    expect(ends).toEqual([1, 2, 3])
  })

  it.each(scalars.flatMap(({ slug }) => ['asc', 'desc'].map((order) => [slug, order])))(
    'sorts by %s %s',
    async (field, order) => {
      expect(dataOf(await list(`?orderBy=${field}&order=${order}`)).items).toHaveLength(4)
    },
  )

  it.each([
    ['', 'four two'],
    ['?status=published&order=asc', 'two four'],
    ['?status=draft', ''],
    ['?status=scheduled', ''],
    ['?view=latest', 'four two'],
  ])('a reader who asks for %s gets: %s', async (query, expected) => {
    expect(slugsOf(await list(query, reader))).toBe(expected)
  })

  it.each<readonly [name: string, value: string]>([
    ['limit', '0'],
    ['limit', '101'],
    ['limit', '-1'],
    ['limit', '1.5'],
    ['limit', 'ten'],
    ['limit', ''],
    ['limit', '1e1'],
    ['limit', '99999999999999999999'],
    ['status', 'trashed'],
    ['status', ''],
    ['order', 'up'],
    ['order', 'DESC'],
    ['view', 'old'],
    ['locale', 'fr'],
    ['locale', ''],
    ['orderBy', ''],
    ['orderBy', 'nothing'],
    ['orderBy', 'data'],
    ['orderBy', 'id; DROP TABLE users'],
    ['orderBy', '__proto__'],
    ['orderBy', 'constructor'],
    ['orderBy', 'toString'],
    ['orderBy', 'deleted_at'],
    ['orderBy', 'x'.repeat(5000)],
    ...unsortable.map(({ slug }) => ['orderBy', slug] as const),
  ])('refuses %s=%s', async (name, value) => {
    const answer = await list(`?${name}=${encodeURIComponent(value)}`)
    expectFailure(answer, '400 VALIDATION_ERROR', name)
    expect(new Set(issuePaths(answer))).toEqual(new Set([name]))
  })

  it.each(['limit', 'status', 'order', 'orderBy', 'cursor', 'view', 'locale'])(
    'refuses %s given twice',
    async (name) => {
      const answer = await list(`?${name}=1&${name}=1`)
      expectFailure(answer, '400 VALIDATION_ERROR')
      expect(issuePaths(answer)).toEqual([name])
    },
  )

  it('names the key that was meant', async () => {
    expectFailure(await list('?orderBy=titel'), '400 VALIDATION_ERROR', '"title"')
    expectFailure(await list('?orderby=title'), '400 VALIDATION_ERROR', '"orderBy"')
  })

  it('has no nextCursor on the last page, and 50 items a page by default', async () => {
    expect(dataOf(await list('?limit=4'))).not.toHaveProperty('nextCursor')
    expect(dataOf(await list('?limit=3'))).toHaveProperty('nextCursor')
    for (let count = 0; count < 51; count++) await makeItem(service, 'others')
    const { items, nextCursor } = dataOf(await service.ask('GET', '/content/others'))
    expect(items).toHaveLength(50)
    expect(dataOf(await service.ask('GET', `/content/others?cursor=${nextCursor}`)).items).toHaveLength(1)
    expect(dataOf(await service.ask('GET', '/content/others?limit=100')).items).toHaveLength(51)
  })

  it.each([
    ['another order', '?limit=1', '?order=asc'],
    ['another key', '?limit=1', '?orderBy=slug'],
    ['another status', '?limit=1&status=published', ''],
    ['another view', '?limit=1', '?view=live'],
    ['another locale', '?limit=1', '?locale=en'],
    ['a number where text is', '?limit=1&orderBy=views', '?orderBy=title'],
  ])('refuses the cursor of a list with %s', async (_, from, to) => {
    const cursor = await cursorOf(from)
    expectFailure(
      await list(`${to}${to === '' ? '?' : '&'}cursor=${cursor}`),
      '400 VALIDATION_ERROR',
      'cursor',
    )
  })

  it('refuses the cursors of other collections, of the trash and of revisions', async () => {
    await makeItem(service, 'others', { state: 'trash' })
    await makeItem(service, 'others', { state: 'trash' })
    await makeItem(service, 'posts', { state: 'trash' })
    const { id } = await makeItem(service, 'others', { state: 'published+draft' })
    const foreign = [
      await cursorOf('?limit=1', '/content/others'),
      await cursorOf('?limit=1', '/content/others/trash'),
      await cursorOf('?limit=1', '/content/posts/trash'),
      await cursorOf('?limit=1', `/content/others/${id}/revisions`),
    ]
    for (const cursor of foreign) {
      expect(cursor).toEqual(expect.any(String))
      expectFailure(await list(`?cursor=${cursor}`), '400 VALIDATION_ERROR', 'cursor')
    }
    const own = await cursorOf('?limit=1')
    for (const path of ['/content/posts/trash', '/content/others/trash', `/content/others/${id}/revisions`]) {
      expectFailure(await service.ask('GET', `${path}?cursor=${own}`), '400 VALIDATION_ERROR', 'cursor')
    }
  })

  it('goes on from a cursor when its item is gone', async () => {
    const cursor = await cursorOf('?limit=1&orderBy=slug&order=asc')
    dataOf(await service.ask('DELETE', '/content/posts/four'))
    expect(slugsOf(await list(`?orderBy=slug&order=asc&cursor=${cursor}`))).toBe('one three two')
    dataOf(await service.ask('POST', '/content/posts/four/restore', { body: {} }))
  })

  it('lists the trash, the last deleted first, with the time', async () => {
    const ids: string[] = []
    for (let count = 0; count < 3; count++) {
      service.clock.forward(hour)
      ids.unshift((await makeItem(service, 'posts', { state: 'trash' })).id)
    }
    const pages = await Promise.all(
      [2, 1].map((limit) => service.ask('GET', `/content/posts/trash?limit=${limit}`)),
    )
    expect(dataOf(pages[0] as Answer).items.map(({ id }: Listed) => id)).toEqual(ids.slice(0, 2))
    expect(dataOf(pages[0] as Answer).items[0].deletedAt).toBe(service.clock.now.toISOString())
    const next = await service.ask(
      'GET',
      `/content/posts/trash?limit=1&cursor=${dataOf(pages[1] as Answer).nextCursor}`,
    )
    expect(dataOf(next).items.map(({ id }: Listed) => id)).toEqual([ids[1]])
    expectFailure(await service.ask('GET', '/content/posts/trash?limit=0'), '400 VALIDATION_ERROR', 'limit')
  })
})
