import { publishAllDue } from '@octavo/server/maintenance/jobs/scheduler'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { dataOf, expectFailure, outcome } from '../setup/answers.ts'
import { makeCollection, inAnHour, hour } from '../setup/content.ts'
import { engines, startService, type TestService } from '../setup/service.ts'

const supports = ['drafts', 'revisions', 'scheduling']

describe.each(engines)('redirects on %s', (engine) => {
  let service: TestService
  let count = 0
  let name = ''

  const ask = (method: string, path: string, body?: object) =>
    service.ask(method, path, body === undefined ? {} : { body })
  const create = async (slug: string, more: object = {}): Promise<string> => {
    const body = { data: { title: slug }, slug, status: 'published', ...more }
    return dataOf(await ask('POST', '/content/posts', body), 201).item.id
  }
  const change = async (id: string, body: object) => dataOf(await ask('PUT', `/content/posts/${id}`, body))
  const step = async (id: string, verb: string, body: object = {}) =>
    dataOf(await ask('POST', `/content/posts/${id}/${verb}`, body))
  const rename = (id: string, slug: string) => change(id, { slug, status: 'published' })
  const resolve = async (path: string): Promise<string | null> => {
    const answer = await ask('GET', `/redirects/resolve?path=${encodeURIComponent(path)}`)
    if (answer.status === 404) return null
    const { item } = dataOf(answer)
    expect(Object.keys(item)).toEqual(['from', 'to', 'status'])
    return item.to
  }
  const add = (from: string, to: string, more: object = {}) =>
    ask('POST', '/redirects', { from, to, ...more })

  beforeAll(async () => {
    service = await startService(engine, { env: { OCTAVO_LOCALES: 'en,de' } })
    await makeCollection(service, 'posts', {
      supports,
      fields: [
        { slug: 'title', type: 'string' },
        { slug: 'day', type: 'datetime', translatable: false },
      ],
    })
  })
  beforeEach(async () => {
    name = `n${++count}`
    dataOf(await ask('PATCH', '/schema/collections/posts', { urlPattern: '/blog/{slug}' }))
    dataOf(await ask('POST', '/settings', { siteUrl: null }))
  })
  afterAll(() => service.close())

  describe('of items', () => {
    it('are left when a slug changes at publishing, and lead to the present address', async () => {
      const id = await create(`${name}-a`)
      await change(id, { slug: `${name}-b` })
      expect(await resolve(`/blog/${name}-a`)).toBeNull()
      await step(id, 'publish')
      expect(await resolve(`/blog/${name}-a`)).toBe(`/blog/${name}-b`)
      expect(await resolve(`/blog/${name}-a/`)).toBe(`/blog/${name}-b`)
      await rename(id, `${name}-c`)
      expect(await resolve(`/blog/${name}-a`)).toBe(`/blog/${name}-c`)
      expect(await resolve(`/blog/${name}-b`)).toBe(`/blog/${name}-c`)
      dataOf(await ask('POST', '/settings', { siteUrl: 'https://example.com' }))
      expect(await resolve(`/blog/${name}-a`)).toBe(`https://example.com/blog/${name}-c`)
    })

    it('go when an item takes the address again', async () => {
      const id = await create(`${name}-a`)
      await rename(id, `${name}-b`)
      await rename(id, `${name}-a`)
      expect(await resolve(`/blog/${name}-a`)).toBeNull()
      expect(await resolve(`/blog/${name}-b`)).toBe(`/blog/${name}-a`)
      await rename(id, `${name}-c`)
      await create(`${name}-a`)
      expect(await resolve(`/blog/${name}-a`)).toBeNull()
      expect(await resolve(`/blog/${name}-b`)).toBe(`/blog/${name}-c`)
    })

    it('wait while the item is off the site, and go with it', async () => {
      const id = await create(`${name}-a`)
      await rename(id, `${name}-b`)
      await step(id, 'unpublish')
      expect(await resolve(`/blog/${name}-a`)).toBeNull()
      await change(id, { slug: `${name}-never` })
      await change(id, { slug: `${name}-c` })
      await step(id, 'publish')
      for (const old of ['a', 'b']) expect(await resolve(`/blog/${name}-${old}`)).toBe(`/blog/${name}-c`)
      expect(await resolve(`/blog/${name}-never`)).toBeNull()
      dataOf(await ask('DELETE', `/content/posts/${id}`))
      expect(await resolve(`/blog/${name}-a`)).toBeNull()
      await step(id, 'restore')
      expect(await resolve(`/blog/${name}-a`)).toBe(`/blog/${name}-c`)
      dataOf(await ask('DELETE', `/content/posts/${id}`))
      dataOf(await ask('DELETE', `/content/posts/${id}/permanent`))
      const { items } = dataOf(await ask('GET', '/redirects?limit=100'))
      expect(items.filter((one: { itemId: string }) => one.itemId === id)).toEqual([])
    })

    it('are left by scheduled publishing', async () => {
      const id = await create(`${name}-a`)
      await change(id, { slug: `${name}-b` })
      await step(id, 'schedule', { scheduledAt: inAnHour(service) })
      service.clock.forward(hour + 1000)
      await publishAllDue(service.services)
      expect(await resolve(`/blog/${name}-a`)).toBe(`/blog/${name}-b`)
    })

    it('are left when another part of the address changes, of translations too', async () => {
      dataOf(await ask('PATCH', '/schema/collections/posts', { urlPattern: '/{locale}/{day:yyyy}/{slug}' }))
      const id = await create(`${name}-a`, { data: { day: '2026-01-01T00:00:00Z' } })
      await create(`${name}-a`, { locale: 'de', translationOf: id, data: {} })
      await change(id, { data: { day: '2027-01-01T00:00:00Z' }, status: 'published' })
      expect(await resolve(`/en/2026/${name}-a`)).toBe(`/en/2027/${name}-a`)
      expect(await resolve(`/de/2026/${name}-a`)).toBe(`/de/2027/${name}-a`)
      await change(id, { data: { title: 'Other' }, status: 'published' })
      expect(await resolve(`/en/2027/${name}-a`)).toBeNull()
    })

    it('are not left where the publication fails', async () => {
      const id = await create(`${name}-a`)
      const other = await create(`${name}-b`)
      const taken = { slug: `${name}-b`, status: 'published' }
      expectFailure(await ask('PUT', `/content/posts/${id}`, taken), '409 DUPLICATE_SLUG')
      expect(await resolve(`/blog/${name}-a`)).toBeNull()
      const { items } = dataOf(await ask('GET', '/redirects?limit=100'))
      expect(items.filter((one: { itemId: string }) => [id, other].includes(one.itemId))).toEqual([])
    })

    it('never hide another item with the same address', async () => {
      const id = await create(`${name}-a`)
      const german = await create(`${name}-a`, { locale: 'de' })
      await rename(id, `${name}-b`)
      expect(await resolve(`/blog/${name}-a`)).toBeNull()
      await rename(german, `${name}-c`)
      expect(await resolve(`/blog/${name}-a`)).toBe(`/blog/${name}-c`)
      dataOf(await ask('PATCH', '/schema/collections/posts', { urlPattern: '/news/{slug}' }))
      expect(await resolve(`/blog/${name}-a`)).toBe(`/news/${name}-c`)
    })

    it('go with their collection', async () => {
      await makeCollection(service, name, { supports: [] })
      dataOf(await ask('PATCH', `/schema/collections/${name}`, { urlPattern: `/${name}/{slug}` }))
      const made = await ask('POST', `/content/${name}`, { data: {}, slug: 'a', status: 'published' })
      const { id } = dataOf(made, 201).item
      dataOf(await ask('PUT', `/content/${name}/${id}`, { slug: 'b' }))
      expect(await resolve(`/${name}/a`)).toBe(`/${name}/b`)
      dataOf(await ask('DELETE', `/schema/collections/${name}?force=true`))
      const { items } = dataOf(await ask('GET', '/redirects?limit=100'))
      expect(items.filter((one: { from: string }) => one.from.startsWith(`/${name}/`))).toEqual([])
    })
  })

  it.each([
    ['an editor', 40, ['content:write', 'content:read'], '200', '201', '200'],
    ['an editor who may only read', 40, ['content:read'], '200', '403 FORBIDDEN', '403 FORBIDDEN'],
    ['an author', 30, ['content:write', 'content:read'], '200', '403 FORBIDDEN', '403 FORBIDDEN'],
    ['a subscriber', 10, ['content:read'], '200', '403 FORBIDDEN', '403 FORBIDDEN'],
    ['who may read media alone', 40, ['media:read'], '403 FORBIDDEN', '403 FORBIDDEN', '403 FORBIDDEN'],
  ] as const)('%s', async (_, role, scopes, resolves, creates, lists) => {
    dataOf(await add(`/old-${name}`, '/new'), 201)
    const { token } = await service.person(role, [...scopes])
    const as = (method: string, path: string, body?: object) =>
      service.ask(method, path, { token, ...(body !== undefined && { body }) })
    const path = `/redirects?from=/old-${name}`
    expect(outcome(await as('GET', `/redirects/resolve?path=/old-${name}`))).toContain(resolves)
    expect(outcome(await as('POST', '/redirects', { from: `/a-${name}`, to: '/b' }))).toContain(creates)
    expect(outcome(await as('GET', '/redirects'))).toContain(lists)
    expect(outcome(await as('DELETE', path))).toContain(lists)
  })

  describe('that people create', () => {
    it('follow an item, collapse chains, and are listed and deleted', async () => {
      const id = await create(`${name}-a`)
      const made = dataOf(await add(`/old-${name}`, `/blog/${name}-a`), 201).item
      expect(made).toEqual({
        id: expect.any(String),
        from: `/old-${name}`,
        to: `/blog/${name}-a`,
        status: 301,
        collection: 'posts',
        itemId: id,
        createdAt: service.clock.now.toISOString(),
      })
      dataOf(await add(`/older-${name}`, `/old-${name}`, { status: 302 }), 201)
      await rename(id, `${name}-b`)
      expect(await resolve(`/older-${name}`)).toBe(`/blog/${name}-b`)
      dataOf(await add(`/x-${name}`, `/y-${name}`), 201)
      dataOf(await add(`/y-${name}`, `/z-${name}`), 201)
      expect(await resolve(`/x-${name}`)).toBe(`/z-${name}`)
      dataOf(await add(`/z-${name}`, 'https://example.org/?z#top'), 201)
      for (const from of ['x', 'y', 'z'])
        expect(await resolve(`/${from}-${name}`)).toBe('https://example.org/?z#top')
      const all: string[] = []
      for (let cursor = ''; ;) {
        const page = dataOf(await ask('GET', `/redirects?limit=2${cursor}`))
        all.push(...page.items.map(({ from }: { from: string }) => from))
        if (page.nextCursor === undefined) break
        cursor = `&cursor=${page.nextCursor}`
      }
      expect(all).toEqual(all.toSorted())
      for (const from of ['old', 'older', 'x', 'y', 'z']) expect(all).toContain(`/${from}-${name}`)
      dataOf(await ask('DELETE', `/redirects?from=/old-${name}`))
      expect(await resolve(`/old-${name}`)).toBeNull()
      expectFailure(await ask('DELETE', `/redirects?from=/old-${name}`), '404 NOT_FOUND')
    })

    it('lead on to an item that comes to the path and leaves it', async () => {
      dataOf(await add(`/old-${name}`, `/blog/${name}-a`), 201)
      const id = await create(`${name}-a`)
      expect(await resolve(`/old-${name}`)).toBe(`/blog/${name}-a`)
      await rename(id, `${name}-b`)
      expect(await resolve(`/old-${name}`)).toBe(`/blog/${name}-b`)
    })

    it('to an address of the site are redirects to the path', async () => {
      dataOf(await ask('POST', '/settings', { siteUrl: 'https://example.com' }))
      const id = await create(`${name}-a`)
      const made = dataOf(await add(`/old-${name}`, `https://example.com/blog/${name}-a`), 201).item
      expect(made.itemId).toBe(id)
    })

    it('are compared decoded, with and without a slash at the end', async () => {
      dataOf(await add(`/${name}/gr%c3%b6%C3%9Fe/`, '/new größe'), 201)
      expect(await resolve(`/${name}/größe`)).toBe('/new%20gr%C3%B6%C3%9Fe')
      expect(await resolve(`/${name}/gr%C3%B6%C3%9Fe/`)).toBe('/new%20gr%C3%B6%C3%9Fe')
    })

    it.each([
      ['/@ada;v=1,2/a+b&c=$d:e', '/@ada;v=1,2/a+b&c=$d:e'],
      ['/what%3F%23', '/what%3F%23'],
      ["/100%25 (it's)!*~", "/100%25%20(it's)!*~"],
    ])('lead to %j as %j', async (to, shown) => {
      expect(dataOf(await add(`/to-${name}`, to), 201).item.to).toBe(shown)
    })

    it.each([
      ['old', '/new', 'from: must be a path'],
      ['//old', '/new', 'from: must be a path'],
      ['https://example.com/old', '/new', 'from: must be a path'],
      ['/old?x=1', '/new', 'from: must be a path'],
      ['/old#x', '/new', 'from: must be a path'],
      ['/100%', '/new', 'from: must be a path'],
      ['/a%2Fb', '/new', 'from: must be a path'],
      ['/a%00b', '/new', 'from: must be a path'],
      ['/a\\b', '/new', 'from: must be a path'],
      [`/${'a'.repeat(500)}`, '/new', 'at most 500 characters'],
      ['/old', '', 'to: must be an http'],
      ['/old', 'new', 'to: must be an http'],
      ['/old', '//example.com', 'to: must be an http'],
      ['/old', '/new?x=1', 'to: must be an http'],
      ['/old', 'javascript:alert(1)', 'to: must be an http'],
      ['/old', 'mailto:a@example.com', 'to: must be an http'],
      ['/old', '/old', 'leads back to /old'],
      ['/old', '/old/', 'leads back to /old'],
    ])('from %j to %j: %s', async (from, to, fault) => {
      expectFailure(await add(from, to), '400 VALIDATION_ERROR', fault)
    })

    it('cannot be loops, nor hide an item, nor be there twice, nor have another status', async () => {
      dataOf(await add(`/a-${name}`, `/b-${name}`), 201)
      dataOf(await add(`/b-${name}`, `/c-${name}`), 201)
      expectFailure(await add(`/c-${name}`, `/a-${name}`), '400 VALIDATION_ERROR', 'leads back')
      expectFailure(await add(`/a-${name}`, `/d-${name}`), '409 CONFLICT', 'already')
      await create(`${name}-x`)
      expectFailure(await add(`/blog/${name}-x`, '/y'), '400 VALIDATION_ERROR', 'published item')
      expectFailure(await add(`/e-${name}`, '/y', { status: 303 }), '400 VALIDATION_ERROR', 'status')
      expectFailure(await add(`/e-${name}`, '/y', { more: 1 }), '400 VALIDATION_ERROR', 'more')
      expectFailure(await ask('GET', '/redirects/resolve'), '400 VALIDATION_ERROR', 'path')
    })

    it('that were created while an item left their path are followed', async () => {
      const id = await create(`${name}-a`)
      await rename(id, `${name}-b`)
      dataOf(await add(`/old-${name}`, `/elsewhere-${name}`), 201)
      await service.services.database.transaction('write', (tx) =>
        tx.run('UPDATE redirects SET to_path = ? WHERE from_path = ?', [`/blog/${name}-a`, `/old-${name}`]),
      )
      expect(await resolve(`/old-${name}`)).toBe(`/blog/${name}-b`)
    })

    it('that are created at once cannot be a loop', async () => {
      const answers = await Promise.all([
        add(`/a-${name}`, `/b-${name}`),
        add(`/b-${name}`, `/c-${name}`),
        add(`/c-${name}`, `/a-${name}`),
      ])
      expect(answers.map(({ status }) => status).toSorted()).toEqual([201, 201, 400])
    })
  })
})
