import { IncludedItemCache } from '@octavo/server/content/items/included-item-cache'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { dataOf } from '../setup/answers.ts'
import { type Cluster, type Node, startCluster } from '../setup/cluster.ts'
import { makeCollection } from '../setup/content.ts'
import { make } from '../setup/site.ts'
import { patience } from '../setup/patience.ts'
import { engines } from '../setup/service.ts'

/** What a process keeps between answers of the items and terms that lists include. */
describe.each(engines)('included objects that two services know on %s', (engine) => {
  let cluster: Cluster
  let one: Node
  let other: Node
  const ids: Record<string, string> = {}

  const publish = async (collection: string, body: object): Promise<string> =>
    dataOf(await one.ask('POST', `/content/${collection}`, { body: { ...body, status: 'published' } }), 201)
      .item.id
  const change = async (method: string, path: string, body?: object): Promise<void> =>
    void dataOf(await other.ask(method, path, body && { body }))
  const read = async (view = 'live') =>
    dataOf(await one.ask('GET', `/content/posts?view=${view}&include=writer,terms`))

  beforeAll(async () => {
    cluster = await startCluster(engine, 2)
    ;[one, other] = cluster.nodes as [Node, Node]
    const name = { slug: 'name', type: 'string' }
    await makeCollection(one, 'people', { supports: ['drafts'], fields: [name] })
    await makeCollection(one, 'posts', { supports: ['drafts'], fields: [{ slug: 'title', type: 'string' }] })
    const writer = { slug: 'writer', label: 'Writer', type: 'reference', options: { collection: 'people' } }
    await make(one, '/schema/collections/posts/fields', writer)
    for (const taxonomy of ['topics', 'moods'])
      await make(one, '/taxonomies', { name: taxonomy, label: taxonomy, collections: ['posts'] })
    ids['clay'] = (await make(one, '/taxonomies/topics/terms', { label: 'Clay' })).id
    ids['ash'] = (await make(one, '/taxonomies/topics/terms', { label: 'Ash' })).id
    ids['calm'] = (await make(one, '/taxonomies/moods/terms', { label: 'Calm' })).id
    ids['writer'] = await publish('people', { data: { name: 'Ann' } })
    ids['post'] = await publish('posts', {
      data: { title: 'one', writer: ids['writer'] },
      terms: { topics: [ids['clay'], ids['ash']], moods: [ids['calm']] },
    })
    // The other process has to know the collections.
    await vi.waitUntil(async () => (await other.ask('GET', '/content/posts')).status === 200, {
      timeout: patience,
    })
  })
  afterAll(() => cluster.close())

  it('have the terms of an item in the order of their labels, by the names of the taxonomies', async () => {
    const { clay, ash, calm } = ids
    for (const view of ['live', 'latest']) {
      const { items, included } = await read(view)
      expect(Object.entries(items[0].terms)).toEqual([
        ['moods', [calm]],
        ['topics', [ash, clay]],
      ])
      expect(Object.keys(included.terms)).toEqual([ash, calm, clay])
    }
  })

  it('follow changes of the other process at once', async () => {
    const { writer = '', post, clay } = ids
    const person = `/content/people/${writer}`
    const nameOf = async () => (await read()).included.items[writer]?.data.name
    expect(await nameOf()).toBe('Ann')
    await change('PUT', person, { data: { name: 'Bea' } })
    expect(await nameOf()).toBe('Ann')
    await change('POST', `${person}/publish`)
    expect(await nameOf()).toBe('Bea')
    await change('POST', `${person}/unpublish`)
    expect(await nameOf()).toBeUndefined()
    await change('POST', `${person}/publish`)
    expect(await nameOf()).toBe('Bea')
    await change('PUT', `/taxonomies/topics/terms/clay`, { label: 'Loam' })
    expect((await read()).included.terms[clay ?? ''].label).toBe('Loam')
    await change('PUT', '/taxonomies/moods', { collections: [] })
    expect(Object.keys((await read()).items[0].terms)).toEqual(['topics'])
    await change('PUT', '/taxonomies/moods', { collections: ['posts'] })
    await change('POST', `/content/posts/${post}/terms/topics`, { termIds: [clay] })
    await change('POST', `/content/posts/${post}/publish`)
    expect((await read()).items[0].terms).toEqual({ moods: [ids['calm']], topics: [clay] })
    await change('DELETE', '/taxonomies/topics/terms/clay')
    const { items, included } = await read()
    expect(items[0].terms).toEqual({ moods: [ids['calm']], topics: [] })
    expect(included.terms[clay ?? '']).toBeUndefined()
  })

  it('are on pages found by a filter that follow changes of the other process at once', async () => {
    const person = (name: string) => publish('people', { data: { name }, slug: name })
    const found = async (): Promise<string[]> => {
      const where = encodeURIComponent('{"slug":{"startsWith":"range-"}}')
      const path = `/content/people?view=live&orderBy=slug&order=asc&where=${where}`
      const { items } = dataOf(await one.ask('GET', path))
      return items.map(({ slug }: { slug: string }) => slug)
    }
    await person('range-a')
    const id = await person('range-c')
    for (const turn of [1, 2]) expect(await found(), String(turn)).toEqual(['range-a', 'range-c'])
    const made = { data: { name: 'B' }, slug: 'range-b', status: 'published' }
    dataOf(await other.ask('POST', '/content/people', { body: made }), 201)
    expect(await found()).toEqual(['range-a', 'range-b', 'range-c'])
    await change('POST', `/content/people/${id}/unpublish`)
    expect(await found()).toEqual(['range-a', 'range-b'])
    await change('PUT', `/content/people/range-b`, { slug: 'other-b', status: 'published' })
    expect(await found()).toEqual(['range-a'])
  })

  it('are on pages that have the same items and cursor when they are read again', async () => {
    for (const index of [1, 2, 3, 4, 5])
      await publish('people', { data: { name: 'P' }, slug: `page-${index}` })
    const where = encodeURIComponent('{"slug":{"startsWith":"page-"}}')
    const pages = async (limit: number): Promise<[string[], string | undefined][]> => {
      const all: [string[], string | undefined][] = []
      let cursor: string | undefined = ''
      while (cursor !== undefined && all.length < 9) {
        const path = `/content/people?view=live&orderBy=slug&order=desc&limit=${limit}&where=${where}`
        const next = cursor === '' ? '' : `&cursor=${cursor}`
        const { items, nextCursor } = dataOf(await one.ask('GET', path + next))
        all.push([items.map(({ slug }: { slug: string }) => slug), nextCursor])
        cursor = nextCursor
      }
      return all
    }
    for (const limit of [2, 5, 6]) {
      const first = await pages(limit)
      expect(first.flatMap(([slugs]) => slugs)).toEqual(['page-5', 'page-4', 'page-3', 'page-2', 'page-1'])
      expect(first).toHaveLength(Math.ceil(5 / limit))
      expect(await pages(limit)).toEqual(first)
    }
  })

  it('are found by terms that follow changes of the other process at once', async () => {
    const found = async (name: string): Promise<number> => {
      const path = `/content/posts?view=live&where[terms.topics]=${name}`
      return dataOf(await one.ask('GET', path)).items.length
    }
    const slugs = ['stone', 'stone*', 'rock']
    const counts = async () => Promise.all(slugs.map(found))
    expect(await counts()).toEqual([0, 0, 0])
    const body = { label: 'Stone', slug: 'stone' }
    const { item } = dataOf(await other.ask('POST', '/taxonomies/topics/terms', { body }), 201)
    await change('POST', `/content/posts/${ids['post']}/terms/topics`, { termIds: [item.id] })
    await change('POST', `/content/posts/${ids['post']}/publish`)
    expect(await counts()).toEqual([1, 1, 0])
    await change('PUT', '/taxonomies/topics/terms/stone', { slug: 'rock' })
    expect(await counts()).toEqual([0, 0, 1])
    await change('DELETE', '/taxonomies/topics/terms/rock')
    expect(await counts()).toEqual([0, 0, 0])
  })

  it('are given to nobody who may not see them', async () => {
    const { writer = '' } = ids
    const limits = { collections: ['posts'] }
    const scopes = ['content:read']
    const tokens = {
      editor: await cluster.person(40, ['content:read', 'content:write', 'media:read']),
      live: await cluster.person(40, scopes, { view: 'live' }),
      limited: await cluster.person(40, scopes, { view: 'live', ...limits }),
      limitedEditor: await cluster.person(40, scopes, { view: 'latest', ...limits }),
    }
    await change('PUT', `/content/people/${writer}`, { data: { name: 'Unseen' } })
    const expected = { editor: 'Unseen', live: 'Bea', limited: undefined, limitedEditor: undefined }
    const kinds = Object.keys(tokens) as (keyof typeof tokens)[]
    // Each is asked after each other one, so whatever one of them has filled is there for the next.
    for (const kind of [...kinds, ...kinds.toReversed(), ...kinds]) {
      const query = 'include=writer,terms&where={"title":"one"}'
      const answer = await one.ask('GET', `/content/posts?${query}`, { token: tokens[kind] })
      const { items, included } = dataOf(answer)
      expect(included.items[writer]?.data.name, kind).toBe(expected[kind])
      expect(items[0].data.writer, kind).toBe(kind.startsWith('limited') ? undefined : writer)
    }
    await change('POST', `/content/people/${writer}/discard-draft`)
  })

  it('are those of a change-set where it is read', async () => {
    const { writer = '' } = ids
    const { item: set } = dataOf(await one.ask('POST', '/change-sets', { body: { name: 'Spring' } }), 201)
    const label = async (query = '') => {
      const answer = await one.ask('GET', `/content/posts?view=live&include=writer,terms${query}`)
      return { name: dataOf(answer).included.items[writer].data.name, tag: answer.headers['etag'] }
    }
    expect((await label()).name).toBe('Bea')
    for (const name of ['Cleo', 'Dora']) {
      const body = { data: { name }, status: 'published', changeSet: set.id }
      dataOf(await one.ask('PUT', `/content/people/${writer}`, { body }))
      expect(await label(`&changeSet=${set.id}`)).toEqual({ name, tag: undefined })
      expect((await label()).name).toBe('Bea')
    }
  })

  it('take a bounded part of the memory', async () => {
    const most = 20_000
    const known = new IncludedItemCache(most)
    const { services } = one
    const collection = services.schema.current.collections.get('people')
    if (collection === undefined) throw new Error('There is no collection.')
    const context = { db: services.database.reader, services }
    const wanted = { collection, view: 'live', version: '1' } as const
    for (let made = 0; made < 40; made++) {
      const id = await publish('people', { data: { name: `${made} ${'x'.repeat(1000)}` } })
      for (const turn of ['read', 'known']) {
        const found = await known.find(context, wanted, [id])
        expect(found?.get(id)?.toString(), turn).toContain(`"name":"${made} x`)
      }
      expect(known.bytes).toBeLessThanOrEqual(most)
    }
  })
})
