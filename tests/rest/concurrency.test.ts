import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { dataOf, outcome } from '../setup/answers.ts'
import { type Cluster, startCluster } from '../setup/cluster.ts'
import { makeCollection } from '../setup/content.ts'
import { type Answer, engines } from '../setup/service.ts'

const fields = [
  ...['title', 'a', 'b', 'c', 'd'].map((slug) => ({ slug, type: 'string' })),
  { slug: 'code', type: 'string', unique: true },
  { slug: 'other', type: 'reference', options: { collection: 'posts' } },
]

/** Two services on one database: every other request goes to the other one. */
describe.each(engines)('at the same time on %s', (engine) => {
  let cluster: Cluster
  let turn = 0
  /** how many values were wanted by several: a repeated test wants another one */
  let wanted = 0

  beforeAll(async () => {
    cluster = await startCluster(engine, 2, { OCTAVO_LOCALES: 'en,de,fr' })
    const [node] = cluster.nodes
    if (node === undefined) throw new Error('There is no node.')
    await makeCollection(node, 'posts', { supports: ['drafts', 'revisions', 'scheduling'], fields })
    await makeCollection(node, 'plain', {
      supports: [],
      fields: [{ slug: 'price', type: 'number', translatable: false }],
    })
  })
  afterAll(() => cluster.close())

  const ask = (method: string, path: string, body?: unknown): Promise<Answer> => {
    const node = cluster.nodes[turn++ % cluster.nodes.length]
    if (node === undefined) throw new Error('There is no node.')
    return node.ask(method, path, body === undefined ? {} : { body })
  }

  const make = async (
    body: Record<string, unknown> = {},
    collection = 'posts',
  ): Promise<{ id: string; _rev: string }> => {
    const { item, _rev } = dataOf(await ask('POST', `/content/${collection}`, body), 201)
    return { id: item.id, _rev }
  }
  const together = (count: number, work: (index: number) => Promise<Answer>): Promise<Answer[]> =>
    Promise.all(Array.from({ length: count }, (_, index) => work(index)))
  const outcomes = (answers: readonly Answer[]): Record<string, number> => {
    const counts: Record<string, number> = {}
    for (const answer of answers) counts[outcome(answer)] = (counts[outcome(answer)] ?? 0) + 1
    return counts
  }
  const revisionsOf = async (id: string): Promise<{ kind: string; data: Record<string, unknown> }[]> =>
    dataOf(await ask('GET', `/content/posts/${id}/revisions?limit=100`)).items

  it.each(['draft', 'published'])('of twenty saves of one %s with the same _rev one wins', async (status) => {
    const { id, _rev } = await make({ status })
    const answers = await together(20, (index) =>
      ask('PUT', `/content/posts/${id}`, { _rev, data: { title: `t${index}` } }),
    )
    expect(outcomes(answers)).toEqual({ '200': 1, '409 CONFLICT': 19 })
    const winner = `t${answers.findIndex((answer) => answer.status === 200)}`
    expect(dataOf(await ask('GET', `/content/posts/${id}`)).item.data.title).toBe(winner)
    expect((await revisionsOf(id)).map(({ data }) => data['title'])).toEqual([winner, undefined])
  })

  it.each(['draft', 'published'])(
    'twenty saves of one %s without a _rev all count, and all are in its history',
    async (status) => {
      const { id } = await make({ status })
      const titles = Array.from({ length: 20 }, (_, index) => `t${index}`)
      const answers = await together(20, (index) =>
        ask('PUT', `/content/posts/${id}`, { data: { title: titles[index] } }),
      )
      expect(outcomes(answers)).toEqual({ '200': 20 })
      const history = (await revisionsOf(id)).map(({ data }) => data['title'])
      expect(history.toSorted()).toEqual([...titles, undefined].toSorted())
      expect(dataOf(await ask('GET', `/content/posts/${id}`)).item.data.title).toBe(history[0])
      expect(new Set(answers.map((answer) => answer.body.data._rev)).size).toBe(20)
    },
  )

  it.each(['draft', 'published'])(
    'saves of other fields of one %s do not undo each other',
    async (status) => {
      const { id } = await make({ status })
      const slugs = ['title', 'a', 'b', 'c', 'd']
      await together(20, (index) =>
        ask('PUT', `/content/posts/${id}`, { data: { [slugs[index % 5] ?? '']: 'set' } }),
      )
      const expected = Object.fromEntries(slugs.map((slug) => [slug, 'set']))
      expect(dataOf(await ask('GET', `/content/posts/${id}`)).item.data).toEqual(expected)
    },
  )

  it('thirty items of one title get slugs of their own', async () => {
    const answers = await together(30, () => ask('POST', '/content/posts', { data: { title: 'Same title' } }))
    expect(outcomes(answers)).toEqual({ '201': 30 })
    const slugs = answers.map((answer) => answer.body.data.item.slug as string)
    expect(new Set(slugs).size).toBe(30)
    for (const slug of slugs) expect(slug).toMatch(/^same-title(-\d+)?$/)
  })

  it('one of ten gets the slug that all want', async () => {
    const slug = `wanted-${++wanted}`
    const created = await together(10, () => ask('POST', '/content/posts', { slug }))
    expect(outcomes(created)).toEqual({ '201': 1, '409 DUPLICATE_SLUG': 9 })
    const ids = await Promise.all(Array.from({ length: 10 }, async () => (await make()).id))
    const renamed = await together(10, (index) =>
      ask('PUT', `/content/posts/${ids[index]}`, { slug: `${slug}-too` }),
    )
    expect(outcomes(renamed)).toEqual({ '200': 1, '409 DUPLICATE_SLUG': 9 })
  })

  it('one of ten gets the unique value that all want', async () => {
    const code = `only-${++wanted}`
    const created = await together(10, () => ask('POST', '/content/posts', { data: { code } }))
    expect(outcomes(created)).toEqual({ '201': 1, '409 CONFLICT': 9 })
  })

  it('one of ten becomes the translation', async () => {
    const { id } = await make()
    const created = await together(10, () =>
      ask('POST', '/content/posts', { locale: 'de', translationOf: id }),
    )
    expect(outcomes(created)).toEqual({ '201': 1, '409 CONFLICT': 9 })
  })

  it('translations that are saved with shared values do not wait for each other', async () => {
    const { id } = await make({}, 'plain')
    const others = await Promise.all(
      ['de', 'fr'].map((locale) => make({ locale, translationOf: id }, 'plain')),
    )
    const ids = [id, ...others.map((other) => other.id)]
    const answers = await together(30, (index) =>
      ask('PUT', `/content/plain/${ids[index % 3]}`, { data: { price: index } }),
    )
    expect(outcomes(answers)).toEqual({ '200': 30 })
    const prices = await Promise.all(
      ids.map(async (one) => dataOf(await ask('GET', `/content/plain/${one}`)).item.data.price),
    )
    expect(new Set(prices).size).toBe(1)
  }, 30_000)

  it('items that refer to each other are saved without waiting for each other', async () => {
    const ids = [(await make()).id, (await make()).id]
    const answers = await together(30, (index) =>
      ask('PUT', `/content/posts/${ids[index % 2]}`, { data: { other: ids[(index + 1) % 2] } }),
    )
    expect(outcomes(answers)).toEqual({ '200': 30 })
  }, 30_000)

  it('ten publications leave one revision', async () => {
    const { id } = await make()
    expect(outcomes(await together(10, () => ask('POST', `/content/posts/${id}/publish`)))).toEqual({
      '200': 10,
    })
    expect((await revisionsOf(id)).map(({ kind }) => kind)).toEqual(['publish', 'save'])
  })

  it.each([
    ['delete', 'DELETE', ''],
    ['restore', 'POST', '/restore'],
    ['delete permanently', 'DELETE', '/permanent'],
  ])('of ten who %s one does it', async (name, method, path) => {
    const { id } = await make()
    if (name !== 'delete') dataOf(await ask('DELETE', `/content/posts/${id}`))
    const answers = await together(10, () => ask(method, `/content/posts/${id}${path}`))
    expect(outcomes(answers)).toEqual({ '200': 1, '404 NOT_FOUND': 9 })
  })

  it('a save beside a publication is live or waits, but is never lost', async () => {
    for (let round = 0; round < 10; round++) {
      const { id } = await make({ status: 'published', data: { title: 'first' } })
      dataOf(await ask('PUT', `/content/posts/${id}`, { data: { title: 'second' } }))
      const answers = await Promise.all([
        ask('POST', `/content/posts/${id}/publish`),
        ask('PUT', `/content/posts/${id}`, { data: { title: 'third', a: 'set' } }),
        ask('POST', `/content/posts/${id}/publish`),
      ])
      expect(outcomes(answers)).toEqual({ '200': 3 })
      const [latest, live] = [
        await ask('GET', `/content/posts/${id}`),
        await ask('GET', `/content/posts/${id}?view=live`),
      ]
      expect(dataOf(latest).item.data).toEqual({ title: 'third', a: 'set' })
      expect(dataOf(live).item.data).toEqual(
        dataOf(latest).item.hasPendingDraft ? { title: 'second' } : { title: 'third', a: 'set' },
      )
    }
  })

  it('whatever happens to one item at once, it stays whole', async () => {
    const ways = ['publish', 'unpublish', 'discard-draft', 'unschedule', 'duplicate']
    for (let round = 0; round < 5; round++) {
      const { id } = await make({ status: 'published', data: { title: 'first' } })
      const answers = await together(25, (index) => {
        const way = ways[index % 6]
        return way === undefined
          ? ask('PUT', `/content/posts/${id}`, { data: { title: `t${index}` } })
          : ask('POST', `/content/posts/${id}/${way}`)
      })
      for (const answer of answers) expect(['200', '201']).toContain(outcome(answer))
      const { item, _rev } = dataOf(await ask('GET', `/content/posts/${id}`))
      const compared = dataOf(await ask('GET', `/content/posts/${id}/compare`))
      expect(compared.draft ?? compared.live).toEqual(item.data)
      expect(compared.live === null).toBe(item.status !== 'published')
      dataOf(await ask('PUT', `/content/posts/${id}`, { _rev, data: { title: 'calm again' } }))
    }
  })
})
