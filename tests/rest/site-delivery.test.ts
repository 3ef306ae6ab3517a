import { operations } from '@octavo/contract/operations/registry'
import { serviceCaller } from '@octavo/server/core/caller'
import { invoke } from '@octavo/server/core/invoke'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { dataOf, expectFailure, outcome } from '../setup/answers.ts'
import { makeCollection } from '../setup/content.ts'
import { engines, startService, type TestService } from '../setup/service.ts'
import { make } from '../setup/site.ts'

interface Entry {
  id: string
  url: string
  locale: string
  alternates: { locale: string; url: string }[]
}

describe.each(engines)('what a site starts with, on %s', (engine) => {
  let service: TestService
  let siteToken: string
  const ids: Record<string, string> = {}

  const create = async (collection: string, body: object): Promise<string> =>
    dataOf(await service.ask('POST', `/content/${collection}`, { body }), 201).item.id
  const get = async (path: string, token = siteToken) => dataOf(await service.ask('GET', path, { token }))

  /** All entries, page by page. */
  async function wholeMap(limit: number, token = siteToken): Promise<Entry[]> {
    const entries: Entry[] = []
    let cursor: string | undefined
    do {
      const query = cursor === undefined ? '' : `&cursor=${cursor}`
      const page = await get(`/site-map?limit=${limit}${query}`, token)
      expect(page.items.length).toBeLessThanOrEqual(limit)
      entries.push(...page.items)
      cursor = page.nextCursor
    } while (cursor !== undefined)
    return entries
  }

  beforeAll(async () => {
    service = await startService(engine, { env: { OCTAVO_LOCALES: 'en,de,fr' } })
    const supports = ['drafts', 'revisions', 'scheduling']
    const fields = [
      { slug: 'title', type: 'string' },
      { slug: 'day', type: 'datetime' },
    ]
    for (const slug of ['posts', 'pages', 'parts']) await makeCollection(service, slug, { supports, fields })
    const patterns = { posts: '/{locale}/blog/{slug}', pages: '/{locale}/{day:yyyy}/{slug}' }
    for (const [slug, urlPattern] of Object.entries(patterns))
      dataOf(await service.ask('PATCH', `/schema/collections/${slug}`, { body: { urlPattern } }))
    await make(service, '/taxonomies', { name: 'topics', label: 'Topics', collections: ['posts'] })
    await make(service, '/taxonomies', { name: 'kinds', label: 'Kinds', collections: ['parts'] })
    await make(service, '/menus', { name: 'main', label: 'Main' })
    dataOf(await service.ask('POST', '/settings', { body: { siteTitle: 'Times', keepTrashDays: 5 } }))
    const published = { status: 'published' }
    ids.hello = await create('posts', { slug: 'hello', ...published })
    ids.hallo = await create('posts', { slug: 'hallo', locale: 'de', translationOf: ids.hello, ...published })
    ids.bonjour = await create('posts', { slug: 'bonjour', locale: 'fr', translationOf: ids.hello })
    ids.alone = await create('posts', { slug: 'alone', ...published })
    ids.draft = await create('posts', { slug: 'draft' })
    ids.trashed = await create('posts', { slug: 'trashed', ...published })
    dataOf(await service.ask('DELETE', `/content/posts/${ids.trashed}`))
    const change = { slug: 'alone-draft', data: { title: 'Later' } }
    dataOf(await service.ask('PUT', `/content/posts/${ids.alone}`, { body: change }))
    ids.page = await create('pages', {
      slug: 'page',
      data: { day: '2024-05-06T00:00:00.000Z' },
      ...published,
    })
    for (const slug of ['dateless', 'dateless-too']) await create('pages', { slug, ...published })
    ids.part = await create('parts', { slug: 'part', ...published })
    const operation = operations.tokens.createForSite
    const made = await invoke(service.services, {
      operation,
      caller: serviceCaller('cli'),
      input: { name: 'web' },
    })
    siteToken = (made as { token: string }).token
  })
  afterAll(() => service.close())

  it('is public settings, locales, collections, taxonomies and menus', async () => {
    const { item } = await get('/site')
    expect(item).toMatchObject({
      settings: { siteTitle: 'Times' },
      locales: ['en', 'de', 'fr'],
      defaultLocale: 'en',
      taxonomies: [
        { name: 'kinds', label: 'Kinds', collections: ['parts'] },
        { name: 'topics', label: 'Topics', collections: ['posts'] },
      ],
      menus: [{ name: 'main', label: 'Main' }],
    })
    expect(item.settings).toEqual({ siteTitle: 'Times' })
    expect(item.collections).toEqual([
      expect.objectContaining({ slug: 'pages', urlPattern: '/{locale}/{day:yyyy}/{slug}', taxonomies: [] }),
      expect.objectContaining({ slug: 'parts', taxonomies: ['kinds'] }),
      expect.objectContaining({
        slug: 'posts',
        label: 'posts',
        supports: ['drafts', 'revisions', 'scheduling'],
        taxonomies: ['topics'],
      }),
    ])
    const { token } = await service.person(10, ['content:read'])
    expect((await get('/site', token)).item).toEqual(item)
  })

  it('has only what a limited token sees', async () => {
    const limits = { collections: ['parts'], locales: ['de'] }
    const { token } = await service.person(50, ['content:read'], 'latest', limits)
    const { item } = await get('/site', token)
    expect(item).toMatchObject({ locales: ['de'], defaultLocale: 'de' })
    expect(item.collections.map(({ slug }: { slug: string }) => slug)).toEqual(['parts'])
    expect(JSON.stringify(item)).not.toMatch(/posts|pages|topics/)
  })

  it.each(['/site', '/site-map'])('needs the right to read content: %s', async (path) => {
    const { token } = await service.person(50, ['media:read'])
    expectFailure(await service.ask('GET', path, { token }), '403 FORBIDDEN', 'content:read')
    expect(outcome(await service.ask('GET', path, { token: null }))).toBe('401 UNAUTHORIZED')
  })

  it.each([1, 2, 3, 4, 1000])('has each live item with an address once, %i a page', async (limit) => {
    const entries = await wholeMap(limit)
    const group = [
      { locale: 'de', url: '/de/blog/hallo' },
      { locale: 'en', url: '/en/blog/hello' },
    ]
    expect(entries.toSorted((one, other) => (one.url < other.url ? -1 : 1))).toEqual([
      expect.objectContaining({ id: ids.hallo, url: '/de/blog/hallo', locale: 'de', alternates: group }),
      expect.objectContaining({ id: ids.page, url: '/en/2024/page', collection: 'pages', alternates: [] }),
      expect.objectContaining({ id: ids.alone, url: '/en/blog/alone', alternates: [] }),
      expect.objectContaining({ id: ids.hello, url: '/en/blog/hello', locale: 'en', alternates: group }),
    ])
  })

  it('shows nobody what is not live', async () => {
    const own = (await wholeMap(1000, service.token)).find(({ id }) => id === ids.alone)
    expect(own).toMatchObject({ url: '/en/blog/alone' })
    const live = (await get(`/content/posts/${ids.alone}?view=live`)).item
    expect(own).toMatchObject({ updatedAt: live.updatedAt, publishedAt: live.publishedAt })
    expect(await wholeMap(1000, service.token)).toEqual(await wholeMap(1000))
  })

  it.each([1, 1000])('has the translations that a limited token sees, %i a page', async (limit) => {
    const within = { collections: ['posts'], locales: ['de', 'fr'] }
    const { token } = await service.person(10, ['content:read'], 'live', within)
    expect(await wholeMap(limit, token)).toEqual([
      expect.objectContaining({ url: '/de/blog/hallo', alternates: [] }),
    ])
  })

  it.each([
    ['limit=0', 'limit'],
    ['limit=1001', 'limit'],
    ['cursor=zz', 'cursor'],
    ['view=latest', 'view'],
  ])('refuses %s', async (query, place) => {
    expectFailure(
      await service.ask('GET', `/site-map?${query}`, { token: siteToken }),
      '400 VALIDATION_ERROR',
      place,
    )
  })

  it('refuses the cursor of another list', async () => {
    const page = dataOf(await service.ask('GET', '/content/posts?limit=1&locale=*'))
    expectFailure(
      await service.ask('GET', `/site-map?cursor=${page.nextCursor}`),
      '400 VALIDATION_ERROR',
      'cursor',
    )
  })
})

describe.each(engines)('lists without a locale on %s', (engine) => {
  let service: TestService
  let live: string

  const slugs = async (query: string, token = live) =>
    dataOf(await service.ask('GET', `/content/posts?orderBy=slug&order=asc&${query}`, { token })).items.map(
      ({ slug }: { slug: string }) => slug,
    )
  const idOf = async (slug: string) => dataOf(await service.ask('GET', `/content/posts/${slug}`)).item.id

  beforeAll(async () => {
    service = await startService(engine, { env: { OCTAVO_LOCALES: 'en,de' } })
    await makeCollection(service, 'posts', {
      supports: ['drafts'],
      fields: [{ slug: 'rank', type: 'integer' }],
    })
    for (const [slug, locale] of [
      ['a', 'en'],
      ['b', 'de'],
      ['c', 'en'],
      ['d', 'de'],
    ])
      dataOf(
        await service.ask('POST', '/content/posts', {
          body: { slug, locale, status: 'published', data: { rank: 1 } },
        }),
        201,
      )
    ;({ token: live } = await service.person(50, ['content:read'], 'live'))
  })
  afterAll(() => service.close())

  it('are in the default locale for sites', async () => {
    expect(await slugs('')).toEqual(['a', 'c'])
    expect(await slugs('where[rank]=1')).toEqual(['a', 'c'])
    expect(await slugs('locale=de')).toEqual(['b', 'd'])
    expect(await slugs('locale=*')).toEqual(['a', 'b', 'c', 'd'])
    const counted = await service.ask('GET', '/content/posts?count=true', { token: live })
    expect(dataOf(counted).total).toBe(2)
  })

  it('have all locales where ids or a filter choose', async () => {
    expect(await slugs(`ids=${await idOf('d')},${await idOf('a')}`)).toEqual(['d', 'a'])
    expect(await slugs('where[locale][in]=en,de')).toEqual(['a', 'b', 'c', 'd'])
    expect(await slugs('where[locale][ne]=en')).toEqual(['b', 'd'])
    const nested = JSON.stringify({ or: [{ rank: 5 }, { and: [{ rank: 1 }, { locale: 'de' }] }] })
    expect(await slugs(`where=${encodeURIComponent(nested)}`)).toEqual(['b', 'd'])
    expect(await slugs(`ids=${await idOf('d')}&locale=en`)).toEqual([])
  })

  it('have all locales for people, and for tokens that read drafts', async () => {
    expect(await slugs('', service.token)).toEqual(['a', 'b', 'c', 'd'])
    expect(await slugs('view=live', service.token)).toEqual(['a', 'b', 'c', 'd'])
    expect(await slugs('locale=*', service.token)).toEqual(['a', 'b', 'c', 'd'])
    const { token } = await service.person(10, ['content:read'])
    expect(await slugs('', token)).toEqual(['a', 'b', 'c', 'd'])
  })

  it('are in the first locale that a limited token sees', async () => {
    const { token } = await service.person(10, ['content:read'], 'live', { locales: ['de'] })
    expect(await slugs('', token)).toEqual(['b', 'd'])
    expect(await slugs('locale=*', token)).toEqual(['b', 'd'])
  })

  it.each(['**', '', 'xx'])('there is no locale %j', async (locale) => {
    const answer = await service.ask('GET', `/content/posts?locale=${locale}`, { token: live })
    expectFailure(answer, '400 VALIDATION_ERROR', 'locale')
  })
})
