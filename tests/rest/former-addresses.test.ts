import { limits } from '@octavo/contract/limits'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { dataOf, expectFailure } from '../setup/answers.ts'
import { makeCollection } from '../setup/content.ts'
import { resultOf } from '../setup/mcp.ts'
import { engines, startService, type TestService } from '../setup/service.ts'
import { make } from '../setup/site.ts'

describe.each(engines)('addresses by former patterns on %s', (engine) => {
  let service: TestService
  let count = 0
  let name = ''

  const ask = (method: string, path: string, body?: object, token = service.token) =>
    service.ask(method, path, { token, ...(body !== undefined && { body }) })
  const setPattern = async (urlPattern: string | null, collection = 'posts') =>
    dataOf(await ask('PATCH', `/schema/collections/${collection}`, { urlPattern }))
  const setSite = async (siteUrl: string | null) => dataOf(await ask('POST', '/settings', { siteUrl }))
  const create = async (slug: string, more: object = {}): Promise<string> =>
    dataOf(await ask('POST', '/content/posts', { data: {}, slug, status: 'published', ...more }), 201).item.id
  const rename = async (id: string, slug: string) =>
    dataOf(await ask('PUT', `/content/posts/${id}`, { slug, status: 'published' }))
  const resolve = async (path: string, token = service.token): Promise<string | null> => {
    const answer = await ask('GET', `/redirects/resolve?path=${encodeURIComponent(path)}`, undefined, token)
    return answer.status === 404 ? null : dataOf(answer).item.to
  }
  const add = (from: string, to: string) => ask('POST', '/redirects', { from, to })

  beforeAll(async () => {
    service = await startService(engine, { env: { OCTAVO_LOCALES: 'en,de' } })
    await makeCollection(service, 'posts', {
      supports: ['drafts', 'revisions'],
      fields: [{ slug: 'day', type: 'datetime' }],
    })
  })
  beforeEach(async () => {
    name = `n${++count}`
    await setPattern(`/${name}/{slug}`)
    await setSite(null)
  })
  afterAll(() => service.close())

  it('lead to the items when the pattern changes, without a redirect for each', async () => {
    await setPattern(`/${name}/{locale}/{day:yyyy}/{slug}`)
    const data = { day: '2024-02-03T00:00:00.000Z' }
    const id = await create(`${name}-a`, { data })
    await create(`${name}-a`, { data, locale: 'de', translationOf: id })
    await create(`${name}-b`, { data, status: 'draft' })
    await setPattern(`/${name}-new/{locale}/{slug}`)
    expect(await resolve(`/${name}/en/2024/${name}-a`)).toBe(`/${name}-new/en/${name}-a`)
    expect(await resolve(`/${name}/de/2024/${name}-a/`)).toBe(`/${name}-new/de/${name}-a`)
    for (const path of [`en/2023/${name}-a`, `fr/2024/${name}-a`, `en/2024/${name}-b`, `en/2024/${name}-c`])
      expect(await resolve(`/${name}/${path}`)).toBeNull()
    const { items } = dataOf(await ask('GET', '/redirects?limit=100'))
    expect(items.filter((one: { itemId: string }) => one.itemId === id)).toEqual([])
    await setPattern(`/${name}-newer/{slug}.html`)
    await setSite('https://example.com')
    expect(await resolve(`/${name}/en/2024/${name}-a`)).toBe(
      `https://example.com/${name}-newer/${name}-a.html`,
    )
    expect(await resolve(`/${name}-new/en/${name}-a`)).toBe(
      `https://example.com/${name}-newer/${name}-a.html`,
    )
  })

  it('lead to an item whose slug or date changes later', async () => {
    await setPattern(`/${name}/{day:yyyy}/{slug}`)
    const id = await create(`${name}-a`, { data: { day: '2024-02-03T00:00:00.000Z' } })
    await setPattern(`/${name}-new/{slug}`)
    const data = { day: '2025-02-03T00:00:00.000Z' }
    dataOf(await ask('PUT', `/content/posts/${id}`, { data, status: 'published' }))
    expect(await resolve(`/${name}/2024/${name}-a`)).toBe(`/${name}-new/${name}-a`)
    expect(await resolve(`/${name}-new/${name}-a`)).toBeNull()
    await rename(id, `${name}-b`)
    for (const path of [`${name}/2024/${name}-a`, `${name}/2025/${name}-a`, `${name}-new/${name}-a`])
      expect(await resolve(`/${path}`)).toBe(`/${name}-new/${name}-b`)
    expect(await resolve(`/${name}/2025/${name}-b`)).toBe(`/${name}-new/${name}-b`)
  })

  it('wait while the item is off the site', async () => {
    const id = await create(`${name}-a`)
    await setPattern(`/${name}-new/{slug}`)
    dataOf(await ask('POST', `/content/posts/${id}/unpublish`, {}))
    expect(await resolve(`/${name}/${name}-a`)).toBeNull()
    dataOf(await ask('POST', `/content/posts/${id}/publish`, {}))
    expect(await resolve(`/${name}/${name}-a`)).toBe(`/${name}-new/${name}-a`)
    await setPattern(null)
    expect(await resolve(`/${name}/${name}-a`)).toBeNull()
    await setPattern(`/${name}/{slug}`)
    expect(await resolve(`/${name}/${name}-a`)).toBeNull()
    expect(await resolve(`/${name}-new/${name}-a`)).toBe(`/${name}/${name}-a`)
  })

  it('are no way to what a limited token does not see', async () => {
    await create(`${name}-a`, { locale: 'de' })
    await setPattern(`/${name}-new/{slug}`)
    const { token } = await service.person(10, ['content:read'], 'live', { locales: ['en'] })
    expect(await resolve(`/${name}/${name}-a`)).toBe(`/${name}-new/${name}-a`)
    expect(await resolve(`/${name}/${name}-a`, token)).toBeNull()
  })

  it('give way to redirects by hand, which follow them', async () => {
    const id = await create(`${name}-a`)
    await create(`${name}-b`)
    await setPattern(`/${name}-new/{slug}`)
    dataOf(await add(`/${name}/${name}-a`, '/elsewhere'), 201)
    expect(await resolve(`/${name}/${name}-a`)).toBe('/elsewhere')
    await rename(id, `${name}-c`)
    expect(await resolve(`/${name}/${name}-a`)).toBe('/elsewhere')
    const { item } = dataOf(await add(`/${name}-short`, `/${name}/${name}-b`), 201)
    expect(item).toMatchObject({ to: `/${name}-new/${name}-b`, itemId: expect.any(String) })
  })

  it('end chains: a redirect never leads to a former address', async () => {
    dataOf(await add(`/${name}-short`, `/${name}/${name}-later`), 201)
    const id = await create(`${name}-later`)
    await setPattern(`/${name}-new/{slug}`)
    expect(await resolve(`/${name}-short`)).toBe(`/${name}-new/${name}-later`)
    await rename(id, `${name}-even-later`)
    expect(await resolve(`/${name}-short`)).toBe(`/${name}-new/${name}-even-later`)
  })

  it('are forgotten behind the last ten', async () => {
    await create(`${name}-a`)
    for (let number = 0; number <= limits.formerPatterns; number++)
      await setPattern(`/${name}-${number}/{slug}`)
    const last = `/${name}-${limits.formerPatterns}/${name}-a`
    expect(await resolve(`/${name}/${name}-a`)).toBeNull()
    expect(await resolve(`/${name}-0/${name}-a`)).toBe(last)
    expect(await resolve(last)).toBeNull()
  })

  it('end with a field that they name', async () => {
    await make(service, '/schema/collections/posts/fields', { slug: 'gone', label: 'Gone', type: 'datetime' })
    await setPattern(`/${name}/{gone:yyyy}/{slug}`)
    const id = await create(`${name}-a`, { data: { gone: '2024-02-03T00:00:00.000Z' } })
    await setPattern(`/${name}-new/{slug}`)
    expect(await resolve(`/${name}/2024/${name}-a`)).toBe(`/${name}-new/${name}-a`)
    dataOf(await ask('DELETE', '/schema/collections/posts/fields/gone'))
    expect(await resolve(`/${name}/2024/${name}-a`)).toBeNull()
    await rename(id, `${name}-b`)
  })

  it('are not in menus, whose items have the present address', async () => {
    const referenceId = await create(`${name}-a`)
    await make(service, '/menus', { name, label: name })
    const pointer = { type: 'post', label: 'One', referenceCollection: 'posts', referenceId }
    await make(service, `/menus/${name}/items`, pointer)
    for (const pattern of [`/${name}-new/{slug}`, `/${name}/{locale}/{slug}`]) {
      await setPattern(pattern)
      const { item } = dataOf(await ask('GET', `/menus/${name}`))
      const address = pattern.replace('{locale}', 'en').replace('{slug}', `${name}-a`)
      expect(item.items[0].url).toBe(address)
    }
  })

  describe('and redirects to addresses', () => {
    it('are refused where two lead back to each other, whatever the address of the site is', async () => {
      dataOf(await add(`/${name}-a`, `https://own.example.com/${name}-b`), 201)
      const loop = await add(`/${name}-b`, `https://own.example.com/${name}-a`)
      expectFailure(loop, '400 VALIDATION_ERROR', 'to', 'leads back')
      expectFailure(await add(`/${name}-b`, `/${name}-a`), '400 VALIDATION_ERROR', 'to', 'leads back')
      dataOf(await add(`/${name}-b`, `https://own.example.com/${name}-c`), 201)
      expectFailure(
        await add(`/${name}-c`, `https://own.example.com/${name}-a/`),
        '400 VALIDATION_ERROR',
        'to',
      )
      dataOf(await add(`/${name}-c`, `https://other.example.com/${name}-a`), 201)
    })

    it('may lead to the same path elsewhere', async () => {
      dataOf(await add(`/${name}`, `https://shop.example.com/${name}`), 201)
      expect(await resolve(`/${name}`)).toBe(`https://shop.example.com/${name}`)
    })

    it('are followed as paths once the setting names the site, and lead nowhere in a loop', async () => {
      dataOf(await add(`/${name}-a`, `https://own.example.com/${name}-b`), 201)
      dataOf(await add(`/${name}-b`, '/there'), 201)
      dataOf(await add(`/${name}-self`, `https://own.example.com/${name}-self`), 201)
      await setSite('https://own.example.com')
      expect(await resolve(`/${name}-a`)).toBe('/there')
      expect(await resolve(`/${name}-self`)).toBeNull()
    })
  })

  it('are limited for each item', { timeout: 180_000 }, async () => {
    const id = await create(`${name}-0`)
    const { database } = service.services
    await database.transaction('write', async (tx) => {
      const numbers = `WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ${limits.redirects.ofItem})`
      await tx.run(
        `${numbers} INSERT INTO redirects (id, from_path, collection_id, item_id, status, created_at, by_hand) SELECT '${id}-' || n.i, '/${name}-old-' || n.i, (SELECT id FROM collections WHERE slug = 'posts'), '${id}', 301, '2001-01-01T00:00:00.' || CAST(100 + n.i AS TEXT) || 'Z', 0 FROM n`,
        [],
      )
    })
    for (const number of [1, 2]) await rename(id, `${name}-${number}`)
    const rows = await database.reader.rows('SELECT id FROM redirects WHERE item_id = ?', [id])
    expect(rows).toHaveLength(limits.redirects.ofItem)
    expect(await resolve(`/${name}-old-1`)).toBeNull()
    expect(await resolve(`/${name}-old-100`)).toBe(`/${name}/${name}-2`)
    expect(await resolve(`/${name}/${name}-0`)).toBe(`/${name}/${name}-2`)
  })

  it('are limited by hand', { timeout: 180_000 }, async () => {
    const { database } = service.services
    const most = limits.redirects.byHand
    await database.transaction('write', async (tx) => {
      await tx.run(`UPDATE counters SET value = ${most} WHERE name = 'redirects'`, [])
    })
    // The counter has those that were deleted too.
    dataOf(await add(`/${name}-one`, '/there'), 201)
    await database.transaction('write', async (tx) => {
      const numbers = `WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ${most})`
      await tx.run(
        `${numbers} INSERT INTO redirects (id, from_path, to_path, status, created_at, by_hand) SELECT 'r' || n.i, '/many-' || n.i, '/there', 301, '2001-01-01T00:00:00.000Z', 1 FROM n`,
        [],
      )
      await tx.run(`UPDATE counters SET value = ${most} WHERE name = 'redirects'`, [])
    })
    expectFailure(await add(`/${name}-two`, '/there'), '409 CONFLICT', 'the most there can be')
    await database.transaction('write', async (tx) => {
      await tx.run(`DELETE FROM redirects WHERE id LIKE 'r%'`, [])
    })
    dataOf(await add(`/${name}-two`, '/there'), 201)
  })

  it('begin with the pattern that a collection is made with over MCP', async () => {
    const input = { slug: name, label: name, urlPattern: `/${name}/{slug}` }
    const made = await resultOf(service, 'schema_create_collection', input)
    expect(made).toMatchObject({ item: { urlPattern: `/${name}/{slug}` } })
  })
})
