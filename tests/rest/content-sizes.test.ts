// @module-tag long
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { dataOf, expectFailure, issuePaths } from '../setup/answers.ts'
import { makeCollection } from '../setup/content.ts'
import { callTool, resultOf } from '../setup/mcp.ts'
import { engines, startService, type TestService } from '../setup/service.ts'

const megabyte = 1024 * 1024
const fields = [
  { slug: 'title', type: 'string' },
  { slug: 'summary', type: 'text' },
  { slug: 'wide', type: 'string', validation: { maxLength: 100_000 } },
  { slug: 'meta', type: 'json' },
  { slug: 'more', type: 'json' },
  { slug: 'pinned', type: 'boolean' },
]

describe.each(engines)('large content on %s', (engine) => {
  let service: TestService

  beforeAll(async () => {
    service = await startService(engine)
    await makeCollection(service, 'posts', { supports: ['drafts', 'revisions'], fields })
  })
  afterAll(() => service.close())

  const create = (data: object) => service.ask('POST', '/content/posts', { body: { data } })

  async function made(collection: string, body: object): Promise<{ id: string }> {
    return dataOf(await service.ask('POST', `/content/${collection}`, { body }), 201).item
  }

  it.each([
    ['a title', { title: 'x'.repeat(50_001) }, 'title', 'at most 50000 characters, has 50001'],
    ['a text', { summary: '👍'.repeat(500_000).padEnd(1_000_001 + 500_000) }, 'summary', 'at most 1000000'],
    ['an item', { title: 'a', meta: ['x'.repeat(2 * megabyte)] }, 'meta', 'at most 2097152 bytes'],
    [
      'an item of several fields',
      { meta: ['ü'.repeat(megabyte / 2)], more: ['x'.repeat(megabyte)] },
      'meta',
      'bytes',
    ],
  ])('%s that is too large is refused by REST and MCP', async (_, data, slug, mention) => {
    const answer = await create(data)
    expectFailure(answer, '400 VALIDATION_ERROR')
    expect(issuePaths(answer)).toContain(`data.${slug}`)
    expect(answer.text).toContain(mention.replace('at most 2097152 bytes', 'at most 2097152 are allowed'))
    const overMcp = await callTool(service, 'content_create', { collection: 'posts', data })
    expect(overMcp).toMatchObject({ kind: 'failed', text: expect.stringContaining(`data.${slug}`) })
  })

  it('a field that says so takes more, and what is just within the limits is taken', async () => {
    for (const data of [
      { wide: 'x'.repeat(100_000) },
      { title: '👍'.repeat(50_000) },
      { meta: 'x'.repeat(2 * megabyte - 2) },
    ])
      dataOf(await create(data), 201)
  })

  it('changes cannot add up to more than an item may have', async () => {
    const { item } = dataOf(await create({ meta: 'x'.repeat(1_200_000) }), 201)
    const answer = await service.ask('PUT', `/content/posts/${item.id}`, {
      body: { data: { more: 'x'.repeat(1_200_000) } },
    })
    expectFailure(answer, '400 VALIDATION_ERROR', 'data.more', '2097152')
  })

  it.each(['draft', 'published'])('nor can many small ones, of an item that is %s', async (status) => {
    const data = { meta: 'x'.repeat(2 * megabyte - 80_000) }
    const { id } = await made('posts', { data, status })
    const put = (changes: object) => service.ask('PUT', `/content/posts/${id}`, { body: { data: changes } })
    dataOf(await put({ summary: 'x'.repeat(50_000) }))
    expectFailure(await put({ title: 'x'.repeat(40_000) }), '400 VALIDATION_ERROR', 'data.title', '2097152')
    expect(dataOf(await service.ask('GET', `/content/posts/${id}`)).item.data.title).toBeUndefined()
    dataOf(await put({ title: 'x'.repeat(20_000) }))
    dataOf(await put({ title: 'short' }))
  })

  it('items that are too large already are read, and changed as long as they grow little', async () => {
    const { id } = await made('posts', { data: { title: 'Old' } })
    const title = 'x'.repeat(60_000)
    const meta = JSON.stringify('x'.repeat(3 * megabyte))
    await service.services.database.transaction('write', (tx) =>
      tx.run('UPDATE content_posts SET title = ?, meta = ? WHERE id = ?', [title, meta, id]),
    )
    const path = `/content/posts/${id}`
    const put = (data: object) => service.ask('PUT', path, { body: { data } })
    expect(dataOf(await service.ask('GET', path)).item.data.title).toBe(title)
    dataOf(await put({ summary: 'short' }))
    dataOf(await put({ summary: 'x'.repeat(60_000) }))
    expectFailure(await put({ more: 'x'.repeat(70_000) }), '400 VALIDATION_ERROR', 'data.more')
    const grown = { title, summary: 'x'.repeat(100_000), more: 'x'.repeat(30_000) }
    expectFailure(await put(grown), '400 VALIDATION_ERROR', 'data.summary')
    const overMcp = { collection: 'posts', id, data: { more: 'x'.repeat(70_000) } }
    expect(await callTool(service, 'content_update', overMcp)).toMatchObject({ kind: 'failed' })
    await resultOf(service, 'content_update', { ...overMcp, data: { more: 'x'.repeat(60_000) } })
    dataOf(await put({ summary: 'short', more: null, meta: 'x'.repeat(3 * megabyte - 5) }))
    dataOf(await put({ title, summary: null, meta: 'x'.repeat(3 * megabyte - 5) }))
    dataOf(await put({ title: title.slice(1), meta: 'x'.repeat(2.5 * megabyte) }))
    expectFailure(await put({ title }), '400 VALIDATION_ERROR', 'data.title')
    expectFailure(await put({ meta: 'x'.repeat(2.6 * megabyte) }), '400 VALIDATION_ERROR', 'data.meta')
    dataOf(await put({ title: 'short', meta: null }))
    expectFailure(await put({ title }), '400 VALIDATION_ERROR', 'data.title')
  })

  it.each(['draft', 'published'])(
    'such an item takes switched flags and values as long as before, when it is %s',
    async (status) => {
      const { id } = await made('posts', { data: { title: 'Old', pinned: true }, status })
      const [title, summary] = ['x'.repeat(60_000), 'x'.repeat(3 * megabyte)]
      await service.services.database.transaction('write', (tx) =>
        tx.run('UPDATE content_posts SET title = ?, summary = ? WHERE id = ?', [title, summary, id]),
      )
      const path = `/content/posts/${id}`
      const put = async (data: object) => dataOf(await service.ask('PUT', path, { body: { data } }))
      await put({ pinned: true, title: title.replace('x', 'y') })
      await put({ pinned: false, title, summary: summary.replace('x', 'y') })
      await put({ pinned: true })
      const data = { pinned: false, title: title.replace('x', 'z'), summary }
      await resultOf(service, 'content_update', { collection: 'posts', id, data })
      dataOf(await service.ask('POST', `${path}/publish`))
      const { item } = dataOf(await service.ask('GET', `${path}?view=live`))
      expect(item.data).toEqual(data)
    },
  )

  describe('in lists', () => {
    const sizes = [1.9, 1.9, 1.9, 1.9, 1.9, 0, 0, 0]

    beforeAll(async () => {
      await makeCollection(service, 'large', { supports: ['drafts', 'revisions'], fields })
      for (const [index, size] of sizes.entries()) {
        const meta = 'x'.repeat(size * megabyte)
        await made('large', {
          data: { title: `Item ${index}`, meta },
          status: index % 2 === 0 ? 'published' : 'draft',
        })
      }
    })

    /** The titles of all pages of a list. */
    async function pages(path: string): Promise<string[][]> {
      const titles: string[][] = []
      let cursor: string | undefined
      do {
        const answer = await service.ask('GET', cursor === undefined ? path : `${path}&cursor=${cursor}`)
        const { items, nextCursor } = dataOf(answer)
        expect(answer.text.length).toBeLessThan(8.1 * megabyte)
        titles.push(items.map(({ data }: { data: { title: string } }) => data.title))
        cursor = nextCursor
      } while (cursor !== undefined)
      return titles
    }

    const named = (...indexes: number[]): string[] => indexes.map((index) => `Item ${index}`)

    it('a page ends where it has 8 MB, and the next goes on there', async () => {
      expect(await pages('/content/large?orderBy=title&order=asc')).toEqual([
        named(0, 1, 2, 3),
        named(4, 5, 6, 7),
      ])
      expect(await pages('/content/large?order=desc&orderBy=title')).toEqual([
        named(7, 6, 5, 4, 3, 2, 1),
        named(0),
      ])
      expect(await pages('/content/large?orderBy=title&order=asc&q=item')).toEqual([
        named(0, 1, 2, 3),
        named(4, 5, 6, 7),
      ])
      expect(await pages('/content/large?orderBy=title&order=asc&limit=3')).toEqual([
        named(0, 1, 2),
        named(3, 4, 5),
        named(6, 7),
      ])
      expect(await pages('/content/large?orderBy=title&order=asc&view=live')).toEqual([named(0, 2, 4, 6)])
    })

    it('pending drafts count with what they hold', async () => {
      const { items } = dataOf(
        await service.ask('GET', '/content/large?order=asc&orderBy=title&limit=8&view=live'),
      )
      const { id } = items.at(-1)
      dataOf(
        await service.ask('PUT', `/content/large/${id}`, {
          body: { data: { meta: 'x'.repeat(1.9 * megabyte) } },
        }),
      )
      expect(await pages('/content/large?order=desc&orderBy=title')).toEqual([
        named(7, 6, 5, 4, 3, 2),
        named(1, 0),
      ])
      dataOf(await service.ask('POST', `/content/large/${id}/discard-draft`))
    })

    it('an item that is longer than a page has a page of its own', async () => {
      const { items } = dataOf(await service.ask('GET', '/content/large?orderBy=title&order=asc&limit=1'))
      const set = (meta: string) =>
        service.services.database.transaction('write', (tx) =>
          tx.run('UPDATE content_large SET meta = ? WHERE id = ?', [JSON.stringify(meta), items[0].id]),
        )
      await set('x'.repeat(9 * megabyte))
      const { items: page, nextCursor } = dataOf(
        await service.ask('GET', '/content/large?orderBy=title&order=asc'),
      )
      expect([page.length, page[0].data.title, typeof nextCursor]).toEqual([1, 'Item 0', 'string'])
      await set('')
    })

    it('an assistant gets them one by one', async () => {
      const result = await resultOf(service, 'content_list', {
        collection: 'large',
        orderBy: 'title',
        order: 'asc',
        limit: 2,
      })
      expect(result.items).toHaveLength(1)
    })

    it('so it is with revisions and in the trash', async () => {
      const { id } = await made('large', { data: { title: 'Item 8' } })
      for (let turn = 0; turn < 5; turn++)
        dataOf(
          await service.ask('PUT', `/content/large/${id}`, {
            body: { data: { meta: String(turn).repeat(1.9 * megabyte) } },
          }),
        )
      const revisions = await pages(`/content/large/${id}/revisions?limit=100`)
      expect(revisions.map((page) => page.length)).toEqual([4, 2])
      const { items } = dataOf(await service.ask('GET', '/content/large?limit=5&orderBy=title&order=asc'))
      for (const item of items) dataOf(await service.ask('DELETE', `/content/large/${item.id}`))
      dataOf(await service.ask('DELETE', `/content/large/${id}`))
      const trashed = await pages('/content/large/trash?limit=100')
      expect(trashed.flat()).toHaveLength(items.length + 1)
      expect(trashed).toHaveLength(2)
    })
  })
})
