import { createClient, type SiteClient, type SiteShape } from '@octavo/client'
import { collectionReader } from '@octavo/client/reader/collection-reader'
import type { ReadRequest, Send } from '@octavo/client/reader/sender'
import { siteReader } from '@octavo/client/reader/site-reader'
import { operationList } from '@octavo/contract/operations/registry'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { dataOf } from '../setup/answers.ts'
import { makeCollection } from '../setup/content.ts'
import { engines, startService, type TestService } from '../setup/service.ts'
import { make } from '../setup/site.ts'

/** Runs a call, whatever its arguments are, and returns the request that it sends. */
async function requestOf(calls: (send: Send) => object, name: string): Promise<ReadRequest> {
  const sent: ReadRequest[] = []
  const send: Send = async (request) => {
    sent.push(request)
    return { items: [], item: {} }
  }
  const call = Reflect.get(calls(send), name)
  const answer = call(...(name === 'getTerm' ? ['x', 'y'] : ['x']))
  if (Symbol.asyncIterator in answer) await all(answer)
  else await answer
  expect(sent).toHaveLength(1)
  return sent[0] as ReadRequest
}

/** What an iterator gives. */
async function all<Item>(given: AsyncIterable<Item>): Promise<Item[]> {
  const items: Item[] = []
  for await (const item of given) items.push(item)
  return items
}

/** Whether the operation with a path accepts the token of a preview link. */
function acceptsPreview(path: string): boolean {
  const isOf = (pattern: string) => new RegExp(`^${pattern.replace(/:\w+/g, '[^/]+')}$`).test(path)
  // Paths with a fixed word, such as `/redirects/resolve`, come before those with a parameter.
  const [operation] = operationList
    .filter(({ rest }) => rest?.method === 'GET' && isOf(rest.path))
    .toSorted(
      (one, other) => (one.rest?.path.split(':').length ?? 0) - (other.rest?.path.split(':').length ?? 0),
    )
  if (operation === undefined) throw new Error(`No operation has the path ${path}.`)
  return 'preview' in operation.input.shape
}

describe('the token of a preview link', () => {
  const nothing: Send = async () => ({})
  const ofSite = Object.keys(siteReader(nothing)).map((name) => [name, siteReader] as const)
  const ofPosts = (send: Send) => collectionReader(send, 'posts')
  const ofCollection = Object.keys(ofPosts(nothing)).map((name) => [name, ofPosts] as const)

  it.each([...ofSite, ...ofCollection])(
    'is an option of %s where the service accepts it',
    async (name, calls) => {
      const { path, links } = await requestOf(calls, name)
      expect(links !== undefined, path).toBe(acceptsPreview(path))
      // Only the read of one item accepts the link to an item.
      expect(links === 'all').toBe(path === '/content/posts/x')
    },
  )
})

describe.each(engines)('a client with the token of a preview link on %s', (engine) => {
  let service: TestService
  let ids: { pot: string; kiln: string }
  const tokens = { item: '', set: '' }

  beforeAll(async () => {
    service = await startService(engine)
    await makeCollection(service, 'posts', {
      supports: ['drafts', 'search'],
      fields: [{ slug: 'title', type: 'string', searchable: true }],
    })
    dataOf(await service.ask('PATCH', '/schema/collections/posts', { body: { urlPattern: '/blog/{slug}' } }))
    const post = (title: string, more: object = {}) =>
      make(service, '/content/posts', { data: { title }, status: 'published', ...more })
    const { id: pot } = await post('Clay pot')
    await make(service, '/menus', { name: 'main', label: 'Main' })
    const link = { type: 'content', referenceCollection: 'posts', referenceId: pot, label: 'Pot' }
    await make(service, '/menus/main/items', link)
    const { id: changeSet } = await make(service, '/change-sets', { name: 'Spring' })
    const { id: kiln } = await post('Hot kiln', { changeSet })
    dataOf(
      await service.ask('PUT', `/content/posts/${pot}`, {
        body: { data: { title: 'Porcelain pot' }, slug: 'porcelain', status: 'published', changeSet },
      }),
    )
    dataOf(
      await service.ask('PUT', `/content/posts/${pot}`, {
        body: { data: { title: 'Draft of a pot' } },
      }),
    )
    ids = { pot, kiln }
    tokens.item = await tokenOf(`/content/posts/${pot}`)
    tokens.set = await tokenOf(`/change-sets/${changeSet}`)
  })
  afterAll(() => service.close())

  const tokenOf = async (path: string): Promise<string> =>
    dataOf(await service.ask('POST', `${path}/preview-link`, { body: {} }), 201).item.token

  /** A client of this service. */
  const clientOf = (preview: string | null): SiteClient<SiteShape> =>
    createClient({
      url: 'https://x.example',
      token: service.token,
      preview,
      sourceMap: true,
      fetch: async (url, { headers = {} } = {}) => {
        const { pathname, search } = new URL(String(url))
        const { status, body } = await service.ask('GET', pathname.replace('/_cms/api', '') + search, {
          token: null,
          headers: headers as Record<string, string>,
        })
        return Response.json(body, { status })
      },
    })

  /** What a client shows of the site; items alone can be read by another one. */
  async function shown(octavo: SiteClient<SiteShape>, ofItems = octavo) {
    const posts = octavo['posts']
    if (posts === undefined) throw new Error('There is no collection.')
    const titleOf = ({ data }: { data: object }) => (data as { title: string }).title
    const query = { orderBy: 'slug', order: 'asc' } as never
    const { items } = await posts.list(query)
    const pages = await all(posts.pages({ ...(query as object), limit: 1 }))
    const suggested = await octavo.suggestTitles({ q: 'hot' })
    return {
      list: items.map(titleOf),
      all: (await all(posts.all(query))).map(titleOf),
      pages: pages.map((page) => page.items.map(titleOf)),
      item: (await ofItems['posts']?.get(ids.pot))?.item.slug,
      made: (await ofItems['posts']?.find(ids.kiln)) !== null,
      search: (await octavo.searchItems({ q: 'kiln' })).results.length,
      suggested: suggested.items.map(({ title }) => title),
      menu: (await octavo.getMenu('main')).items.map(({ url }) => url),
      menus: (await octavo.listMenus()).items.length,
      map: (await octavo.listSiteMap()).items.map(({ url }) => url).toSorted(),
      wholeMap: (await all(octavo.allOfSiteMap())).length,
      redirect: (await octavo.resolveRedirect('/blog/clay-pot'))?.to,
      collections: (await octavo.getSite()).collections.length,
    }
  }

  const live = {
    list: ['Clay pot'],
    all: ['Clay pot'],
    pages: [['Clay pot']],
    item: 'clay-pot',
    made: false,
    search: 0,
    suggested: [],
    menu: ['/blog/clay-pot'],
    menus: 1,
    map: ['/blog/clay-pot'],
    wholeMap: 1,
    redirect: undefined,
    collections: 1,
  }

  it('of a change-set reads the content with the set applied', async () => {
    expect(await shown(clientOf(tokens.set))).toEqual({
      list: ['Hot kiln', 'Porcelain pot'],
      all: ['Hot kiln', 'Porcelain pot'],
      pages: [['Hot kiln'], ['Porcelain pot']],
      item: 'porcelain',
      made: true,
      search: 1,
      suggested: ['Hot kiln'],
      menu: ['/blog/porcelain'],
      menus: 1,
      map: ['/blog/hot-kiln', '/blog/porcelain'],
      wholeMap: 2,
      redirect: '/blog/porcelain',
      collections: 1,
    })
  })

  it('of an item reads its draft, and all else as visitors see it', async () => {
    const octavo = clientOf(tokens.item)
    const found = await octavo['posts']?.get(ids.pot)
    expect(found?.item.data).toEqual({ title: expect.stringMatching(/^Draft of a pot./u) })
    expect(await shown(octavo, clientOf(null))).toEqual(live)
  })

  it('can leave it out of a call', async () => {
    const { items } = (await clientOf(tokens.set)['posts']?.list({}, { preview: null })) ?? {}
    expect(items).toHaveLength(1)
    expect(await shown(clientOf(null))).toEqual(live)
  })
})
