import { SearchCache } from '@octavo/server/content/search/search-cache'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { dataOf } from '../setup/answers.ts'
import { type Cluster, type Node, startCluster } from '../setup/cluster.ts'
import { makeSearchable, publishItem, titles } from '../setup/search.ts'
import { patience } from '../setup/patience.ts'
import { engines } from '../setup/service.ts'

/** What a process keeps between searches. */
describe.each(engines)('suggestions that two services know on %s', (engine) => {
  let cluster: Cluster
  let one: Node
  let other: Node

  const suggested = async (q: string, limit = 10): Promise<string[]> =>
    (dataOf(await one.ask('GET', `/search/suggest?q=${q}&limit=${limit}`)).items as { title: string }[]).map(
      ({ title }) => title,
    )
  const change = async (method: string, path: string, body: object = {}): Promise<void> =>
    void dataOf(await other.ask(method, path, { body }))

  beforeAll(async () => {
    cluster = await startCluster(engine, 2)
    ;[one, other] = cluster.nodes as [Node, Node]
    expect(await suggested('sta')).toEqual([])
    await makeSearchable(one, 'posts')
    await vi.waitUntil(async () => (await other.ask('GET', '/content/posts')).status === 200, {
      timeout: patience,
    })
  })
  afterAll(() => cluster.close())

  it('follow each change of the other process at once', async () => {
    expect(await suggested('sta')).toEqual([])
    const id = await publishItem(other, 'posts', { title: 'Stable' })
    for (const _ of [1, 2]) expect(await suggested('sta')).toEqual(['Stable'])
    await change('PUT', `/content/posts/${id}`, { data: { title: 'Stamp' } })
    expect(await suggested('sta')).toEqual(['Stable'])
    await change('POST', `/content/posts/${id}/publish`)
    expect(await suggested('sta')).toEqual(['Stamp'])
    await change('POST', `/content/posts/${id}/unpublish`)
    expect(await suggested('sta')).toEqual([])
    await change('POST', `/content/posts/${id}/publish`)
    expect(await suggested('sta')).toEqual(['Stamp'])
    await change('DELETE', `/content/posts/${id}`)
    expect(await suggested('sta')).toEqual([])
    await change('POST', `/content/posts/${id}/restore`)
    await change('POST', `/content/posts/${id}/publish`)
    expect(await suggested('sta')).toEqual(['Stamp'])
  })

  it('follow changes of the content model', async () => {
    await publishItem(other, 'posts', { title: 'Modelled' })
    expect(await suggested('mode')).toEqual(['Modelled'])
    await change('PATCH', '/schema/collections/posts/fields/title', { searchable: false })
    expect(await suggested('mode')).toEqual([])
    await change('PATCH', '/schema/collections/posts/fields/title', { searchable: true })
    expect(await suggested('mode')).toEqual(['Modelled'])
  })

  it('are read from the index once while nothing changes', async () => {
    await publishItem(one, 'posts', { title: 'Rarely' })
    await titles(one, 'rarely')
    const newest = vi.spyOn(one.services.database.textIndexes.live, 'newest')
    // What is kept expires every ten seconds, perhaps between two of these.
    for (let ask = 0; ask < 3; ask++) expect(await suggested('rare')).toEqual(['Rarely'])
    expect(newest.mock.calls.length).toBeLessThan(3)
    newest.mockRestore()
    await publishItem(one, 'posts', { title: 'Rare bird' })
    expect(await suggested('rare')).toEqual(['Rare bird', 'Rarely'])
    expect(await suggested('rare', 1)).toEqual(['Rare bird'])
  })
})

describe('what searches found', () => {
  const make = vi.fn<(value: string) => Promise<string>>((value) => Promise.resolve(value))

  it('is kept for one version', async () => {
    const finds = new SearchCache()
    expect(await finds.find('1', 'key', () => make('a'))).toBe('a')
    expect(await finds.find('1', 'key', () => make('b'))).toBe('a')
    expect(await finds.find('2', 'key', () => make('c'))).toBe('c')
    expect(await finds.find(null, 'key', () => make('d'))).toBe('d')
    expect(await finds.find('2', 'key', () => make('e'))).toBe('c')
  })

  it('is not kept where another request has read a newer version meanwhile', async () => {
    const finds = new SearchCache()
    const old = finds.find('1', 'key', async () => {
      await finds.find('2', 'other', () => make('x'))
      return 'old'
    })
    expect(await old).toBe('old')
    expect(await finds.find('2', 'key', () => make('new'))).toBe('new')
  })

  it('takes no more memory than allowed', async () => {
    const finds = new SearchCache(10_000)
    for (let index = 0; index < 100; index++) {
      await finds.find('1', `key${index}`, () => make('x'.repeat(300)))
      expect(finds.bytes).toBeLessThanOrEqual(10_000)
    }
  })
})
