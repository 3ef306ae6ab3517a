import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { dataOf, expectFailure } from '../setup/answers.ts'
import { makeCollection } from '../setup/content.ts'
import { resultOf } from '../setup/mcp.ts'
import { engines, startService, type TestService } from '../setup/service.ts'
import { make } from '../setup/site.ts'

const supports = ['drafts', 'revisions', 'search']

describe.each(engines)('addresses of items on %s', (engine) => {
  let service: TestService
  let count = 0

  const setPattern = (slug: string, urlPattern: string | null) =>
    service.ask('PATCH', `/schema/collections/${slug}`, { body: { urlPattern } })
  const setSite = (siteUrl: string | null) => service.ask('POST', '/settings', { body: { siteUrl } })
  const create = async (slug: string, more: object = {}) => {
    const body = { data: { title: slug }, slug, status: 'published', ...more }
    return dataOf(await service.ask('POST', '/content/posts', { body }), 201).item
  }
  const get = async (id: string, query = '') =>
    dataOf(await service.ask('GET', `/content/posts/${id}${query}`)).item
  const draft = (id: string, body: object) => service.ask('PUT', `/content/posts/${id}`, { body })

  beforeAll(async () => {
    service = await startService(engine, { env: { OCTAVO_LOCALES: 'en,de' } })
    await makeCollection(service, 'posts', {
      supports,
      fields: [
        { slug: 'title', type: 'string', searchable: true },
        { slug: 'day', type: 'datetime' },
        { slug: 'related', type: 'reference', options: { collection: 'posts' } },
      ],
    })
  })
  afterAll(() => service.close())

  describe('patterns', () => {
    it.each([
      ['/blog/{slug}', null],
      ['/{locale}/{publishedAt:yyyy}/{day:MM}/{createdAt:dd}/{id}.html', null],
      ['/größe/{slug}/', null],
      ['', 'must begin with /'],
      ['blog/{slug}', 'must begin with /'],
      ['https://example.com/{slug}', 'must begin with /'],
      ['/blog', '{slug} or {id}'],
      ['/blog/{title}', 'has {title}'],
      ['/blog/{slugs}', 'did you mean "slug"?'],
      ['/blog/{slug}/{tag}', 'known: slug, id, locale, publishedAt, createdAt, day'],
      ['/{constructor}/{slug}', 'has {constructor}'],
      ['/{__proto__:yyyy}/{slug}', 'has {__proto__}'],
      ['/{}/{slug}', 'has {}'],
      ['/{publishedAt}/{slug}', 'needs a format'],
      ['/{day:yy}/{slug}', 'one of yyyy, MM, dd'],
      ['/{slug:yyyy}', 'only dates have a format'],
      ['/{slug', 'has "{"'],
      ['/a b/{slug}', 'has " "'],
      ['/a?b={slug}', 'has "?"'],
      ['/a%20/{slug}', 'has "%"'],
      ['/a\n/{slug}', 'has "U+000a"'],
      ['/\u0000{slug}', 'U+0000'],
      ['/{sl\u0001ug}', 'has {slU+0001ug}'],
      ['//{slug}', 'other than dots'],
      ['/a/../{slug}', 'other than dots'],
      [`/${'a'.repeat(200)}/{slug}`, 'at most 200 characters'],
    ])('%j: %s', async (pattern, fault) => {
      const answer = await setPattern('posts', pattern)
      if (fault === null) expect(dataOf(answer).item.urlPattern).toBe(pattern)
      else expectFailure(answer, '400 VALIDATION_ERROR', 'urlPattern', fault)
    })

    it('can be given when a collection is made, and are taken away by null', async () => {
      const made = { slug: 'pages', label: 'Pages', urlPattern: '/{slug}' }
      expect(await make(service, '/schema/collections', made)).toMatchObject({ urlPattern: '/{slug}' })
      expect(dataOf(await setPattern('pages', null)).item).not.toHaveProperty('urlPattern')
      const bad = { slug: 'bad', label: 'Bad', urlPattern: '/{day:yyyy}/{slug}' }
      expectFailure(
        await service.ask('POST', '/schema/collections', { body: bad }),
        '400 VALIDATION_ERROR',
        'urlPattern',
      )
    })

    it('keep the dates that they name', async () => {
      dataOf(await setPattern('posts', '/{day:yyyy}/{slug}'))
      const at = '/schema/collections/posts/fields/day'
      const preview = await service.ask('POST', '/schema/collections/posts/preview', {
        body: { deleteField: { fieldSlug: 'day' } },
      })
      expect(dataOf(preview).item.refusal).toMatchObject({ reason: 'inUrlPattern' })
      expectFailure(await service.ask('DELETE', at), '400 SCHEMA_ERROR', 'change its urlPattern first')
      expectFailure(
        await service.ask('PATCH', at, { body: { type: 'string' } }),
        '400 SCHEMA_ERROR',
        'change its urlPattern first',
      )
    })
  })

  describe('addresses', () => {
    it('are in items, lists, included objects, search results, suggestions and menus, over REST and MCP', async () => {
      dataOf(await setPattern('posts', '/{locale}/blog/{slug}'))
      const one = await create('one')
      const two = await create('two', { data: { title: 'Zebra', related: one.id } })
      expect(two.url).toBe('/en/blog/two')
      expect((await get(two.id, '?view=live')).url).toBe('/en/blog/two')
      const { items, included } = dataOf(
        await service.ask('GET', `/content/posts?ids=${two.id}&include=related`),
      )
      expect(items[0].url).toBe('/en/blog/two')
      expect(included.items[one.id].url).toBe('/en/blog/one')
      const { results } = (await service.ask('GET', '/search?q=zebra')).body
      expect(results[0]).toMatchObject({ slug: 'two', url: '/en/blog/two' })
      const suggested = dataOf(await service.ask('GET', '/search/suggest?q=zeb'))
      expect(suggested.items[0]).toMatchObject({ slug: 'two', url: '/en/blog/two' })
      await make(service, '/menus', { name: 'main', label: 'Main' })
      const pointer = { type: 'post', label: 'Two', referenceCollection: 'posts', referenceId: two.id }
      expect(await make(service, '/menus/main/items', pointer)).toMatchObject({ url: '/en/blog/two' })
      const read = await resultOf(service, 'content_get', {
        collection: 'posts',
        id: two.id,
        fields: ['title'],
      })
      expect(read).toMatchObject({ item: { url: '/en/blog/two', data: { title: 'Zebra' } } })
      const found = await resultOf(service, 'search', { query: 'zebra' })
      expect(found).toMatchObject({ results: [{ url: '/en/blog/two' }] })
    })

    it('follow the view: editors see the address that a draft will have', async () => {
      dataOf(await setPattern('posts', '/{day:yyyy}/{day:MM}/{day:dd}/{slug}'))
      const { id } = await create('live', { data: { title: 'x', day: '2026-01-02T23:30:00+01:00' } })
      dataOf(await draft(id, { slug: 'drafted', data: { day: '2027-03-04T00:00:00Z' } }))
      expect((await get(id)).url).toBe('/2027/03/04/drafted')
      expect((await get(id, '?view=live')).url).toBe('/2026/01/02/live')
      await make(service, '/menus', { name: 'views', label: 'Views' })
      const pointer = { type: 'post', label: 'P', referenceCollection: 'posts', referenceId: id }
      expect(await make(service, '/menus/views/items', pointer)).toMatchObject({ url: '/2026/01/02/live' })
      dataOf(await draft(id, { data: { day: null } }))
      expect(await get(id)).not.toHaveProperty('url')
      expect((await get(id, '?view=live')).url).toBe('/2026/01/02/live')
      dataOf(await service.ask('POST', `/content/posts/${id}/publish`, { body: {} }))
      expect(await get(id, '?view=live')).not.toHaveProperty('url')
      const { item } = dataOf(await service.ask('GET', '/menus/views'))
      expect(item.items[0].url).toBeNull()
    })

    it('are absent while an item was not published, where the pattern has the date of publication', async () => {
      dataOf(await setPattern('posts', '/{publishedAt:yyyy}/{slug}'))
      const { id, ...made } = await create('later', { status: 'draft' })
      expect(made).not.toHaveProperty('url')
      const { item } = dataOf(await service.ask('POST', `/content/posts/${id}/publish`, { body: {} }))
      expect(item.url).toBe(`/${String(item.publishedAt).slice(0, 4)}/later`)
    })

    it('change with the setting and the pattern, and so does the ETag', async () => {
      dataOf(await setPattern('posts', '/blog/{slug}'))
      const { id } = await create('moving')
      const read = (known = '"none"') =>
        service.ask('GET', `/content/posts/${id}`, { headers: { 'if-none-match': known } })
      const tags = new Set<string>()
      const expectNew = async (url: string | undefined, known?: string): Promise<string> => {
        const answer = await read(known)
        expect(dataOf(answer).item.url).toBe(url)
        const tag = String(answer.headers['etag'])
        tags.add(tag)
        expect((await read(tag)).status).toBe(304)
        return tag
      }
      let tag = await expectNew('/blog/moving')
      dataOf(await setSite('https://EXAMPLE.com/base/'))
      tag = await expectNew('https://example.com/base/blog/moving', tag)
      dataOf(await setSite(null))
      dataOf(await setPattern('posts', '/news/{slug}'))
      tag = await expectNew('/news/moving', tag)
      dataOf(await setPattern('posts', null))
      await expectNew(undefined, tag)
      expect(tags.size).toBe(4)
    })

    it('are encoded as encodeURIComponent does', async () => {
      dataOf(await setPattern('posts', '/größe/{slug}/x'))
      const letter = fc.constantFrom(...'az09äßжش한字𐐨ñéक')
      await fc.assert(
        fc.asyncProperty(fc.array(letter, { minLength: 1, maxLength: 12 }), async (letters) => {
          const slug = `${letters.join('').normalize('NFC')}-${++count}`
          const answer = await service.ask('POST', '/content/posts', {
            body: { data: { title: 't' }, slug, status: 'published' },
          })
          expect(dataOf(answer, 201).item.url).toBe(`/gr%C3%B6%C3%9Fe/${encodeURIComponent(slug)}/x`)
        }),
        { numRuns: 30 },
      )
    })
  })

  it.each([
    ['https://example.com', 'https://example.com'],
    ['http://LOCALHOST:4321/', 'http://localhost:4321'],
    ['https://example.com/de/', 'https://example.com/de'],
    ['https://münchen.example', 'https://xn--mnchen-3ya.example'],
    ['example.com', null],
    ['//example.com', null],
    ['javascript:alert(1)', null],
    ['ftp://example.com', null],
    ['https://', null],
    ['https://user:secret@example.com', null],
    ['https://example.com?x=1', null],
    ['https://example.com#x', null],
    ['https://exa mple.com', null],
    ['https://example.com/\u0000', null],
    [`https://example.com/${'a'.repeat(500)}`, null],
  ])('the address of the site %j is kept as %j', async (siteUrl, kept) => {
    const answer = await setSite(siteUrl)
    if (kept === null) expectFailure(answer, '400 VALIDATION_ERROR', 'siteUrl: must')
    else expect(dataOf(answer).siteUrl).toBe(kept)
    dataOf(await setSite(null))
  })
})
