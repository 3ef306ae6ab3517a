import { limits } from '@octavo/contract/limits'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { dataOf, expectFailure, issuePaths } from '../setup/answers.ts'
import { awaitEvents } from '../setup/events.ts'
import { makeCollection, makeItem } from '../setup/content.ts'
import { expectFailed, callTool, resultOf } from '../setup/mcp.ts'
import { engines, startService, type TestService } from '../setup/service.ts'
import { make } from '../setup/site.ts'

const site = { toolsets: 'site' }

describe.each(engines)('whole menus on %s', (engine) => {
  let service: TestService
  let itemId: string
  beforeAll(async () => {
    service = await startService(engine, { env: { OCTAVO_LOCALES: 'en,de' } })
    await makeCollection(service, 'posts', { supports: [], fields: [{ slug: 'title', type: 'string' }] })
    itemId = (await makeItem(service, 'posts', { state: 'published' })).id
  })
  afterAll(() => service.close())

  let count = 0
  const menu = async () => {
    const name = `menu${++count}`
    await make(service, '/menus', { name, label: 'M' })
    const added = (body: object) =>
      make(service, `/menus/${name}/items`, { type: 'custom', customUrl: '/', ...body })
    const one = await added({ label: 'One' })
    const two = await added({ label: 'Two', parentId: one.id, cssClasses: 'wide' })
    const three = await added({ label: 'Three' })
    return { name, one: one.id, two: two.id, three: three.id }
  }
  const shown = async (name: string) => {
    const { items } = dataOf(await service.ask('GET', `/menus/${name}`)).item
    return items.map(({ label, parentId }: { label: string; parentId: string | null }) => [
      label,
      items.find(({ id }: { id: string }) => id === parentId)?.label ?? null,
    ])
  }

  it('are set by a tree in one call: an item turns round with its parent, one goes, one is new', async () => {
    const { name, one, two } = await menu()
    await service.ask('PUT', `/menus/${name}/items/${two}?locale=de`, { body: { label: 'Zwei' } })
    const items = [
      { id: two, children: [{ id: one, label: 'First', children: [] }] },
      { label: 'Post', type: 'post', referenceCollection: 'posts', referenceId: itemId },
    ]
    const tried = await resultOf(service, 'menu_set_items', { name, items, dryRun: true }, site)
    expect(tried.dryRun.changes.length).toBeGreaterThan(2)
    expect(await shown(name)).toEqual([
      ['One', null],
      ['Two', 'One'],
      ['Three', null],
    ])
    await resultOf(service, 'menu_set_items', { name, items }, site)
    expect(await shown(name)).toEqual([
      ['Two', null],
      ['First', 'Two'],
      ['Post', null],
    ])
    const german = dataOf(await service.ask('GET', `/menus/${name}?locale=de`)).item.items
    expect(german[0]).toMatchObject({ id: two, label: 'Zwei', cssClasses: 'wide', customUrl: '/' })
    expect(german[2].url).toBe(
      '/posts/' + dataOf(await service.ask('GET', `/content/posts/${itemId}`)).item.slug,
    )
    const uses = dataOf(await service.ask('PUT', `/menus/${name}/items`, { body: { items: [] } })).item
    expect(uses.items).toEqual([])
  })

  it('refuse what a single item may not have, and then change nothing', async () => {
    const { name, one, three } = await menu()
    const set = (items: unknown) => service.ask('PUT', `/menus/${name}/items`, { body: { items } })
    const bad = await set([
      { id: one, children: [{ id: one }] },
      { label: 'x', customUrl: '/', id: 'no' },
      { customUrl: '/' },
      { label: 'y' },
    ])
    expectFailure(bad, '400 VALIDATION_ERROR')
    expect(issuePaths(bad)).toEqual(['items.0.children.0.id', 'items.1.id', 'items.2.label', 'items.3.type'])
    expect(issuePaths(await set([{ label: 'x', customUrl: 'javascript:alert(1)' }]))).toEqual([
      'items.0.customUrl',
    ])
    const missing = { label: 'x', type: 'post', referenceCollection: 'posts', referenceId: 'none' }
    expect(issuePaths(await set([{ id: three, children: [missing] }]))).toEqual([
      'items.0.children.0.referenceId',
    ])
    const nested = (depth: number): object => ({
      label: 'x',
      customUrl: '/',
      children: depth === 1 ? [] : [nested(depth - 1)],
    })
    expectFailure(
      await set([nested(limits.menuDepth + 1)]),
      '400 VALIDATION_ERROR',
      'can nest at most 20 levels deep',
    )
    const many = Array.from({ length: 2 }, (_, index) => ({
      label: `${index}`,
      customUrl: '/',
      children: Array.from({ length: limits.menuItems / 2 }, () => ({ label: 'x', customUrl: '/' })),
    }))
    expectFailure(await set(many), '409 CONFLICT')
    expect(await shown(name)).toEqual([
      ['One', null],
      ['Two', 'One'],
      ['Three', null],
    ])
    expectFailed(await callTool(service, 'menu_set_items', { name, items: [{ colour: 1 }] }, site), 'items.0')
  })

  it('lose no item to a caller who may not delete', async () => {
    const { name, one, two, three } = await menu()
    const { token } = await service.person(40, ['content:write'], 'latest', { canDelete: false })
    const set = (items: unknown) => service.ask('PUT', `/menus/${name}/items`, { body: { items }, token })
    expect((await set([{ id: one }])).status).toBe(403)
    dataOf(await set([{ id: three }, { id: one, children: [{ id: two }] }]))
    expect(await shown(name)).toEqual([
      ['Three', null],
      ['One', null],
      ['Two', 'One'],
    ])
    const author = await service.person(30, ['content:write'])
    const refused = await service.ask('PUT', `/menus/${name}/items`, {
      body: { items: [] },
      token: author.token,
    })
    expect(refused.status).toBe(403)
  })
})

describe.each(engines)('merged terms on %s', (engine) => {
  let service: TestService
  const topics = '/taxonomies/topics'
  beforeAll(async () => {
    service = await startService(engine)
    await makeCollection(service, 'posts', {
      supports: ['drafts', 'revisions'],
      fields: [{ slug: 'title', type: 'string' }],
    })
    const body = { name: 'topics', label: 'Topics', hierarchical: true, collections: ['posts'] }
    await make(service, '/taxonomies', body)
  })
  afterAll(() => service.close())

  const term = async (slug: string, parentId: string | null = null): Promise<string> =>
    (await make(service, `${topics}/terms`, { slug, label: slug.toUpperCase(), parentId })).id
  const termsOf = async (id: string, view = 'latest'): Promise<string[]> =>
    dataOf(await service.ask('GET', `/content/posts/${id}/terms/topics?view=${view}`)).items.map(
      ({ slug }: { slug: string }) => slug,
    )
  const post = async (status: string, terms: string[]): Promise<string> =>
    (await make(service, '/content/posts', { data: { title: 'A' }, status, terms: { topics: terms } })).id

  it('move items, drafts, terms below and menu items, and say how many', async () => {
    const from = await term('clay')
    const into = await term('pottery')
    const child = await term('wheels', from)
    const live = await post('published', [from])
    const both = await post('published', [from, into])
    const draft = await post('published', [into])
    dataOf(await service.ask('PUT', `/content/posts/${draft}`, { body: { terms: { topics: [from, into] } } }))
    await make(service, '/menus', { name: 'main', label: 'Main' })
    const entry = { type: 'taxonomy', referenceCollection: 'topics', referenceId: from, label: 'Clay' }
    await make(service, '/menus/main/items', entry)
    const args = { taxonomy: 'topics', term: 'clay', into: 'pottery' }
    const moved = { items: 2, drafts: 1, terms: 1, menuItems: 1 }
    const tried = await resultOf(service, 'taxonomy_merge_terms', { ...args, dryRun: true }, site)
    expect(tried.moved).toEqual(moved)
    expect(await termsOf(live)).toEqual(['clay'])
    const merged = await resultOf(service, 'taxonomy_merge_terms', args, site)
    expect(merged).toMatchObject({ item: { id: into, slug: 'pottery' }, moved })
    await awaitEvents(service)
    const events = dataOf(await service.ask('GET', '/events?limit=1000')).items.map(
      ({ type, itemId }: { type: string; itemId: string }) => `${type} ${itemId}`,
    )
    expect(events).toEqual(expect.arrayContaining([`term.deleted ${from}`, `term.updated ${into}`]))
    for (const id of [live, both, draft]) expect(await termsOf(id)).toEqual(['pottery'])
    expect(await termsOf(live, 'live')).toEqual(['pottery'])
    const below = dataOf(await service.ask('GET', `${topics}/terms/wheels`)).item
    expect(below).toMatchObject({ id: child, parentId: into })
    expect((await service.ask('GET', `${topics}/terms/clay`)).status).toBe(404)
    const menu = dataOf(await service.ask('GET', '/menus/main')).item.items
    expect(menu).toEqual([expect.objectContaining({ referenceId: into, url: '/topics/pottery' })])
    const counted = dataOf(await service.ask('GET', `${topics}/terms`)).items
    expect(counted.find(({ slug }: { slug: string }) => slug === 'pottery').count).toBe(3)
  })

  it('can be merged into a term below', async () => {
    const top = await term('a')
    const middle = await term('b', top)
    const low = await term('c', middle)
    dataOf(await service.ask('POST', `${topics}/terms/a/merge`, { body: { into: 'c' } }))
    expect(dataOf(await service.ask('GET', `${topics}/terms/c`)).item.parentId).toBe(null)
    expect(dataOf(await service.ask('GET', `${topics}/terms/b`)).item).toMatchObject({
      id: middle,
      parentId: low,
    })
  })

  it('refuse itself, a term of another taxonomy, and callers without the right', async () => {
    await term('same')
    const merge = (into: string, token?: string) =>
      service.ask('POST', `${topics}/terms/same/merge`, {
        body: { into },
        ...(token !== undefined && { token }),
      })
    expect(issuePaths(await merge('same'))).toEqual(['into'])
    await make(service, '/taxonomies', { name: 'tags', label: 'Tags' })
    await make(service, '/taxonomies/tags/terms', { slug: 'other', label: 'O' })
    expectFailure(await merge('other'), '404 NOT_FOUND')
    const careful = await service.person(40, ['content:write'], 'latest', { canDelete: false })
    await term('more')
    expect((await merge('more', careful.token)).status).toBe(403)
    expect((await merge('more', (await service.person(30, ['content:write'])).token)).status).toBe(403)
  })

  it('can be named by slug or label where an item is written', async () => {
    await make(service, `${topics}/terms`, { slug: 'glaze', label: 'Glazes & Slips' })
    await make(service, `${topics}/terms`, { slug: 'double-1', label: 'Double' })
    await make(service, `${topics}/terms`, { slug: 'double-2', label: 'Double' })
    const id = await post('draft', ['glaze', 'glazes & slips'])
    expect(await termsOf(id)).toEqual(['glaze'])
    const put = (topicsOfItem: string[]) =>
      service.ask('PUT', `/content/posts/${id}`, { body: { terms: { topics: topicsOfItem } } })
    dataOf(await put(['double-2', 'Glazes & Slips']))
    expect(await termsOf(id)).toEqual(['double-2', 'glaze'])
    const unclear = await put(['glaze', 'Double', 'nothing'])
    expectFailure(unclear, '400 VALIDATION_ERROR', 'double-1 or double-2', 'there is no term nothing')
    expect(issuePaths(unclear)).toEqual(['terms.topics.1', 'terms.topics.2'])
    expectFailed(
      await callTool(service, 'content_update', { collection: 'posts', id, terms: { topics: ['nothing'] } }),
      'there is no term nothing',
      'taxonomy_list_terms has the terms',
    )
    expect(await termsOf(id)).toEqual(['double-2', 'glaze'])
  })
})
