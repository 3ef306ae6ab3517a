import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { dataOf, expectFailure, issuePaths } from '../setup/answers.ts'
import { makeCollection } from '../setup/content.ts'
import { engines, startService, type TestService } from '../setup/service.ts'

const block = { _type: 'block', children: [{ _type: 'span', text: 'One "two"' }] }

describe.each(engines)('fields of a list on %s', (engine) => {
  let service: TestService
  let reader: string

  beforeAll(async () => {
    service = await startService(engine)
    await makeCollection(service, 'posts', {
      supports: ['drafts'],
      fields: [
        { slug: 'title', type: 'string' },
        { slug: 'rating', type: 'number' },
        { slug: 'constructor', type: 'boolean' },
        { slug: 'body', type: 'portableText' },
      ],
    })
    const data = { title: 'Live', rating: 4.5, constructor: true, body: [block] }
    dataOf(
      await service.ask('POST', '/content/posts', { body: { slug: 'one', data, status: 'published' } }),
      201,
    )
    const draft = { title: 'Draft', rating: null, body: [block, block] }
    dataOf(await service.ask('PUT', '/content/posts/one', { body: { data: draft } }))
    reader = (await service.person(10, ['content:read'])).token
  })
  afterAll(() => service?.close())

  const dataWith = async (query: string, token = service.token): Promise<unknown> => {
    const { items } = dataOf(await service.ask('GET', `/content/posts?${query}`, { token }))
    expect(items).toMatchObject([{ type: 'posts', slug: 'one', status: 'published', locale: 'en' }])
    return items[0].data
  }

  it.each([
    ['fields=title', { title: 'Live' }, { title: 'Draft' }],
    ['fields=body,title', { title: 'Live', body: [block] }, { title: 'Draft', body: [block, block] }],
    ['fields=rating, constructor', { rating: 4.5, constructor: true }, { constructor: true }],
    ['fields=title&where[constructor]=true', { title: 'Live' }, { title: 'Draft' }],
  ])('?%s shows these alone, live and of a draft', async (query, live, draft) => {
    expect(await dataWith(query, reader)).toEqual(live)
    expect(await dataWith(`${query}&view=live`)).toEqual(live)
    expect(await dataWith(query)).toEqual(draft)
  })

  it.each([
    ['fields=title,slug', { slug: 'one', data: { title: 'Live' } }],
    ['fields=slug,status', { slug: 'one', status: 'published' }],
    ['fields=id', {}],
    [
      'fields=data,type',
      { type: 'posts', data: { title: 'Live', rating: 4.5, constructor: true, body: [block] } },
    ],
    ['fields=title,slug&include=terms', { slug: 'one', data: { title: 'Live' }, terms: {} }],
    ['fields=slug,url,missing,unpublishAt,hasPendingDraft', { slug: 'one' }],
  ])('?%s shows these members of items alone, in lists and of one item', async (query, shown) => {
    const { items } = dataOf(await service.ask('GET', `/content/posts?${query}`, { token: reader }))
    expect(items).toEqual([{ id: expect.any(String), ...shown }])
    const { item } = dataOf(await service.ask('GET', `/content/posts/one?${query}`, { token: reader }))
    expect(item).toEqual(items[0])
    const ids = `/content/posts?${query}&ids=${item.id}`
    expect(dataOf(await service.ask('GET', ids, { token: reader })).items).toEqual(items)
  })

  it('shows members of editors where they are named', async () => {
    const { items } = dataOf(await service.ask('GET', '/content/posts?fields=hasPendingDraft,title'))
    expect(items).toEqual([{ id: expect.any(String), data: { title: 'Draft' }, hasPendingDraft: true }])
  })

  it('names what is no field', async () => {
    for (const query of ['fields=titel', 'fields=title,toString', 'fields=__proto__', 'fields=']) {
      const answer = await service.ask('GET', `/content/posts?${query}`)
      expectFailure(answer, '400 VALIDATION_ERROR')
      expect(issuePaths(answer)).toEqual(['fields'])
    }
  })
})
