// @module-tag long
import { setTimeout as delay } from 'node:timers/promises'
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { hashToken } from '@octavo/server/identity/secrets'
import { dataOf, expectFailure, outcome } from '../setup/answers.ts'
import { type Cluster, type Node, startCluster } from '../setup/cluster.ts'
import { makeCollection } from '../setup/content.ts'
import { patience } from '../setup/patience.ts'
import { type Answer, engines } from '../setup/service.ts'
import { passesWithin } from '../setup/timing.ts'

/** milliseconds in which a change reaches another process */
const aMoment = 1500

describe.each(engines)('two services on %s', (engine) => {
  let cluster: Cluster
  let one: Node
  let other: Node
  let collection: string
  let count = 0

  beforeAll(async () => {
    cluster = await startCluster(engine, 2)
    ;[one, other] = cluster.nodes as [Node, Node]
  })
  afterAll(() => cluster.close())

  beforeEach(async () => {
    collection = `posts${++count}`
    await makeCollection(one, collection, {
      supports: ['drafts', 'revisions', 'scheduling'],
      fields: [{ slug: 'title', type: 'string' }],
    })
  })

  const create = (node: Node, body: unknown): Promise<Answer> =>
    node.ask('POST', `/content/${collection}`, { body })
  const field = (node: Node, slug: string, more = {}): Promise<Answer> =>
    node.ask('POST', `/schema/collections/${collection}/fields`, {
      body: { slug, label: slug, type: 'string', ...more },
    })
  const drop = (node: Node, slug: string): Promise<Answer> =>
    node.ask('DELETE', `/schema/collections/${collection}/fields/${slug}`)

  it('find by search at once what the other has published, and not what it has taken back', async () => {
    dataOf(
      await one.ask('PATCH', `/schema/collections/${collection}`, {
        body: { supports: ['drafts', 'search'] },
      }),
    )
    dataOf(
      await one.ask('PATCH', `/schema/collections/${collection}/fields/title`, {
        body: { searchable: true },
      }),
    )
    for (let round = 0; round < 25; round++) {
      const [here, there] = round % 2 === 0 ? [one, other] : [other, one]
      const title = `unheard${collection}of${round}`
      const found = async (): Promise<string[]> =>
        (await there.ask('GET', `/search?q=${title}`)).body.results.map((result: { id: string }) => result.id)
      const id: string = dataOf(await create(here, { data: { title }, status: 'published' }), 201).item.id
      expect(await found()).toEqual([id])
      dataOf(await here.ask('POST', `/content/${collection}/${id}/unpublish`))
      expect(await found()).toEqual([])
    }
  })

  it('publish forty items that are due at the same time, each once, within two seconds', async () => {
    const begun = performance.now()
    const made = await Promise.all(Array.from({ length: 40 }, () => create(one, {})))
    const ids = made.map((answer) => dataOf(answer, 201).item.id as string)
    // Behind the last of the forty requests, on a busy machine as well.
    const due = Date.now() + 1500 + 10 * (performance.now() - begun)
    const scheduledAt = new Date(due).toISOString()
    for (const id of ids)
      dataOf(await one.ask('POST', `/content/${collection}/${id}/schedule`, { body: { scheduledAt } }))
    await delay(due - Date.now())
    await passesWithin(2000, async () =>
      expect(dataOf(await other.ask('GET', `/content/${collection}?status=published`)).items).toHaveLength(
        40,
      ),
    )
    for (const id of ids) {
      const { item } = dataOf(await one.ask('GET', `/content/${collection}/${id}`))
      expect(item).toMatchObject({ status: 'published', publishedAt: scheduledAt, scheduledAt: null })
      const { items } = dataOf(await other.ask('GET', `/content/${collection}/${id}/revisions`))
      expect(items.map(({ kind }: { kind: string }) => kind)).toEqual(['publish', 'save'])
    }
  })

  it('unpublish thirty items whose time is the same, each once, within two seconds', async () => {
    const begun = performance.now()
    const made = await Promise.all(Array.from({ length: 30 }, () => create(one, { status: 'published' })))
    const ids = made.map((answer) => dataOf(answer, 201).item.id as string)
    const due = Date.now() + 1500 + 10 * (performance.now() - begun)
    const body = { unpublishAt: new Date(due).toISOString() }
    for (const id of ids) dataOf(await other.ask('POST', `/content/${collection}/${id}/schedule`, { body }))
    const listed = async (status: string): Promise<unknown[]> =>
      dataOf(await one.ask('GET', `/content/${collection}?status=${status}`)).items
    expect(await listed('published')).toHaveLength(30)
    await delay(due - Date.now())
    await passesWithin(2000, async () => expect(await listed('draft')).toHaveLength(30))
    await delay(aMoment)
    for (const id of ids) {
      const { items } = dataOf(await one.ask('GET', `/admin/audit?targetId=${id}&action=content.unpublish`))
      expect(items).toMatchObject([{ interface: 'job', after: { status: 'draft' } }])
    }
  })

  it('an item that cannot go live does not hold up the others', async () => {
    const stuck = dataOf(await create(one, { status: 'published', slug: 'stuck' }), 201).item.id
    dataOf(await one.ask('PUT', `/content/${collection}/${stuck}`, { body: { slug: 'elsewhere' } }))
    const fine = dataOf(await create(one, { slug: 'fine' }), 201).item.id
    dataOf(await create(other, { slug: 'contested' }), 201)
    // As when both are saved at the same time.
    await one.services.database.transaction('write', (tx) =>
      tx.run(`UPDATE content_${collection} SET draft_slug = 'contested' WHERE id = ?`, [stuck]),
    )
    const at = (wait: number): { body: unknown } => ({
      body: { scheduledAt: new Date(Date.now() + wait).toISOString() },
    })
    dataOf(await one.ask('POST', `/content/${collection}/${stuck}/schedule`, at(3000)))
    dataOf(await one.ask('POST', `/content/${collection}/${fine}/schedule`, at(3000)))
    await vi.waitFor(
      async () =>
        expect(dataOf(await one.ask('GET', `/content/${collection}/fine`)).item.status).toBe('published'),
      { timeout: patience },
    )
    const { item } = dataOf(await one.ask('GET', `/content/${collection}/${stuck}`))
    expect(item).toMatchObject({ slug: 'contested', hasPendingDraft: true, scheduledAt: expect.any(String) })
    dataOf(await one.ask('POST', `/content/${collection}/${stuck}/unschedule`))
  })

  it('a new collection is there for the other at once', async () => {
    await makeCollection(one, `${collection}_new`, { supports: [] })
    dataOf(await other.ask('GET', `/content/${collection}_new`))
    dataOf(await other.ask('POST', `/content/${collection}_new`, { body: {} }), 201)
  })

  it('a new field is there for writes of the other at once, and for its reads in a moment', async () => {
    const { id } = dataOf(await create(other, { data: { title: 'old' } }), 201).item
    dataOf(await field(one, 'colour', { defaultValue: 'red' }), 201)
    const { item } = dataOf(await create(other, { data: { colour: 'blue' } }), 201)
    expect(item.data).toEqual({ colour: 'blue' })
    dataOf(await field(one, 'size', { defaultValue: 'L' }), 201)
    await passesWithin(aMoment, async () =>
      expect(dataOf(await other.ask('GET', `/content/${collection}/${id}`)).item.data).toEqual({
        title: 'old',
        colour: 'red',
        size: 'L',
      }),
    )
  })

  it('a field that is gone fails neither reads nor writes of the other', async () => {
    dataOf(await field(one, 'colour'), 201)
    const { id } = dataOf(await create(other, { data: { colour: 'red', title: 'stays' } }), 201).item
    dataOf(await drop(one, 'colour'))
    expect(dataOf(await other.ask('GET', `/content/${collection}/${id}`)).item.data).toEqual({
      title: 'stays',
    })
    expect(dataOf(await other.ask('GET', `/content/${collection}`)).items[0].data).toEqual({ title: 'stays' })
    expectFailure(await create(other, { data: { colour: 'red' } }), '400 VALIDATION_ERROR', 'colour')
  })

  it('a field that comes again with another type is read and written as what it is', async () => {
    dataOf(await field(one, 'colour'), 201)
    dataOf(await create(other, { data: { colour: 'red' } }), 201)
    dataOf(await drop(one, 'colour'))
    dataOf(await field(one, 'colour', { type: 'integer' }), 201)
    expectFailure(await create(other, { data: { colour: 'red' } }), '400 VALIDATION_ERROR', 'colour')
    const { id } = dataOf(await create(other, { data: { colour: 7 } }), 201).item
    await passesWithin(aMoment, async () =>
      expect(dataOf(await other.ask('GET', `/content/${collection}/${id}`)).item.data).toEqual({ colour: 7 }),
    )
  })

  it('a collection that is gone is gone for the other, and one of the same name is another one', async () => {
    dataOf(await create(other, {}), 201)
    dataOf(await one.ask('DELETE', `/schema/collections/${collection}?force=true`))
    expectFailure(await other.ask('GET', `/content/${collection}`), '404 NOT_FOUND')
    expectFailure(await create(other, {}), '404 NOT_FOUND')
    await makeCollection(one, collection, { supports: [], fields: [{ slug: 'name', type: 'integer' }] })
    expect(dataOf(await other.ask('GET', `/content/${collection}`)).items).toEqual([])
    expect(dataOf(await create(other, { data: { name: 5 } }), 201).item.data).toEqual({ name: 5 })
  })

  it('writes go on while the schema changes: none fails, and none is lost', async () => {
    const progress = { isDone: false }
    const written: string[] = []
    const write = async (node: Node): Promise<void> => {
      while (!progress.isDone) {
        const { item } = dataOf(await create(node, { data: { title: 'kept' } }), 201)
        dataOf(
          await node.ask('PUT', `/content/${collection}/${item.id}`, {
            body: { data: { title: 'kept still' } },
          }),
        )
        expect(outcome(await node.ask('GET', `/content/${collection}/${item.id}`))).toBe('200')
        written.push(item.id)
      }
    }
    const change = async (): Promise<void> => {
      for (let round = 0; round < 5; round++) {
        dataOf(await field(one, 'colour', { defaultValue: 'red' }), 201)
        dataOf(await drop(other, 'colour'))
      }
    }
    await Promise.all([
      write(one),
      write(other),
      write(one),
      write(other),
      change().finally(() => (progress.isDone = true)),
    ])
    expect(written.length).toBeGreaterThan(4)
    for (const id of written) {
      expect(dataOf(await one.ask('GET', `/content/${collection}/${id}`)).item.data).toEqual({
        title: 'kept still',
      })
    }
  })

  it('a token that was revoked here is refused there in a moment', async () => {
    const token = await cluster.person(40, ['content:read'])
    const list = (): Promise<Answer> => other.ask('GET', `/content/${collection}`, { token })
    dataOf(await list())
    await one.services.database.transaction('write', async (tx) => {
      await tx.run('DELETE FROM tokens WHERE hash = ?', [hashToken(token)])
      await tx.run(`UPDATE counters SET value = value + 1 WHERE name = 'access'`, [])
    })
    await passesWithin(aMoment, async () => expect(outcome(await list())).toBe('401 UNAUTHORIZED'))
  })
})
