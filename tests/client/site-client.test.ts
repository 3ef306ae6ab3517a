import type { AddressInfo } from 'node:net'
import { ApiError, createClient, follow, type SiteClient } from '@octavo/client'
import { createServer } from '@octavo/server/http/server'
import { afterAll, beforeAll, describe, expect, expectTypeOf, it } from 'vitest'
import { dataOf } from '../setup/answers.ts'
import { makeMagazine } from '../setup/magazine.ts'
import { picture, startMediaService, uploaded } from '../setup/media.ts'
import type { TestService } from '../setup/service.ts'
import { make } from '../setup/site.ts'
import type { Collections, Site as Magazine } from './magazine.d.ts'

interface Sent {
  readonly url: string
  readonly init: RequestInit & { next?: unknown }
}

/** A fetch that records requests and answers what is given. */
function recorder(data: unknown = { items: [] }) {
  const sent: Sent[] = []
  const fetch: typeof globalThis.fetch = async (url, init = {}) => {
    sent.push({ url: String(url), init })
    return Response.json({ success: true, data })
  }
  return { sent, fetch }
}

async function failureOf(call: Promise<unknown>): Promise<ApiError> {
  const error: unknown = await call.then(
    () => null,
    (thrown: unknown) => thrown,
  )
  expect(error).toBeInstanceOf(ApiError)
  return error as ApiError
}

describe('the client of a site, before a real server', () => {
  let service: TestService
  let server: Awaited<ReturnType<typeof createServer>>
  let url: string
  let octavo: SiteClient<Magazine>
  const ids: Record<string, string> = {}

  beforeAll(async () => {
    service = await startMediaService('sqlite', 'local')
    server = await createServer(service.services)
    await server.listen({ port: 0, host: '127.0.0.1' })
    url = `http://127.0.0.1:${(server.server.address() as AddressInfo).port}`
    await makeMagazine(service)
    octavo = createClient<Magazine>({ url, token: service.token })
    ids['cover'] = (await uploaded(service, { content: await picture() })).id
    ids['clay'] = (await make(service, '/taxonomies/topics/terms', { label: 'Clay' })).id
    const save = async (collection: string, body: object): Promise<string> =>
      dataOf(await service.ask('POST', `/content/${collection}`, { body }), 201).item.id
    const status = 'published'
    ids['crafts'] = await save('categories', { status, data: { name: 'Crafts' } })
    const below = { name: 'Pots', parent: ids['crafts'], cover: { id: ids['cover'] } }
    ids['pots'] = await save('categories', { status, data: below })
    const ada = { name: 'Ada', portrait: { id: ids['cover'] }, likes: [ids['pots'], ids['crafts']] }
    ids['ada'] = await save('authors', { status, data: ada })
    ids['hidden'] = await save('authors', { data: { name: 'Hidden' } })
    const post = (title: string, more: object) => ({ title, issue: 1, author: ids['ada'], ...more })
    const more = { categories: [ids['pots'], ids['crafts']], cover: { id: ids['cover'] }, rating: 5 }
    ids['one'] = await save('posts', {
      status,
      slug: 'one',
      data: post('One', more),
      terms: { topics: [ids['clay']] },
    })
    ids['two'] = await save('posts', { status, data: post('Two', { rating: 3, format: 'essay' }) })
    ids['three'] = await save('posts', { status, data: post('Three', { author: ids['hidden'] }) })
    ids['draft'] = await save('posts', { data: post('Draft', { rating: 5 }) })
  })
  afterAll(async () => {
    await server.close()
    await service.close()
  })

  const titles = (items: readonly { data: { title?: string } }[]) => items.map(({ data }) => data.title)

  it('lists what is published, whatever the token may read', async () => {
    const { items, included } = await octavo.posts.list({ orderBy: 'title', order: 'asc' })
    expect(titles(items)).toEqual(['One', 'Three', 'Two'])
    expect(included).toBeUndefined()
    expectTypeOf(items).toEqualTypeOf<Collections['posts'][]>()
    expect(titles((await octavo.posts.list({ view: 'latest' })).items)).toContain('Draft')
  })

  it('filters, sorts, counts, and reads by ids', async () => {
    const rated = await octavo.posts.list({ where: { rating: { gte: 4 } }, count: true })
    expect([titles(rated.items), rated.total, rated.totalIsCapped]).toEqual([['One'], 1, false])
    const either = await octavo.posts.list({
      where: { or: [{ format: 'essay' }, { 'terms.topics': 'clay' }] },
      orderBy: 'title',
      order: 'asc',
    })
    expect(titles(either.items)).toEqual(['One', 'Two'])
    const chosen = await octavo.posts.list({ ids: [ids['two'] ?? '', ids['one'] ?? ''], fields: ['title'] })
    expect(chosen.items.map(({ data }) => data)).toEqual([{ title: 'Two' }, { title: 'One' }])
  })

  it('reads page by page', async () => {
    const query = { orderBy: 'title', order: 'asc', limit: 2 } as const
    const sizes: number[] = []
    for await (const { items } of octavo.posts.pages(query)) sizes.push(items.length)
    expect(sizes).toEqual([2, 1])
    const all: string[] = []
    for await (const { data } of octavo.posts.all(query)) all.push(data.title)
    expect(all).toEqual(['One', 'Three', 'Two'])
  })

  it('follows what was included', async () => {
    const page = await octavo.posts.list({
      include: [
        'author',
        'author.portrait',
        'author.likes',
        'categories',
        'categories.parent',
        'categories.cover',
        'cover',
        'terms',
        'authorId',
      ],
      orderBy: 'title',
      order: 'asc',
    })
    const [one, three] = page.items
    if (one === undefined || three === undefined) return expect.fail('posts are missing')
    expect(follow(page, one, 'author')?.data.name).toBe('Ada')
    expect(follow(page, one, 'author.portrait')?.id).toBe(ids['cover'])
    expect(follow(page, one, 'author.likes')?.map(({ data }) => data.name)).toEqual(['Pots', 'Crafts'])
    expect(follow(page, one, 'categories')?.map(({ data }) => data.name)).toEqual(['Pots', 'Crafts'])
    expect(follow(page, one, 'categories.parent')?.map(({ data }) => data.name)).toEqual(['Crafts'])
    expect(follow(page, one, 'categories.cover')?.map(({ id }) => id)).toEqual([ids['cover']])
    expect(follow(page, one, 'cover')?.mimeType).toBe('image/png')
    expect(follow(page, one, 'terms').map(({ label }) => label)).toEqual(['Clay'])
    expect(follow(page, one, 'authorId')).toMatchObject({ name: 'Person 1' })
    // It needs the data alone.
    const cached = JSON.parse(JSON.stringify(page)) as typeof page
    expect(follow(cached, one, 'author')?.data.name).toBe('Ada')
    // What is not live is absent, and so is what an item does not have.
    expect(follow(page, three, 'author')).toBeUndefined()
    expect(follow(page, three, 'author.portrait')).toBeUndefined()
    expect(follow(page, three, 'categories')).toBeUndefined()
    expect(follow(page, three, 'terms')).toEqual([])
  })

  it('follows the translations of an item, and says what the request lacks for it', async () => {
    const include = ['translationGroup'] as const
    const whole = await octavo.posts.list({ include })
    const translationsOf = (id: string, at: string) => [{ id, locale: 'en', slug: at }]
    for (const item of whole.items)
      expect(follow(whole, item, 'translationGroup')).toMatchObject(translationsOf(item.id, item.slug))
    const members = ['type', 'authorId', 'title', 'translationGroup'] as const
    const few = await octavo.posts.list({ fields: members, include })
    for (const item of few.items) expect(follow(few, item, 'translationGroup')).toHaveLength(1)
    const fields = ['type', 'authorId', 'title'] as const
    const without = await octavo.posts.list({ fields, include })
    // The types refuse these too.
    const ask = (page: object, item: unknown) => () =>
      follow(page as never, item as never, 'translationGroup' as never)
    expect(ask(without, without.items[0])).toThrow('needs "translationGroup" in `fields`')
    const plain = await octavo.posts.list()
    expect(ask(plain, plain.items[0])).toThrow('needs "translationGroup" in `include`')
  })

  it('follows what was included through structured fields', async () => {
    const path = `/content/posts/${ids['two']}`
    const [ada, hidden] = [ids['ada'], ids['hidden']]
    const data = {
      seo: { owner: ada, picture: { id: ids['cover'] } },
      faq: [
        { question: 'a', expert: ada, picture: { id: ids['cover'] } },
        { question: 'b' },
        { question: 'c', expert: hidden },
      ],
      parts: [
        { _type: 'quote', by: ada },
        { _type: 'team', by: [hidden, ada] },
      ],
    }
    dataOf(await service.ask('PUT', path, { body: { data } }))
    dataOf(await service.ask('POST', `${path}/publish`, { body: {} }))
    const answer = await octavo.posts.get('two', {
      include: [
        'seo.owner.portrait',
        'seo.picture',
        'faq.expert',
        'faq.picture',
        'parts.quote.by',
        'parts.team.by.likes',
      ],
    })
    const { item } = answer
    expect(follow(answer, item, 'seo.owner.portrait')?.id).toBe(ids['cover'])
    expect(follow(answer, item, 'seo.picture')?.id).toBe(ids['cover'])
    expect(follow(answer, item, 'faq.expert')?.map(({ id }) => id)).toEqual([ada])
    expect(follow(answer, item, 'faq.picture')?.map(({ id }) => id)).toEqual([ids['cover']])
    expect(follow(answer, item, 'parts.quote.by')?.map(({ id }) => id)).toEqual([ada])
    expect(follow(answer, item, 'parts.team.by.likes')?.map(({ id }) => id)).toEqual([
      ids['pots'],
      ids['crafts'],
    ])
  })

  it('reads one item by id or slug', async () => {
    const answer = await octavo.posts.get('one', { include: ['author'], fields: ['author'] })
    expect(follow(answer, answer.item, 'author')?.data.name).toBe('Ada')
    expect(Object.keys(answer.item.data)).toEqual(['author'])
    expect((await octavo.posts.get(ids['one'] ?? '')).item.slug).toBe('one')
    expect((await octavo.posts.find('one'))?.item.id).toBe(ids['one'])
    expect(await octavo.posts.find('none')).toBeNull()
    expect(await octavo.posts.find(ids['draft'] ?? '')).toBeNull()
    expect(await failureOf(octavo.posts.get('none'))).toMatchObject({ status: 404, code: 'NOT_FOUND' })
  })

  it('says what is wrong, by name', async () => {
    const wrong = { where: { titel: 'x' } } as never
    const error = await failureOf(octavo.posts.list(wrong))
    expect(error).toMatchObject({ status: 400, code: 'VALIDATION_ERROR' })
    expect(error.message).toContain('where.titel')
    const stranger = createClient<Magazine>({ url })
    expect(await failureOf(stranger.posts.list())).toMatchObject({ status: 401 })
    for (const path of ['', '.', '..'])
      expect(await failureOf(octavo.posts.get(path))).toMatchObject({ code: 'VALIDATION_ERROR' })
  })

  it('reads the other parts of the site', async () => {
    await make(service, '/menus', { name: 'main', label: 'Main' })
    const link = { type: 'post', label: 'One', referenceCollection: 'posts', referenceId: ids['one'] }
    dataOf(await service.ask('POST', '/menus/main/items', { body: link }), 201)
    await make(service, '/sections', { title: 'Footer', slug: 'footer' })
    await make(service, '/widget-areas', { name: 'side', label: 'Side' })
    dataOf(await service.ask('POST', '/redirects', { body: { from: '/old', to: '/new' } }), 201)
    dataOf(await service.ask('POST', '/settings', { body: { siteTitle: 'Magazine' } }))
    expect((await octavo.getMenu('main')).items.map(({ label }) => label)).toEqual(['One'])
    expect((await octavo.listMenus()).items.map(({ name }) => name)).toEqual(['main'])
    expect((await octavo.getSection('footer')).title).toBe('Footer')
    expect((await octavo.listSections({ limit: 1 })).items).toHaveLength(1)
    expect((await octavo.getWidgetArea('side')).widgets).toEqual([])
    expect((await octavo.listWidgetAreas()).items).toHaveLength(1)
    expect((await octavo.getSettings()).siteTitle).toBe('Magazine')
    const { settings, collections } = await octavo.getSite()
    expect([settings.siteTitle, collections.map(({ slug }) => slug)]).toEqual([
      'Magazine',
      ['authors', 'categories', 'events', 'posts'],
    ])
    const { items: entries } = await octavo.listSiteMap({ limit: 2 })
    const mapped: string[] = []
    for await (const entry of octavo.allOfSiteMap({ limit: 2 })) mapped.push(entry.id)
    expect(entries.length).toBeLessThanOrEqual(2)
    expect(mapped.toSorted()).toEqual([ids['one'], ids['two'], ids['three']].toSorted())
    expect((await octavo.listTaxonomies()).items.map(({ name }) => name)).toEqual(['topics'])
    expect((await octavo.getTaxonomy('topics')).hierarchical).toBe(true)
    expect((await octavo.listTerms('topics')).items.map(({ count }) => count)).toEqual([1])
    expect((await octavo.getTerm('topics', 'clay')).label).toBe('Clay')
    expect((await octavo.getMedia(ids['cover'] ?? '')).mimeType).toBe('image/png')
    expect((await octavo.resolveRedirect('/old'))?.to).toBe('/new')
    expect(await octavo.resolveRedirect('/nowhere')).toBeNull()
    const { results } = await octavo.searchItems({ q: 'two', collections: ['posts', 'authors'] })
    expect(results.map(({ title }) => title)).toEqual(['Two'])
    expect((await octavo.suggestTitles({ q: 'tw' })).items.map(({ title }) => title)).toEqual(['Two'])
    expect(await failureOf(octavo.getMenu('none'))).toMatchObject({ status: 404 })
  })
})

describe('the requests of the client of a site', () => {
  it.each([
    'https://cms.example.com',
    'https://cms.example.com/',
    'https://cms.example.com/_cms/api',
    'https://cms.example.com/_cms/api/',
  ])('go to the API at %s', async (url) => {
    const { sent, fetch } = recorder()
    await createClient<Magazine>({ url, fetch }).posts.list()
    expect(sent[0]?.url).toBe('https://cms.example.com/_cms/api/content/posts?view=live')
    expect(sent[0]?.init.headers).toEqual({})
  })

  it('keep a path before the API', async () => {
    const { sent, fetch } = recorder()
    await createClient<Magazine>({ url: 'https://example.com/cms/', fetch }).posts.list()
    expect(sent[0]?.url).toBe('https://example.com/cms/_cms/api/content/posts?view=live')
  })

  it('have every option of a list', async () => {
    const { sent, fetch } = recorder()
    const octavo = createClient<Magazine>({ url: 'https://x.example', token: 'cms_x', fetch })
    await octavo.posts.list({
      where: { rating: { gte: 4 } },
      ids: ['A', 'B'],
      fields: ['title', 'rating'],
      include: ['author', 'author.portrait'],
      orderBy: 'rating',
      order: 'asc',
      locale: 'de',
      fallback: 'en',
      limit: 5,
      cursor: 'c',
      count: true,
    })
    const { searchParams } = new URL(sent[0]?.url ?? '')
    expect(Object.fromEntries(searchParams)).toEqual({
      view: 'live',
      where: '{"rating":{"gte":4}}',
      ids: 'A,B',
      fields: 'title,rating',
      include: 'author,author.portrait',
      orderBy: 'rating',
      order: 'asc',
      locale: 'de',
      fallback: 'en',
      limit: '5',
      cursor: 'c',
      count: 'true',
    })
    expect(sent[0]?.init.headers).toEqual({ authorization: 'Bearer cms_x' })
  })

  it('do not lose a predicate or an id that is undefined: they would find more', async () => {
    const { sent, fetch } = recorder()
    const { posts } = createClient<Magazine>({ url: 'https://x.example', fetch })
    const missing = undefined as unknown as string
    for (const [place, query] of [
      ['where.author', { where: { rating: 4, author: missing } }],
      ['where.rating.gte', { where: { rating: { gte: missing as unknown as number } } }],
      ['where.or.1.author.in.0', { where: { or: [{ rating: 4 }, { author: { in: [missing] } }] } }],
      ['ids.1', { ids: ['A', missing] }],
    ] as const) {
      const error = await failureOf(posts.list(query))
      expect(error).toMatchObject({ code: 'VALIDATION_ERROR', details: { issues: [{ path: place }] } })
      expect(error.message).toContain(`${place}: must not be undefined`)
    }
    expect(sent).toEqual([])
    // The service refuses a list in place of a filter.
    await posts.list({ where: [{ rating: 4 }] as never })
    expect(new URL(sent.pop()?.url ?? '').searchParams.get('where')).toBe('[{"rating":4}]')
    // An object that gives its own JSON, as those of libraries for times do, whatever it holds.
    const moment = { hidden: undefined, toJSON: () => '2026-01-01T00:00:00Z' }
    await posts.list({ where: { publishedAt: { gte: moment as never } } })
    expect(new URL(sent.pop()?.url ?? '').searchParams.get('where')).toBe(
      '{"publishedAt":{"gte":"2026-01-01T00:00:00Z"}}',
    )
    await posts.list({ where: undefined, ids: undefined, limit: 3 })
    expect(sent[0]?.url).toMatch(/posts\?view=live&limit=3$/)
  })

  it('have the options of frameworks, those of a call before those of the client', async () => {
    const { sent, fetch } = recorder()
    const octavo = createClient<Magazine>({
      url: 'https://x.example',
      fetch,
      cache: 'force-cache',
      next: { tags: ['octavo'] },
      headers: { 'x-a': '1' },
    })
    await octavo.posts.list()
    const { signal } = new AbortController()
    await octavo.posts.list({}, { next: { revalidate: 60 }, signal, headers: { 'x-b': '2' } })
    expect(sent.map(({ init }) => init)).toEqual([
      { cache: 'force-cache', next: { tags: ['octavo'] }, headers: { 'x-a': '1' } },
      { cache: 'force-cache', next: { revalidate: 60 }, signal, headers: { 'x-a': '1', 'x-b': '2' } },
    ])
  })

  it('have the token of a preview, which says what is shown', async () => {
    const { sent, fetch } = recorder({ item: {} })
    const url = 'https://x.example'
    const given = createClient<Magazine>({ url, fetch, preview: 'p1' })
    await given.posts.get('x')
    await given.posts.get('x', {}, { preview: null })
    await createClient<Magazine>({ url, fetch }).posts.get(
      'x',
      { locale: 'de' },
      { preview: 'p2', sourceMap: true },
    )
    // All else refuses the token of an item.
    await given.posts.list()
    await given.getMenu('main')
    const api = `${url}/_cms/api/content/posts/x`
    expect(sent.map((one) => [one.url, one.init.headers])).toEqual([
      [api, { 'x-octavo-preview': 'p1' }],
      [`${api}?view=live`, {}],
      [`${api}?locale=de&sourceMap=1`, { 'x-octavo-preview': 'p2' }],
      [`${url}/_cms/api/content/posts?view=live`, {}],
      [`${url}/_cms/api/menus/main`, {}],
    ])
  })

  it('are of a client that can be awaited, compared and printed', async () => {
    const octavo = createClient({ url: 'https://x.example' })
    expect(await octavo).toBe(octavo)
    expect(octavo['posts']).toBe(octavo['posts'])
    expect(() => `${String(Object.keys(octavo))} ${JSON.stringify(octavo)}`).not.toThrow()
    expect(Reflect.get(octavo, Symbol.toPrimitive)).toBeUndefined()
    expect(Reflect.get(octavo, 'toString')).toBeUndefined()
  })
})
