import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { dataOf, expectFailure, issuePaths, outcome } from '../setup/answers.ts'
import { makeCollection } from '../setup/content.ts'
import { engines, startService, type TestService } from '../setup/service.ts'

describe.each(engines)('details of HTTP on %s', (engine) => {
  let service: TestService
  let path: string
  let tag: string

  beforeAll(async () => {
    service = await startService(engine, { env: { OCTAVO_LOCALES: 'en,de' } })
    await makeCollection(service, 'posts', {
      supports: ['drafts', 'revisions'],
      fields: [
        { slug: 'title', type: 'string' },
        { slug: 'sku', type: 'string', translatable: false },
      ],
    })
    const { item } = dataOf(await service.ask('POST', '/content/posts', { body: {} }), 201)
    path = `/content/posts/${item.id}`
    tag = (await service.ask('GET', path)).headers['etag'] ?? ''
  })
  afterAll(() => service.close())

  it.each(['GET', 'HEAD'])('%s answers 304 to who has the item, and has no body then', async (method) => {
    const answer = await service.ask(method, path, { headers: { 'if-none-match': `W/${tag}` } })
    expect([answer.status, answer.text]).toEqual([304, ''])
  })

  it('If-Match wants the very same bytes: a weak tag never fits', async () => {
    const save = (value: string): Promise<unknown> =>
      service.ask('PUT', path, { body: {}, headers: { 'if-match': value } }).then(outcome)
    expect(await save(`W/${tag}`)).toBe('412 PRECONDITION_FAILED')
    expect(await save(tag)).toBe('200')
  })

  it.each([
    ['POST', '/content/posts', 'null', '400 VALIDATION_ERROR'],
    ['DELETE', 'ITEM', '{"_rev":"1"}', '400 VALIDATION_ERROR'],
    ['PUT', 'ITEM?locale=en', '{"locale":"de"}', '400 VALIDATION_ERROR'],
  ])('%s %s with the body %s is refused', async (method, where, body, expected) => {
    expectFailure(await service.ask(method, where.replace('ITEM', path), { body }), expected)
    dataOf(await service.ask('GET', path))
  })

  it('an address that cannot be read is answered with the id of the request, too', async () => {
    const { headers } = await service.ask('GET', '/content/posts/%zz')
    expect(headers['x-request-id']).toMatch(/-/)
    expect(headers['x-content-type-options']).toBe('nosniff')
  })

  it.each([
    ['POST', '', { locale: 'xx', translationOf: 'nope', slug: 'Bad Slug', data: { title: 5, bogus: 1 } }],
    ['GET', '?orderBy=zzz&cursor=abc&locale=xx', undefined],
  ])('%s %s names every problem at once', async (method, query, body) => {
    const answer = await service.ask(method, `/content/posts${query}`, body === undefined ? {} : { body })
    expectFailure(answer, '400 VALIDATION_ERROR')
    const expected =
      body === undefined
        ? ['orderBy', 'cursor', 'locale']
        : ['locale', 'translationOf', 'slug', 'data.title', 'data.bogus']
    expect(new Set(issuePaths(answer))).toEqual(new Set(expected))
  })

  it('what translations share leaves a revision of its own, and no older one changes', async () => {
    const ask = async (method: string, where: string, body: unknown): Promise<string> =>
      dataOf(await service.ask(method, `/content/posts${where}`, { body }), where === '' ? 201 : 200).item.id
    const historyOf = async (id: string): Promise<{ id: string; data: unknown }[]> =>
      dataOf(await service.ask('GET', `/content/posts/${id}/revisions`)).items
    const english = await ask('POST', '', { status: 'published', data: { title: 'E', sku: '1' } })
    const german = await ask('POST', '', { status: 'published', locale: 'de', translationOf: english })
    await ask('PUT', `/${english}`, { data: { title: 'E2' } })
    const before = await historyOf(english)
    await ask('PUT', `/${german}`, { data: { sku: '2' }, status: 'published' })
    const after = await historyOf(english)
    expect(after.slice(-before.length)).toEqual(before)
    expect(after.length).toBeGreaterThan(before.length)
    const visitor = (await service.person(10, ['content:read'])).token
    const seen = await service.ask('GET', `/content/posts/${english}/revisions`, { token: visitor })
    expect(dataOf(seen).items[0].data).toEqual({ title: 'E', sku: '2' })
    const { draft, live } = dataOf(await service.ask('GET', `/content/posts/${english}/compare`))
    expect([live, draft]).toEqual([
      { title: 'E', sku: '2' },
      { title: 'E2', sku: '2' },
    ])
  })
})
