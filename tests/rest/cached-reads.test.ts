import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { dataOf, outcome } from '../setup/answers.ts'
import { type Cluster, type Node, startCluster } from '../setup/cluster.ts'
import { makeCollection } from '../setup/content.ts'
import { patience } from '../setup/patience.ts'
import { engines } from '../setup/service.ts'

/** What a process keeps of reads that it has answered: bytes of the database, and what addresses say. */
describe.each(engines)('a read that was answered before, of two services on %s', (engine) => {
  let cluster: Cluster
  let one: Node
  let other: Node
  let id: string

  const change = async (method: string, path: string, body: object = {}): Promise<void> =>
    expect((await other.ask(method, path, { body })).body).toMatchObject({ success: true })

  beforeAll(async () => {
    cluster = await startCluster(engine, 2)
    ;[one, other] = cluster.nodes as [Node, Node]
    await makeCollection(one, 'pages', { supports: [], fields: [] })
    await makeCollection(one, 'posts', {
      supports: ['drafts', 'revisions'],
      fields: [{ slug: 'title', type: 'string' }],
    })
    await vi.waitUntil(async () => (await other.ask('GET', '/content/posts')).status === 200, {
      timeout: patience,
    })
  })
  afterAll(() => cluster.close())

  it('follows each change of the other process at once', async () => {
    const body = { data: { title: 'first' }, slug: 'kept', status: 'published' }
    id = dataOf(await one.ask('POST', '/content/posts', { body }), 201).item.id
    const addresses = ['', '?view=live', '?fields=title'].flatMap((query) => [
      `/content/posts/${id}${query}`,
      `/content/posts/kept${query}`,
      `/content/posts${query}`,
    ])
    const read = async (): Promise<string[]> => {
      const answers = await Promise.all(addresses.map((path) => one.ask('GET', path)))
      return answers.map((answer) => {
        const { item, items = [] } = dataOf(answer)
        return (item ?? items[0]).data.title
      })
    }
    const all = (title: string): string[] => addresses.map(() => title)
    for (const _ of [1, 2, 3]) expect(await read()).toEqual(all('first'))
    for (const title of ['second', 'third', 'fourth']) {
      await change('PUT', `/content/posts/${id}`, { data: { title }, status: 'published' })
      for (const _ of [1, 2]) expect(await read()).toEqual(all(title))
    }
    await change('PUT', `/content/posts/${id}`, { data: { title: 'fifth' } })
    const latest = addresses.map((path) => (path.includes('view=live') ? 'fourth' : 'fifth'))
    for (const _ of [1, 2]) expect(await read()).toEqual(latest)
  })

  it('is answered by the rights of each caller', async () => {
    const path = `/content/posts/${id}`
    const reader = await cluster.person(50, ['content:read'])
    const elsewhere = await cluster.person(50, ['content:read'], { collections: ['pages'] })
    const media = await cluster.person(50, ['media:read'])
    for (const _ of [1, 2]) {
      expect((await one.ask('GET', path)).status).toBe(200)
      expect((await one.ask('GET', path, { token: reader })).status).toBe(200)
      expect(outcome(await one.ask('GET', path, { token: elsewhere }))).toBe('404 NOT_FOUND')
      expect(outcome(await one.ask('GET', path, { token: media }))).toBe('403 FORBIDDEN')
      expect(outcome(await one.ask('GET', path, { token: 'cms_pat_unknown' }))).toBe('401 UNAUTHORIZED')
    }
  })

  it('is refused each time if its input is wrong', async () => {
    for (const _ of [1, 2, 3]) {
      const answer = await one.ask('GET', `/content/posts/${id}?view=other&no=1`)
      expect(outcome(answer)).toBe('400 VALIDATION_ERROR')
      expect(answer.text).toContain('view')
      expect(answer.text).toContain('no')
    }
  })

  it('follows changes of the content model', async () => {
    const read = async (): Promise<object> =>
      dataOf(await one.ask('GET', `/content/posts/${id}?view=live`)).item.data
    expect(await read()).toEqual({ title: 'fourth' })
    await change('POST', '/schema/collections/posts/fields', { slug: 'note', label: 'Note', type: 'string' })
    await change('PUT', `/content/posts/${id}`, { data: { note: 'new' }, status: 'published' })
    await vi.waitUntil(async () => 'note' in (await read()), { timeout: patience })
    await change('DELETE', '/schema/collections/posts/fields/note')
    await vi.waitUntil(async () => !('note' in (await read())), { timeout: patience })
  })

  it('is not found any more when the item is in the trash', async () => {
    const path = `/content/posts/${id}`
    expect((await one.ask('GET', path)).status).toBe(200)
    await change('DELETE', path)
    expect(outcome(await one.ask('GET', path))).toBe('404 NOT_FOUND')
    await change('POST', `${path}/restore`)
    expect((await one.ask('GET', path)).status).toBe(200)
  })
})
