import { limits } from '@octavo/contract/limits'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { dataOf, expectFailure, issuePaths } from '../setup/answers.ts'
import { makeCollection, makeItem } from '../setup/content.ts'
import { makeSearchable, publishItem, titles } from '../setup/search.ts'
import { type Answer, engines, startService, type TestService } from '../setup/service.ts'
import { make } from '../setup/site.ts'

interface Row {
  /** the method and the path below the API */
  call: `${'GET' | 'POST' | 'PUT' | 'DELETE'} /${string}`
  status?: 201
  body?: Record<string, unknown>
  /** a body that is refused, and where it says so */
  bad?: [body: Record<string, unknown>, path: string]
  /** the least role */
  least: 10 | 40 | 50
}

const block = { _type: 'block', children: [{ _type: 'span', text: 'Hello' }] }

/** In this order on one site: each finds what those before have made. */
const rows: readonly Row[] = [
  { call: 'GET /settings', least: 40 },
  {
    call: 'POST /settings',
    least: 50,
    body: { siteTitle: 'T', postsPerPage: 5 },
    bad: [{ postsPerPage: 0 }, 'postsPerPage'],
  },
  {
    call: 'POST /settings',
    least: 50,
    body: { timeZone: 'America/New_York' },
    bad: [{ timeZone: 'Mars/Olympus' }, 'timeZone'],
  },
  {
    call: 'POST /sections',
    status: 201,
    least: 40,
    body: { slug: 's', title: 'S', keywords: ['k'], content: [block] },
    bad: [{ title: 'S', content: [{ style: 'h1' }] }, 'content.0._type'],
  },
  { call: 'GET /sections?source=user&search=K', least: 10 },
  { call: 'GET /sections/s', least: 10 },
  {
    call: 'PUT /sections/s',
    least: 40,
    body: { title: 'S2', slug: 's2' },
    bad: [{ slug: 'No Slug' }, 'slug'],
  },
  { call: 'DELETE /sections/s2', least: 40 },
  {
    call: 'POST /menus',
    status: 201,
    least: 40,
    body: { name: 'main', label: 'Main' },
    bad: [{ name: 'Main Menu', label: 'Main' }, 'name'],
  },
  { call: 'GET /menus', least: 10 },
  { call: 'PUT /menus/main', least: 40, body: { label: 'Top' }, bad: [{ label: '' }, 'label'] },
  {
    call: 'POST /menus/main/items',
    status: 201,
    least: 40,
    body: { type: 'custom', label: 'Home', customUrl: '/' },
    bad: [{ type: 'page', label: 'Home', referenceCollection: 'posts' }, 'referenceId'],
  },
  { call: 'GET /menus/main', least: 10 },
  {
    call: 'POST /menus/main/reorder',
    least: 40,
    body: { items: [] },
    bad: [{ items: [{ id: 'x', parentId: null, sortOrder: 0 }] }, 'items.0.id'],
  },
  { call: 'DELETE /menus/main', least: 40 },
  {
    call: 'POST /taxonomies',
    status: 201,
    least: 40,
    body: { name: 'tags', label: 'Tags', collections: ['posts'] },
    bad: [{ name: 'tags', label: 'Tags', collections: ['post'] }, 'collections.0'],
  },
  { call: 'GET /taxonomies', least: 10 },
  { call: 'GET /taxonomies/tags', least: 10 },
  {
    call: 'PUT /taxonomies/tags',
    least: 40,
    body: { label: 'Words' },
    bad: [{ collections: ['x'] }, 'collections.0'],
  },
  {
    call: 'POST /taxonomies/tags/terms',
    status: 201,
    least: 40,
    body: { label: 'Blue sky' },
    bad: [{ label: 'x', parentId: 'y' }, 'parentId'],
  },
  { call: 'GET /taxonomies/tags/terms', least: 10 },
  { call: 'GET /taxonomies/tags/terms/blue-sky', least: 10 },
  {
    call: 'PUT /taxonomies/tags/terms/blue-sky',
    least: 40,
    body: { slug: 'sky' },
    bad: [{ slug: 'A B' }, 'slug'],
  },
  { call: 'GET /content/posts/public/terms/tags', least: 10 },
  {
    call: 'POST /content/posts/public/terms/tags',
    least: 40,
    body: { termIds: [] },
    bad: [{ termIds: ['x'] }, 'termIds.0'],
  },
  { call: 'DELETE /taxonomies/tags/terms/sky', least: 40 },
  { call: 'DELETE /taxonomies/tags', least: 40 },
  {
    call: 'POST /widget-areas',
    status: 201,
    least: 40,
    body: { name: 'side', label: 'Side' },
    bad: [{ name: 'side' }, 'label'],
  },
  { call: 'GET /widget-areas', least: 10 },
  { call: 'GET /widget-areas/side', least: 10 },
  { call: 'PUT /widget-areas/side', least: 40, body: { description: 'D' }, bad: [{ label: 7 }, 'label'] },
  {
    call: 'POST /widget-areas/side/reorder',
    least: 40,
    body: { widgetIds: [] },
    bad: [{ widgetIds: ['x'] }, 'widgetIds.0'],
  },
  {
    call: 'POST /widget-areas/side/widgets',
    status: 201,
    least: 40,
    body: { type: 'content', title: 'T', content: [block] },
    bad: [{ type: 'menu' }, 'menuName'],
  },
  { call: 'DELETE /widget-areas/side', least: 40 },
]

const unsafe = [
  'javascript:alert(1)',
  ' javascript:alert(1)',
  'JaVaScRiPt:x',
  'java\nscript:x',
  'data:text/html,x',
  '//evil.example',
  '/\\evil.example',
  'vbscript:x',
  'relative',
  'http:x',
  'https://',
  'http://[',
  'https://%',
  '',
]
const safe = [
  'https://example.com/a?b#c',
  'http://x',
  'mailto:a@example.com',
  'tel:+49123',
  '/',
  '/about',
  '#top',
]

describe.each(engines)('the site around the content on %s', (engine) => {
  let service: TestService
  const people = new Map<number, string>()

  beforeAll(async () => {
    service = await startService(engine)
    const fields = [{ slug: 'title', type: 'string' }]
    await makeCollection(service, 'posts', { supports: ['drafts'], fields })
    await makeItem(service, 'posts', { state: 'published', slug: 'public' })
    for (const role of [10, 20, 30, 40]) {
      people.set(role, (await service.person(role, ['content:read', 'content:write'])).token)
    }
  })
  afterAll(() => service.close())

  it.each(rows)('$call', async ({ call, status, body, bad, least }) => {
    const [method = '', path = ''] = call.split(' ')
    const { operationList } = await import('@octavo/contract/operations/registry')
    const send = body === undefined ? {} : { body }
    expectFailure(await service.ask(method, path, { token: null, ...send }), '401 UNAUTHORIZED')
    const below = least === 10 ? [] : [10, 20, 30]
    for (const role of below) {
      expectFailure(
        await service.ask(method, path, { token: people.get(role) ?? '', ...send }),
        '403 FORBIDDEN',
      )
    }
    if (least === 10) dataOf(await service.ask(method, path, { token: people.get(10) ?? '' }))
    if (bad !== undefined) {
      const refused = await service.ask(method, path, { body: bad[0] })
      expectFailure(refused, '400 VALIDATION_ERROR')
      expect(issuePaths(refused)).toEqual([bad[1]])
      const unknown = await service.ask(method, path, { body: { ...body, colour: 'red' } })
      expect(issuePaths(unknown)).toEqual(['colour'])
    }
    const nothing = path.replace(/\/(s|s2|main|tags|side)(?=\/|$)/, '/nothing')
    if (nothing !== path) expectFailure(await service.ask(method, nothing, send), '404 NOT_FOUND', 'nothing')
    const data = dataOf(await service.ask(method, path, send), status ?? 200)
    const form = path.split('?', 1)[0] ?? ''
    const operation = operationList.find(
      ({ rest }) =>
        rest?.method === method && new RegExp(`^${rest.path.replace(/:\w+/g, '[^/]+')}$`).test(form),
    )
    expect(operation?.output.safeParse(data).error?.issues).toBeUndefined()
  })

  it('links are safe', async () => {
    await make(service, '/menus', { name: 'links', label: 'L' })
    for (const customUrl of unsafe) {
      const answer = await service.ask('POST', '/menus/links/items', {
        body: { type: 'custom', label: 'x', customUrl },
      })
      expect([customUrl, issuePaths(answer)]).toEqual([customUrl, ['customUrl']])
    }
    for (const customUrl of safe) {
      expect(
        await make(service, '/menus/links/items', { type: 'custom', label: 'x', customUrl }),
      ).toMatchObject({ url: customUrl })
    }
  })

  it('terms nest as deep as they may, with all that stands below a term that moves', async () => {
    const path = '/taxonomies/deep/terms'
    await make(service, '/taxonomies', { name: 'deep', label: 'D', hierarchical: true, collections: [] })
    const chain = async (name: string, length: number): Promise<string[]> => {
      const ids: string[] = []
      for (let at = 0; at < length; at++) {
        const parentId = ids.at(-1) ?? null
        ids.push((await make(service, path, { slug: `${name}${at}`, label: name, parentId })).id)
      }
      return ids
    }
    const half = limits.termDepth / 2
    const upper = await chain('u', half)
    await chain('l', half)
    await chain('m', half + 1)
    const move = (slug: string): Promise<Answer> =>
      service.ask('PUT', `${path}/${slug}`, { body: { parentId: upper.at(-1) } })
    const refused = await move('m0')
    expectFailure(refused, '400 VALIDATION_ERROR', 'deep')
    expect(issuePaths(refused)).toEqual(['parentId'])
    dataOf(await move('l0'))
    dataOf(await service.ask('PUT', `${path}/m1`, { body: { parentId: null } }))
    dataOf(await move('m1'))
  })

  it('a menu item follows what it points at, and goes with it', async () => {
    await make(service, '/menus', { name: 'follow', label: 'F' })
    const item = await makeItem(service, 'posts', { slug: 'followed' })
    const pointer = { type: 'post', label: 'P', referenceCollection: 'posts', referenceId: item.id }
    const top = await make(service, '/menus/follow/items', pointer)
    const below = await make(service, '/menus/follow/items', {
      type: 'custom',
      label: 'C',
      customUrl: '#',
      parentId: top.id,
    })
    const urls = async (token = service.token) => {
      const { items } = dataOf(await service.ask('GET', '/menus/follow', { token })).item
      return items.map(({ url }: { url: string | null }) => url)
    }
    expect([await urls(), await urls(people.get(10))]).toEqual([
      ['/posts/followed', '#'],
      [null, '#'],
    ])
    dataOf(
      await service.ask('PUT', `/content/posts/${item.id}`, { body: { slug: 'moved', status: 'published' } }),
    )
    expect(await urls(people.get(10))).toEqual(['/posts/moved', '#'])
    dataOf(await service.ask('DELETE', `/content/posts/${item.id}`))
    expect(await urls()).toEqual([null, '#'])
    const path = `/menus/follow/items/${top.id}`
    const repeated = await service.ask('PUT', path, { body: { ...pointer, type: 'news', label: 'Q' } })
    expect(dataOf(repeated).item).toMatchObject({ ...pointer, type: 'news', label: 'Q' })
    const other = await service.ask('PUT', path, { body: { referenceId: below.id } })
    expectFailure(other, '400 VALIDATION_ERROR', 'there is no item')
    dataOf(await service.ask('DELETE', `/content/posts/${item.id}/permanent`))
    const { items } = dataOf(await service.ask('GET', '/menus/follow')).item
    expect(items).toMatchObject([{ id: below.id, parentId: null }])
  })

  it('items have terms; counts and removals follow', async () => {
    await makeCollection(service, 'pages', { supports: [], fields: [] })
    await make(service, '/taxonomies', {
      name: 'topics',
      label: 'T',
      hierarchical: true,
      collections: ['pages'],
    })
    const red = await make(service, '/taxonomies/topics/terms', { label: 'Red' })
    await make(service, '/taxonomies/topics/terms', { label: 'Dark', parentId: red.id })
    const item = dataOf(
      await service.ask('POST', '/content/pages', { body: { status: 'published' } }),
      201,
    ).item
    const terms = `/content/pages/${item.id}/terms/topics`
    expect(dataOf(await service.ask('POST', terms, { body: { termIds: [red.id] } })).items).toMatchObject([
      { slug: 'red' },
    ])
    const counts = async () =>
      dataOf(await service.ask('GET', '/taxonomies/topics/terms')).items.map(
        ({ slug, count }: { slug: string; count: number }) => [slug, count],
      )
    expect(await counts()).toEqual([
      ['dark', 0],
      ['red', 1],
    ])
    const first = dataOf(await service.ask('GET', '/taxonomies/topics/terms?limit=1'))
    const second = dataOf(
      await service.ask('GET', `/taxonomies/topics/terms?limit=1&cursor=${first.nextCursor}`),
    )
    expect([first.items[0].slug, second.items[0].slug, second.nextCursor]).toEqual(['dark', 'red', undefined])
    expectFailure(await service.ask('DELETE', '/taxonomies/topics/terms/red'), '409 CONFLICT', '1 term below')
    expectFailure(await service.ask('DELETE', '/taxonomies/topics'), '409 CONFLICT', 'force=true')
    const named = { slug: 'red', label: 'Red' }
    expectFailure(
      await service.ask('POST', '/taxonomies/topics/terms', { body: named }),
      '409 DUPLICATE_SLUG',
    )
    expectFailure(
      await service.ask('POST', '/content/posts/public/terms/topics', { body: { termIds: [] } }),
      '400 VALIDATION_ERROR',
      'posts',
    )
    dataOf(await service.ask('DELETE', `/content/pages/${item.id}`))
    expectFailure(await service.ask('GET', terms), '404 NOT_FOUND')
    expect(await counts()).toEqual([
      ['dark', 0],
      ['red', 0],
    ])
    dataOf(await service.ask('DELETE', `/content/pages/${item.id}/permanent`))
    await make(service, '/menus', { name: 'list', label: 'L' })
    await make(service, '/menus/list/items', {
      type: 'collection',
      label: 'All',
      referenceCollection: 'pages',
    })
    dataOf(await service.ask('DELETE', '/schema/collections/pages'))
    expect(dataOf(await service.ask('GET', '/taxonomies/topics')).item.collections).toEqual([])
    expect(dataOf(await service.ask('GET', '/menus/list')).item.items).toEqual([])
    dataOf(await service.ask('DELETE', '/taxonomies/topics?force=true'))
  })

  it('a collection that goes leaves nothing in the search index, the menus and the terms', async () => {
    await makeSearchable(service, 'notes', ['search'])
    const id = await publishItem(service, 'notes', { title: 'Ephemeral' })
    await make(service, '/taxonomies', { name: 'marks', label: 'M', collections: ['notes'] })
    const mark = await make(service, '/taxonomies/marks/terms', { label: 'Marked' })
    const body = { termIds: [mark.id] }
    dataOf(await service.ask('POST', `/content/notes/${id}/terms/marks`, { body }))
    await make(service, '/menus', { name: 'notes', label: 'N' })
    await make(service, '/menus/notes/items', {
      type: 'content',
      label: 'One',
      referenceCollection: 'notes',
      referenceId: id,
    })
    expect(await titles(service, 'ephemeral')).toEqual(['Ephemeral'])
    dataOf(await service.ask('DELETE', '/schema/collections/notes?force=true'))
    expect(await titles(service, 'ephemeral')).toEqual([])
    expect(dataOf(await service.ask('GET', '/menus/notes')).item.items).toEqual([])
    const [term] = dataOf(await service.ask('GET', '/taxonomies/marks/terms')).items
    expect(term).toMatchObject({ id: mark.id, count: 0 })
    dataOf(await service.ask('DELETE', '/taxonomies/marks?force=true'))
  })

  it('random moves never leave a cycle or lose an entry', async () => {
    await make(service, '/menus', { name: 'tree', label: 'T' })
    await make(service, '/taxonomies', { name: 'tree', label: 'T', hierarchical: true })
    const items: string[] = []
    const terms: { id: string; slug: string }[] = []
    for (let index = 0; index < 6; index++) {
      items.push(
        (await make(service, '/menus/tree/items', { type: 'custom', label: 'x', customUrl: '#' })).id,
      )
      terms.push({
        ...(await make(service, '/taxonomies/tree/terms', { label: `t${index}` })),
        slug: `t${index}`,
      })
    }
    const one = fc.nat({ max: 5 })
    const move = fc.record({ of: one, to: fc.option(one), sortOrder: fc.nat({ max: 3 }) })
    const moves = fc.uniqueArray(move, { maxLength: 4, selector: ({ of }) => of })
    await fc.assert(
      fc.asyncProperty(moves, async (wanted) => {
        const body = {
          items: wanted.map(({ of, to, sortOrder }) => ({
            id: items[of],
            parentId: to === null ? null : items[to],
            sortOrder,
          })),
        }
        expect([200, 400]).toContain((await service.ask('POST', '/menus/tree/reorder', { body })).status)
        expectTree(dataOf(await service.ask('GET', '/menus/tree')).item.items, items)
        for (const { of, to } of wanted) {
          const parentId = to === null ? null : terms[to]?.id
          expect([200, 400]).toContain(
            (await service.ask('PUT', `/taxonomies/tree/terms/t${of}`, { body: { parentId } })).status,
          )
        }
        expectTree(
          dataOf(await service.ask('GET', '/taxonomies/tree/terms')).items,
          terms.map(({ id }) => id),
        )
      }),
      { numRuns: 25 },
    )
  })

  it('widgets show menus, keep their order, and hold on to their menu', async () => {
    await make(service, '/menus', { name: 'shown', label: 'S' })
    await make(service, '/widget-areas', { name: 'foot', label: 'F' })
    const path = '/widget-areas/foot'
    const one = await make(service, `${path}/widgets`, { type: 'menu', menuName: 'shown' })
    const two = await make(service, `${path}/widgets`, { type: 'content', content: [block] })
    expectFailure(await service.ask('DELETE', '/menus/shown'), '409 CONFLICT', 'foot')
    const short = await service.ask('POST', `${path}/reorder`, { body: { widgetIds: [two.id] } })
    expectFailure(short, '400 VALIDATION_ERROR', one.id)
    const { items } = dataOf(
      await service.ask('POST', `${path}/reorder`, { body: { widgetIds: [two.id, one.id] } }),
    )
    expect(items).toMatchObject([
      { id: two.id, content: [block] },
      { id: one.id, menuName: 'shown' },
    ])
    dataOf(await service.ask('PUT', `${path}/widgets/${one.id}`, { body: { type: 'content' } }))
    dataOf(await service.ask('DELETE', '/menus/shown'))
    dataOf(await service.ask('DELETE', `${path}/widgets/${two.id}`))
    expect(dataOf(await service.ask('GET', path)).item.widgets).toMatchObject([
      { id: one.id, menuName: null },
    ])
  })
})

/** Every entry is there once, and the way up from each ends at the top. */
function expectTree(found: readonly { id: string; parentId: string | null }[], ids: readonly string[]): void {
  expect(found.map(({ id }) => id).toSorted()).toEqual(ids.toSorted())
  const parentOf = new Map(found.map(({ id, parentId }) => [id, parentId]))
  for (const id of ids) {
    let steps = 0
    for (let at: string | null | undefined = id; at !== null; at = parentOf.get(at ?? '')) {
      expect(++steps).toBeLessThanOrEqual(ids.length)
    }
  }
}
