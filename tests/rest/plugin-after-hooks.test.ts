import { setTimeout as delay } from 'node:timers/promises'
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { behaviour, heard } from '../plugins/after-watcher.ts'
import { dataOf } from '../setup/answers.ts'
import { type Node, startCluster } from '../setup/cluster.ts'
import { makeCollection, makeItem } from '../setup/content.ts'
import { awaitHooks } from '../setup/hooks.ts'
import { patience } from '../setup/patience.ts'
import { engines, startService, type TestService } from '../setup/service.ts'
import { rowsOf } from '../setup/tables.ts'

const modulePath = new URL('../plugins/after-watcher.ts', import.meta.url).pathname
const watcher = '/plugins/after-watcher'

/** calls that no process has claimed */
const waitingCalls = `SELECT d.attempts, d.try_set_at FROM webhook_deliveries d JOIN webhooks w ON w.id = d.webhook_id
  WHERE w.plugin_id IS NOT NULL AND d.state = 'pending' AND d.lease IS NULL`

describe.each(engines)('after-hooks from the log of events on %s', (engine) => {
  let service: TestService
  let count = 0

  beforeAll(async () => {
    service = await startService(engine, { env: { OCTAVO_PLUGINS: modulePath } })
    await makeCollection(service, 'posts', {
      supports: ['drafts', 'revisions', 'scheduling'],
      fields: [{ slug: 'title', type: 'string' }],
    })
  })
  afterAll(() => service.close())
  beforeEach(async () => {
    await awaitHooks(service)
    heard.length = 0
    behaviour.clear()
  })

  const fresh = (): string => `item-${++count}`
  const of = (slug: string) => heard.filter(({ event }) => event['slug'] === slug)
  const runs = async () => dataOf(await service.ask('GET', watcher)).item.hookRuns
  const send = async (method: string, path: string, body?: object): Promise<void> =>
    void expect((await service.ask(method, path, body && { body })).status, path).toBeLessThan(300)

  it('report what changed of every part of the site, and who did it', async () => {
    const { token, userId } = await service.person(50)
    const steps: [method: string, path: string, body: object | undefined, hook: string, reported: object][] =
      [
        ['POST', '/menus', { name: 'top', label: 'T' }, 'menu', { change: 'created', slug: 'top' }],
        [
          'POST',
          '/menus/top/items',
          { type: 'custom', customUrl: '/', label: 'I' },
          'menu',
          { change: 'updated' },
        ],
        ['DELETE', '/menus/top', undefined, 'menu', { change: 'deleted', slug: 'top' }],
        ['POST', '/taxonomies', { name: 'topics', label: 'T' }, 'taxonomy', { change: 'created' }],
        [
          'POST',
          '/taxonomies/topics/terms',
          { slug: 'a', label: 'A' },
          'term',
          { change: 'created', slug: 'a' },
        ],
        ['PUT', '/taxonomies/topics/terms/a', { slug: 'b' }, 'term', { slug: 'b', previousSlug: 'a' }],
        ['POST', '/widget-areas', { name: 'side', label: 'S' }, 'widgetArea', { change: 'created' }],
        [
          'POST',
          '/widget-areas/side/widgets',
          { type: 'content', title: 'W' },
          'widgetArea',
          { change: 'updated' },
        ],
        ['POST', '/sections', { slug: 'hero', title: 'H' }, 'section', { change: 'created', slug: 'hero' }],
        ['POST', '/settings', { siteTitle: 'Other' }, 'settings', { change: 'updated', id: null }],
        [
          'PATCH',
          '/schema/collections/posts',
          { label: 'P' },
          'collection',
          { change: 'updated', slug: 'posts' },
        ],
      ]
    for (const [method, path, body, hook, reported] of steps) {
      heard.length = 0
      const answer = await service.ask(method, path, { token, ...(body !== undefined && { body }) })
      expect(answer.status, answer.text).toBeLessThan(300)
      await awaitHooks(service)
      expect(heard, path).toMatchObject([
        { hook: `${hook}:afterChange`, event: reported, actor: { userId, role: 50, interface: 'rest' } },
      ])
    }
  })

  it('receive the values that an item has when they are called', async () => {
    const slug = fresh()
    const { id } = await makeItem(service, 'posts', { slug })
    await send('PUT', `/content/posts/${id}`, { data: { title: 'Second' }, status: 'published' })
    await send('PUT', `/content/posts/${id}`, { data: { title: 'Third' } })
    await awaitHooks(service)
    expect(of(slug).map(({ hook }) => hook.slice(8))).toEqual([
      'afterSave',
      'afterSave',
      'afterPublish',
      'afterSave',
    ])
    expect(of(slug).at(-1)).toMatchObject({
      event: { reason: 'update', data: { title: 'Third' }, status: 'published' },
    })
    // What visitors see, not the draft.
    expect(of(slug)[2]).toMatchObject({ event: { data: { title: 'Second' } } })
  })

  it('are called again after a failure with the same id, before later ones of the item', async () => {
    const slug = fresh()
    let left = 2
    behaviour.set(slug, () => {
      if (left-- > 0) throw new Error('not now')
    })
    const { id } = await makeItem(service, 'posts', { slug })
    await send('POST', `/content/posts/${id}/publish`, {})
    const other = await makeItem(service, 'posts', { slug: fresh() })
    await awaitHooks(service)
    expect(of(slug)).toHaveLength(1)
    expect(of(other.slug)).toHaveLength(1)
    expect(await runs()).toMatchObject({
      waiting: 2,
      failed: 1,
      lastFailure: { hook: 'content:afterSave', collection: 'posts', id, message: 'not now', attempts: 1 },
    })
    for (let attempt = 0; attempt < 2; attempt++) {
      service.clock.forward(60_000)
      await awaitHooks(service)
    }
    const names = of(slug).map(({ hook }) => hook.slice(8))
    expect(names).toEqual(['afterSave', 'afterSave', 'afterSave', 'afterPublish'])
    expect(new Set(of(slug).map(({ callId }) => callId)).size).toBe(2)
    expect(await runs()).toEqual({ waiting: 0, failed: 0, lastFailure: null })
  })

  it('have the interface of calls that the release before has stored as `door`', async () => {
    const slug = fresh()
    behaviour.set(slug, () => {
      if (of(slug).length === 1) throw new Error('not now')
    })
    await makeItem(service, 'posts', { slug })
    await awaitHooks(service)
    const { database } = service.services
    await database.transaction('maintenance', (tx) =>
      tx.run(
        `UPDATE webhook_deliveries SET body = replace(body, '"interface":', '"door":') WHERE body LIKE ?`,
        [`%${slug}%`],
      ),
    )
    service.clock.forward(60_000)
    await awaitHooks(service)
    const both = { interface: 'rest', door: 'rest' }
    expect(of(slug).map(({ actor }) => actor)).toMatchObject([both, both])
  })

  it('are given up after some hours, and the next of the item is called', { tags: 'long' }, async () => {
    const slug = fresh()
    behaviour.set(slug, () => {
      if (of(slug).at(-1)?.hook === 'content:afterSave') throw new Error('never')
    })
    const { id } = await makeItem(service, 'posts', { slug })
    await send('POST', `/content/posts/${id}/publish`, {})
    for (let hour = 0; hour < 12; hour++) {
      await awaitHooks(service)
      service.clock.forward(3_700_000)
    }
    await awaitHooks(service)
    expect(of(slug).at(-1)?.hook).toBe('content:afterPublish')
    expect(await runs()).toMatchObject({ waiting: 0, failed: 1, lastFailure: { nextTryAt: null } })
  })

  it('that are slow hold up no other item', async () => {
    const [slow, quick] = [fresh(), fresh()]
    let release = (): void => undefined
    behaviour.set(slow, () => new Promise((done) => (release = done)))
    await makeItem(service, 'posts', { slug: slow })
    await vi.waitFor(() => expect(of(slow)).toHaveLength(1), { timeout: patience })
    await makeItem(service, 'posts', { slug: quick })
    await vi.waitFor(() => expect(of(quick)).toHaveLength(1), { timeout: patience })
    release()
  })

  it('of a disabled plugin wait; changes meanwhile are not reported', async () => {
    const [before, meanwhile] = [fresh(), fresh()]
    let isFailing = true
    behaviour.set(before, () => {
      if (isFailing) throw new Error('not now')
    })
    await makeItem(service, 'posts', { slug: before })
    await awaitHooks(service)
    await send('POST', `${watcher}/disable`)
    await makeItem(service, 'posts', { slug: meanwhile })
    service.clock.forward(60_000)
    isFailing = false
    await send('POST', `${watcher}/enable`)
    await awaitHooks(service)
    expect([of(before).length, of(meanwhile).length]).toEqual([2, 0])
  })

  it('wait without a failure where the plugin is disabled after their claim', async () => {
    const slug = fresh()
    const before = await runs()
    let isFailing = true
    behaviour.set(slug, () => {
      if (isFailing) throw new Error('not now')
    })
    await makeItem(service, 'posts', { slug })
    await awaitHooks(service)
    isFailing = false
    const { plugins, sharedClock } = service.services
    const disabled = { ...plugins.current, listeners: new Set<string>() }
    vi.spyOn(service.services, 'sharedClock').mockImplementation((...args) => {
      const isClaim = new Error('for its stack').stack?.includes('claimDeliveries') === true
      if (isClaim) vi.spyOn(plugins, 'current', 'get').mockReturnValue(disabled)
      return sharedClock(...args)
    })
    try {
      service.clock.forward(60_000)
      const now = service.clock.now.toISOString()
      // The claim was given back. Each run of the service claims again, for a moment.
      const waiting = async () =>
        expect(await rowsOf(service, waitingCalls)).toMatchObject([{ try_set_at: now, attempts: 1 }])
      await vi.waitFor(waiting, { timeout: patience })
      expect(of(slug)).toHaveLength(1)
    } finally {
      vi.restoreAllMocks()
    }
    await vi.waitFor(() => expect(of(slug)).toHaveLength(2), { timeout: patience })
    await awaitHooks(service)
    expect(await runs()).toEqual(before)
  })

  it('leave nothing of themselves where the change is rolled back, and are no webhooks', async () => {
    const slug = fresh()
    await makeItem(service, 'posts', { slug })
    const taken = { body: { data: { title: 'x' }, slug } }
    expect((await service.ask('POST', '/content/posts', taken)).status).toBe(409)
    await awaitHooks(service)
    expect(of(slug)).toHaveLength(1)
    expect(dataOf(await service.ask('GET', '/webhooks')).items).toEqual([])
    const [queue] = await rowsOf(service, 'SELECT id FROM webhooks WHERE plugin_id IS NOT NULL')
    const id = encodeURIComponent(String(queue?.['id']))
    for (const [method, path] of [
      ['GET', ''],
      ['DELETE', ''],
      ['GET', '/deliveries'],
      ['POST', '/test'],
    ] as const)
      expect((await service.ask(method, `/webhooks/${id}${path}`)).status).toBe(404)
  })
})

describe.each(engines)('after-hooks of two nodes on %s', (engine) => {
  it('are called by one of them', { tags: 'long' }, async () => {
    const cluster = await startCluster(engine, 2, { OCTAVO_PLUGINS: modulePath })
    try {
      const [one] = cluster.nodes as [Node]
      const collection = { slug: 'posts', label: 'Posts' }
      dataOf(await one.ask('POST', '/schema/collections', { body: collection }), 201)
      heard.length = 0
      const ids: string[] = []
      for (let round = 0; round < 20; round++) {
        const node = cluster.nodes[round % 2] as Node
        ids.push(dataOf(await node.ask('POST', '/content/posts', { body: { data: {} } }), 201).item.id)
      }
      const saved = (): unknown[] =>
        heard.filter(({ hook }) => hook === 'content:afterSave').map(({ event }) => event['id'])
      await vi.waitFor(() => expect(saved().toSorted()).toEqual(ids.toSorted()), { timeout: patience })
      await delay(1500)
      expect(saved()).toHaveLength(ids.length)
    } finally {
      await cluster.close()
    }
  })
})
