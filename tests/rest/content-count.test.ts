import { limits } from '@octavo/contract/limits'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { dataOf, expectFailure } from '../setup/answers.ts'
import { makeCollection } from '../setup/content.ts'
import { resultOf } from '../setup/mcp.ts'
import { engines, startService, type TestService } from '../setup/service.ts'

const { scannedItems, foundItems } = limits

describe.each(engines)('the total of a list on %s', (engine) => {
  let service: TestService
  let reader: string

  beforeAll(async () => {
    service = await startService(engine)
    const fields = [
      { slug: 'rating', type: 'number' },
      { slug: 'body', type: 'text' },
    ]
    await makeCollection(service, 'posts', { supports: ['drafts'], fields })
    for (let rating = 0; rating < 6; rating++) {
      const status = rating < 4 ? 'published' : 'draft'
      const body = { slug: `item-${rating}`, data: { rating, body: 'x' }, status }
      dataOf(await service.ask('POST', '/content/posts', { body }), 201)
    }
    dataOf(await service.ask('PUT', '/content/posts/item-0', { body: { data: { rating: 5 } } }))
    reader = (await service.person(10, ['content:read'])).token
  })
  afterAll(async () => {
    Object.assign(limits, { scannedItems, foundItems })
    await service?.close()
  })

  async function totalOf(query: string, token = service.token): Promise<[number, boolean]> {
    const page = dataOf(await service.ask('GET', `/content/posts?count=true&${query}`, { token }))
    return [page.total, page.totalIsCapped]
  }

  it.each([
    ['', 6, 4],
    ['limit=1', 6, 4],
    ['status=draft', 2, 0],
    ['where[rating][gte]=2', 5, 2],
    ['where[rating]=5', 2, 0],
    ['where[body][contains]=x&limit=2', 6, 4],
    ['where[body][contains]=y', 0, 0],
  ])('?%s counts what the caller sees', async (query, latest, live) => {
    expect(await totalOf(query)).toEqual([latest, false])
    expect(await totalOf(query, reader)).toEqual([live, false])
    Object.assign(limits, { foundItems: 0 })
    expect(await totalOf(query)).toEqual([latest, false])
    Object.assign(limits, { foundItems })
  })

  it('is the same on each page, and over MCP', async () => {
    const { nextCursor } = dataOf(await service.ask('GET', '/content/posts?limit=2&count=true'))
    expect(await totalOf(`limit=2&cursor=${nextCursor}`)).toEqual([6, false])
    const result = await resultOf(service, 'content_list', { collection: 'posts', limit: 1, count: true })
    expect(result).toMatchObject({ total: 6, totalIsCapped: false })
  })

  it('says when counting ended early', async () => {
    Object.assign(limits, { scannedItems: 3 })
    expect(await totalOf('where[body][contains]=x&limit=1')).toEqual([3, true])
    Object.assign(limits, { scannedItems })
  })

  it('is exact where an index has the items of the list, however old they are', async () => {
    await makeCollection(service, 'notes', {
      supports: ['drafts'],
      fields: [
        { slug: 'rating', type: 'number' },
        { slug: 'body', type: 'text' },
      ],
    })
    for (const rating of [1, 1, 1, 2, 2, 2]) {
      service.clock.forward(1000)
      const body = { data: { rating, body: 'x' }, status: 'published' }
      dataOf(await service.ask('POST', '/content/notes', { body }), 201)
    }
    Object.assign(limits, { scannedItems: 2, foundItems: 1 })
    const counted = async (query: string): Promise<unknown[]> => {
      const path = `/content/notes?view=live&limit=1&count=true&${query}`
      const { items, total, totalIsCapped } = dataOf(await service.ask('GET', path))
      return [items.length, total, totalIsCapped]
    }
    expect(await counted('where[rating]=1')).toEqual([1, 3, false])
    expect(await counted('where[rating][in]=1,2')).toEqual([1, 6, false])
    expect(await counted('where[rating]=1&where[body][contains]=x')).toEqual([1, 2, true])
    Object.assign(limits, { scannedItems, foundItems })
  })

  it('is there only where it is asked for', async () => {
    expect(dataOf(await service.ask('GET', '/content/posts?limit=100'))).not.toHaveProperty('total')
    expectFailure(await service.ask('GET', '/content/posts?count=many'), '400 VALIDATION_ERROR', 'count')
  })
})
