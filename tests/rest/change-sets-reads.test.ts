import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { dataOf, expectFailure } from '../setup/answers.ts'
import { makeCollection } from '../setup/content.ts'
import type { Any } from '../setup/json.ts'
import { resultOf } from '../setup/mcp.ts'
import { picture, uploaded } from '../setup/media.ts'
import { type Answer, engines, startService, type TestService } from '../setup/service.ts'
import { make } from '../setup/site.ts'
import { rowsOf } from '../setup/tables.ts'

/** What follows from items: words, addresses, references. */
describe.each(engines)('reads with a change-set on %s', (engine) => {
  let service: TestService
  let set = ''
  const ids = { pot: '', glaze: '', kiln: '', file: '' }

  const write = async (method: string, path: string, body: object): Promise<string> => {
    const answer = await service.ask(method, path, { body })
    expect(answer.status, answer.text).toBeLessThan(300)
    return answer.body.data.item.id
  }
  const post = (title: string, more: object = {}): Promise<string> =>
    write('POST', '/content/posts', { data: { title, ...more }, status: 'published' })

  beforeAll(async () => {
    service = await startService(engine)
    await makeCollection(service, 'posts', {
      supports: ['drafts', 'revisions', 'search'],
      fields: [
        { slug: 'title', type: 'string', searchable: true },
        { slug: 'image', type: 'image' },
      ],
    })
    await make(service, '/schema/collections/posts/fields', {
      slug: 'next',
      label: 'Next',
      type: 'reference',
      options: { collection: 'posts' },
    })
    dataOf(await service.ask('PATCH', '/schema/collections/posts', { body: { urlPattern: '/blog/{slug}' } }))
    ids.file = (await uploaded(service, { content: await picture() })).id
    ids.glaze = await post('Blue glaze')
    ids.pot = await post('Clay pot', { next: ids.glaze })
    await make(service, '/menus', { name: 'main', label: 'Main' })
    for (const referenceId of [ids.pot, ids.glaze]) {
      const link = { type: 'content', referenceCollection: 'posts', referenceId, label: 'Link' }
      await make(service, '/menus/main/items', link)
    }
    set = await write('POST', '/change-sets', { name: 'Spring' })
    ids.kiln = await write('POST', '/content/posts', {
      data: { title: 'Hot kiln', next: ids.pot, image: { id: ids.file } },
      status: 'published',
      changeSet: set,
    })
    const renamed = { data: { title: 'Porcelain pot' }, slug: 'porcelain', status: 'published' }
    await write('PUT', `/content/posts/${ids.pot}`, { ...renamed, changeSet: set })
    await write('POST', `/content/posts/${ids.glaze}/unpublish`, { changeSet: set })
  })
  afterAll(() => service.close())

  type See = (path: string) => Promise<Answer>
  const now: See = (path) => service.ask('GET', path)
  const joined = (path: string, query: string): string => `${path}${path.includes('?') ? '&' : '?'}${query}`
  const withSet: See = (path) => service.ask('GET', joined(path, `changeSet=${set}`))
  const found = async (see: See, q: string): Promise<string[]> =>
    (await see(`/search?q=${q}`)).body.results.map(({ id }: Any) => id)
  const menu = async (see: See): Promise<unknown[]> =>
    dataOf(await see('/menus/main')).item.items.map(({ url }: Any) => url)
  const map = async (see: See): Promise<string[]> =>
    dataOf(await see('/site-map'))
      .items.map(({ url }: Any) => url)
      .toSorted()
  const leadsTo = async (see: See): Promise<unknown> => {
    const answer = await see('/redirects/resolve?path=/blog/clay-pot')
    return answer.status === 200 ? dataOf(answer).item.to : answer.status
  }

  it('search the words that the items will have, and leave no trace', async () => {
    const pending = () => rowsOf(service, 'SELECT * FROM search_pending ORDER BY document_id')
    await found(now, 'pot')
    const before = await pending()
    expect(await found(withSet, 'kiln')).toEqual([ids.kiln])
    expect(await found(withSet, 'porcelain')).toEqual([ids.pot])
    expect(await found(withSet, 'clay')).toEqual([])
    expect(await found(withSet, 'glaze')).toEqual([])
    expect(await found(withSet, 'porcelian')).toEqual([ids.pot])
    const drafts = (await withSet('/search?q=glaze&status=draft')).body.results
    expect(drafts).toMatchObject([{ id: ids.glaze, status: 'draft' }])
    const { items } = dataOf(await withSet('/search/suggest?q=porc'))
    expect(items).toMatchObject([{ title: 'Porcelain pot', url: '/blog/porcelain' }])
    expect(await pending()).toEqual(before)
    expect(await found(now, 'kiln')).toEqual([])
    expect(await found(now, 'porcelian')).toEqual([])
    expect(await found(now, 'clay')).toEqual([ids.pot])
    const args = { query: 'kiln', changeSet: set }
    const { results } = await resultOf(service, 'search', args, { toolsets: 'changes' })
    expect(results).toMatchObject([{ id: ids.kiln, title: 'Hot kiln' }])
  })

  it('show where menus, the site map and redirects will lead', async () => {
    expect(await menu(now)).toEqual(['/blog/clay-pot', '/blog/blue-glaze'])
    // Editors see the address that an item has once it is published again; visitors see none.
    expect(await menu(withSet)).toEqual(['/blog/porcelain', '/blog/blue-glaze'])
    expect(await map(now)).toEqual(['/blog/blue-glaze', '/blog/clay-pot'])
    expect(await map(withSet)).toEqual(['/blog/hot-kiln', '/blog/porcelain'])
    expect(await leadsTo(now)).toBe(404)
    expect(await leadsTo(withSet)).toBe('/blog/porcelain')
  })

  it('list the references that there will be, and those that will be broken', async () => {
    const idsOf = async (see: See, path: string): Promise<string[]> =>
      dataOf(await see(path)).items.flatMap(({ kind, id }: Any) => (kind === 'content' ? [id] : []))
    expect(await idsOf(now, `/references/${ids.pot}`)).toEqual([])
    expect(await idsOf(withSet, `/references/${ids.pot}`)).toEqual([ids.kiln])
    expect(await idsOf(now, `/media/${ids.file}/usage`)).toEqual([])
    expect(await idsOf(withSet, `/media/${ids.file}/usage`)).toEqual([ids.kiln])
    const broken = async (see: See): Promise<Any[]> => dataOf(await see('/references?collection=posts')).items
    expect(await broken(now)).toEqual([])
    expect(await broken(withSet)).toMatchObject([{ id: ids.pot }])
  })

  it('are what a preview link of the set shows, as visitors would see it', async () => {
    const link = dataOf(await service.ask('POST', `/change-sets/${set}/preview-link`, { body: {} }), 201)
    const { token } = link.item
    const seen: See = (path) => service.ask('GET', joined(path, `preview=${token}`), { token: null })
    expect(await found(seen, 'kiln')).toEqual([ids.kiln])
    expect(await found(seen, 'glaze')).toEqual([])
    expect((await seen('/search?q=glaze&status=draft')).body.results).toEqual([])
    expect((await seen('/search?q=kiln')).headers['cache-control']).toContain('no-store')
    expect(await menu(seen)).toEqual(['/blog/porcelain', null])
    expect(await map(seen)).toEqual(['/blog/hot-kiln', '/blog/porcelain'])
    expect(await leadsTo(seen)).toBe('/blog/porcelain')
    for (const path of [`/references/${ids.pot}`, `/media/${ids.file}/usage`, '/menus', '/site'])
      expectFailure(await seen(path), '400 VALIDATION_ERROR')
    const ofItem = dataOf(
      await service.ask('POST', `/content/posts/${ids.pot}/preview-link`, { body: {} }),
      201,
    ).item.token
    for (const path of ['/search?q=kiln', '/menus/main', '/site-map']) {
      const answer = await service.ask('GET', joined(path, `preview=${ofItem}`), { token: null })
      expectFailure(answer, '400 VALIDATION_ERROR')
    }
  })

  it('are for those who may see the set', async () => {
    const paths = ['/search?q=kiln', '/menus/main', '/site-map', `/references/${ids.pot}`]
    const tokens = [
      (await service.person(10, ['content:read'])).token,
      (await service.person(50, ['content:read', 'content:write'], 'live')).token,
    ]
    for (const token of tokens)
      for (const path of paths)
        expectFailure(await service.ask('GET', joined(path, `changeSet=${set}`), { token }), '403 FORBIDDEN')
    const limits = { collections: ['others'] }
    await makeCollection(service, 'others', { supports: [] })
    const limited = await service.person(40, ['content:read', 'content:write'], 'latest', limits)
    const answer = await service.ask('GET', joined('/search?q=kiln', `changeSet=${set}`), limited)
    expectFailure(answer, '404 NOT_FOUND')
  })
})
