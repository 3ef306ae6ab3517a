import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { dataOf, expectFailure, issuePaths, outcome } from '../setup/answers.ts'
import { type Cluster, type Node, startCluster } from '../setup/cluster.ts'
import { makeCollection } from '../setup/content.ts'
import { type Answer, engines, startService, type TestService } from '../setup/service.ts'
import { passesWithin } from '../setup/timing.ts'

const modulePath = new URL('../plugins/every-hook.ts', import.meta.url).pathname

describe.each(engines)('plugins on %s', (engine) => {
  let service: TestService

  beforeAll(async () => {
    service = await startService(engine, { env: { OCTAVO_PLUGINS: modulePath } })
    await makeCollection(service, 'posts', { supports: [], fields: [{ slug: 'body', type: 'portableText' }] })
  })
  afterAll(() => service.close())

  const operations: [method: string, path: string, body: unknown][] = [
    ['GET', '/plugins', undefined],
    ['GET', '/plugins/embeds', undefined],
    ['POST', '/plugins/embeds/enable', {}],
    ['POST', '/plugins/embeds/disable', {}],
    ['PATCH', '/plugins/embeds', { settings: {} }],
  ]

  it.each(operations)('%s %s is for admins alone', async (method, path, body) => {
    const ask = (token: string | null): Promise<Answer> =>
      service.ask(method, path, { token, ...(body !== undefined && { body }) })
    expectFailure(await ask(null), '401 UNAUTHORIZED')
    for (const role of [10, 20, 30, 40]) {
      const { token } = await service.person(role, ['content:read'])
      expectFailure(await ask(token), '403 FORBIDDEN')
    }
    const everyOther = [
      'content:read',
      'content:write',
      'media:read',
      'media:write',
      'schema:read',
      'schema:write',
    ]
    expectFailure(await ask((await service.person(50, everyOther)).token), '403 FORBIDDEN', 'admin')
    dataOf(await ask((await service.person(50)).token))
  })

  it.each(operations.slice(1))('%s %s of a plugin that is not there is 404', async (method, path, body) => {
    const answer = await service.ask(method, path.replace('embeds', 'none'), {
      ...(body !== undefined && { body }),
    })
    expectFailure(answer, '404 NOT_FOUND', '"none"')
  })

  it.each<[method: string, path: string, body: unknown, issue: string]>([
    ['GET', '/plugins?limit=5', undefined, 'limit'],
    ['GET', '/plugins/embeds?x=1', undefined, 'x'],
    ['POST', '/plugins/embeds/enable', { now: true }, 'now'],
    ['POST', '/plugins/embeds/disable', { now: true }, 'now'],
    ['PATCH', '/plugins/embeds', {}, 'settings'],
    ['PATCH', '/plugins/embeds', { settings: [] }, 'settings'],
    ['PATCH', '/plugins/embeds', { settings: {}, enabled: true }, 'enabled'],
    ['PATCH', '/plugins/embeds', { settings: { hosts: [] } }, 'settings.hosts'],
    ['PATCH', '/plugins/embeds', { settings: { allowedHosts: [7] } }, 'settings.allowedHosts.0'],
    [
      'PATCH',
      '/plugins/embeds',
      { settings: { allowedHosts: ['https://youtube.com'] } },
      'settings.allowedHosts.0',
    ],
    ['PATCH', '/plugins/embeds', { settings: { allowedHosts: [''] } }, 'settings.allowedHosts.0'],
    ['PATCH', '/plugins/code-blocks', { settings: { any: 1 } }, 'settings.any'],
  ])('%s %s %j is 400 and names %s', async (method, path, body, issue) => {
    const answer = await service.ask(method, path, { ...(body !== undefined && { body }) })
    expectFailure(answer, '400 VALIDATION_ERROR')
    expect(issuePaths(answer)).toEqual([issue])
  })

  it('are listed: the bundled ones wait, the configured ones work', async () => {
    const { items } = dataOf(await service.ask('GET', '/plugins'))
    const short = items.map((one: Record<string, unknown>) => [
      one['id'],
      one['source'],
      one['enabled'],
      one['status'],
    ])
    expect(short).toEqual([
      ['code-blocks', 'bundled', false, 'inactive'],
      ['embeds', 'bundled', false, 'inactive'],
      ['every-hook', 'configured', true, 'active'],
    ])
    expect(items[2]).toMatchObject({
      name: 'Every hook',
      version: '1.2.3',
      hasHooks: true,
      hasSettings: true,
    })
    expect(items[2].hooks).toHaveLength(23)
    expect(items[2].hookRuns).toEqual({ waiting: 0, failed: 0, lastFailure: null })
    expect(items[0].blocks[0]).toMatchObject({ type: 'code', schema: { type: 'object', required: ['code'] } })
  })

  it('keep their settings, and never tell a secret one', async () => {
    const path = '/plugins/every-hook'
    const before = dataOf(await service.ask('GET', path)).item
    expect(before).toMatchObject({ settings: { greeting: 'hello' }, secrets: { apiKey: false } })
    const settings = { greeting: 'good day', apiKey: 'hush' }
    const answer = await service.ask('PATCH', path, { body: { settings } })
    expect(dataOf(answer).item).toMatchObject({
      settings: { greeting: 'good day' },
      secrets: { apiKey: true },
    })
    expect(answer.text).not.toContain('hush')
    dataOf(await service.ask('PATCH', path, { body: { settings: { greeting: null } } }))
    const after = dataOf(await service.ask('GET', path)).item
    expect(after).toMatchObject({ settings: { greeting: 'hello' }, secrets: { apiKey: true }, enabled: true })
    expect(after.settingsSchema).toMatchObject({
      type: 'object',
      properties: { greeting: { maxLength: 20 } },
    })
  })

  const create = (body: unknown): Promise<Answer> =>
    service.ask('POST', '/content/posts', { body: { data: { body } } })
  const paragraph = { _type: 'block', style: 'normal', children: [{ _type: 'span', text: 'Words' }] }

  it('check the blocks of their types while they are enabled, and leave all others alone', async () => {
    const old = dataOf(await create([{ _type: 'code', anything: 1 }]), 201).item
    dataOf(await service.ask('POST', '/plugins/code-blocks/enable'))
    const wrong = await create([
      paragraph,
      { _type: 'code', language: 'NO', extra: 1 },
      { _type: 'other', x: 1 },
    ])
    expectFailure(wrong, '400 VALIDATION_ERROR')
    expect(issuePaths(wrong).toSorted()).toEqual([
      'data.body.1.code',
      'data.body.1.extra',
      'data.body.1.language',
    ])
    const { item } = dataOf(await create([paragraph, { _type: 'code', _key: 'k', code: 'x' }]), 201)
    expect(item.data.body).toEqual([paragraph, { _type: 'code', _key: 'k', code: 'x', language: 'text' }])
    // What was there stays as it is, and readable.
    expect(dataOf(await service.ask('GET', `/content/posts/${old.id}`)).item.data.body).toEqual([
      { _type: 'code', anything: 1 },
    ])
    dataOf(await service.ask('POST', '/plugins/code-blocks/disable'))
    const path = `/content/posts/${item.id}`
    expect(dataOf(await service.ask('GET', path)).item.data.body).toHaveLength(2)
    dataOf(await service.ask('PUT', path, { body: { data: { body: item.data.body } } }))
    expect(dataOf(await service.ask('GET', path)).item.data).toEqual(item.data)
    dataOf(await create([{ _type: 'code', language: 'NO' }]), 201)
  })

  it('tell of wrong blocks together with all else that is wrong', async () => {
    const body = { data: { body: [{ _type: 'quote', text: '  ' }], none: 1 }, slug: 'NO!', extra: 1 }
    const answer = await service.ask('POST', '/content/posts', { body })
    expect(issuePaths(answer).toSorted()).toEqual(['data.body.0.text', 'data.none', 'extra', 'slug'])
  })

  it.each<[name: string, block: Record<string, unknown>, expected: string]>([
    ['a video', { _type: 'video', url: 'https://video.example.com/watch?v=1' }, '201'],
    ['a post', { _type: 'post', url: 'https://social.example.com/1', caption: 'Look' }, '201'],
    ['a map', { _type: 'map', url: 'https://maps.example.com/1', latitude: 52.5, longitude: 13.4 }, '201'],
    [
      'a place off the world',
      { _type: 'map', url: 'https://maps.example.com', latitude: 91 },
      '400 VALIDATION_ERROR',
    ],
    ['a script', { _type: 'video', url: 'javascript:alert(1)' }, '400 VALIDATION_ERROR'],
    ['data', { _type: 'video', url: 'data:text/html,x' }, '400 VALIDATION_ERROR'],
    ['no address', { _type: 'post' }, '400 VALIDATION_ERROR'],
    ['HTML', { _type: 'post', url: 'https://a.example.com', html: '<script>' }, '400 VALIDATION_ERROR'],
  ])('embeds take or refuse %s', async (_name, block, expected) => {
    dataOf(await service.ask('POST', '/plugins/embeds/enable'))
    expect(outcome(await create([block]))).toBe(expected)
  })

  it('embeds are checked wherever they stand, but for what is no rich text', async () => {
    dataOf(await service.ask('POST', '/plugins/embeds/enable'))
    const bad = { _type: 'video', url: '/not-of-the-web' }
    const line = { ...paragraph, children: [...paragraph.children, bad], markDefs: [{ ...bad, _key: 'm' }] }
    const within = [{ _type: 'columns', columns: [{ blocks: [paragraph, bad] }] }, line]
    const paths = ['0.columns.0.blocks.1.url', '1.children.1.url']
    expect(issuePaths(await create(within))).toEqual(paths.map((path) => `data.body.${path}`))
    dataOf(await service.ask('POST', '/widget-areas', { body: { name: 'side', label: 'S' } }), 201)
    const made: [path: string, body: object][] = [
      ['/sections', { slug: 's', title: 'S' }],
      ['/widget-areas/side/widgets', { type: 'content' }],
    ]
    for (const [path, body] of made) {
      const refused = await service.ask('POST', path, { body: { ...body, content: within } })
      expectFailure(refused, '400 VALIDATION_ERROR')
      expect(issuePaths(refused)).toEqual(paths.map((one) => `content.${one}`))
      const { item } = dataOf(
        await service.ask('POST', path, { body: { ...body, content: [paragraph] } }),
        201,
      )
      const change = await service.ask('PUT', `${path}/${item.slug ?? item.id}`, {
        body: { content: within },
      })
      expect(issuePaths(change)).toEqual(paths.map((one) => `content.${one}`))
    }
    await makeCollection(service, 'plain', { supports: [], fields: [{ slug: 'any', type: 'json' }] })
    const settings = { allowedHosts: ['example.org'] }
    dataOf(await service.ask('PATCH', '/plugins/embeds', { body: { settings } }))
    const data = { any: [{ _type: 'video', url: 'https://elsewhere.example' }] }
    dataOf(await service.ask('POST', '/content/plain', { body: { data } }), 201)
    dataOf(await service.ask('PATCH', '/plugins/embeds', { body: { settings: { allowedHosts: null } } }))
  })

  it('embeds come from allowed hosts alone, once there are some', async () => {
    const settings = { allowedHosts: ['Example.org'] }
    const { item } = dataOf(await service.ask('PATCH', '/plugins/embeds', { body: { settings } }))
    expect(item.settings).toEqual({ allowedHosts: ['example.org'] })
    const video = (host: string): unknown[] => [paragraph, { _type: 'video', url: `https://${host}/1` }]
    for (const host of ['example.org', 'www.example.org']) dataOf(await create(video(host)), 201)
    for (const host of ['example.com', 'notexample.org', 'example.org.evil.net']) {
      const answer = await create(video(host))
      expectFailure(answer, '400 VALIDATION_ERROR', host)
      expect(issuePaths(answer)).toEqual(['data.body.1.url'])
    }
    dataOf(await service.ask('PATCH', '/plugins/embeds', { body: { settings: { allowedHosts: null } } }))
  })

  it('are enabled and disabled as often as one likes', async () => {
    for (const verb of ['enable', 'enable', 'disable', 'disable', 'enable']) {
      const { item } = dataOf(await service.ask('POST', `/plugins/code-blocks/${verb}`))
      expect(item.enabled).toBe(verb === 'enable')
      expect(item.status).toBe(verb === 'enable' ? 'active' : 'inactive')
      expect(item.activatedAt).toEqual(expect.any(String))
    }
  })
})

describe.each(engines)('two services with plugins on %s', (engine) => {
  let cluster: Cluster
  let one: Node
  let other: Node
  beforeAll(async () => {
    cluster = await startCluster(engine, 2, { OCTAVO_PLUGINS: modulePath })
    ;[one, other] = cluster.nodes as [Node, Node]
    await makeCollection(one, 'posts', { supports: [], fields: [{ slug: 'body', type: 'portableText' }] })
  })
  afterAll(() => cluster.close())

  it('writes of the other follow at once, and what it says too', async () => {
    const write = (): Promise<Answer> =>
      other.ask('POST', '/content/posts', { body: { data: { body: [{ _type: 'code', wrong: 1 }] } } })
    for (let round = 0; round < 5; round++) {
      dataOf(await one.ask('POST', '/plugins/code-blocks/enable'))
      expectFailure(await write(), '400 VALIDATION_ERROR', 'code')
      expect(dataOf(await other.ask('GET', '/plugins/code-blocks')).item.enabled).toBe(true)
      dataOf(await one.ask('POST', '/plugins/code-blocks/disable'))
      dataOf(await write(), 201)
    }
  })

  it('a hook of the other is silent at once, and its settings follow', async () => {
    const write = (): Promise<Answer> =>
      other.ask('POST', '/content/posts', {
        body: { data: { body: [{ _type: 'video', url: 'https://a.example.com' }] } },
      })
    dataOf(await one.ask('POST', '/plugins/embeds/enable'))
    const settings = { allowedHosts: ['example.org'] }
    dataOf(await one.ask('PATCH', '/plugins/embeds', { body: { settings } }))
    expectFailure(await write(), '400 VALIDATION_ERROR', 'a.example.com')
    dataOf(await one.ask('POST', '/plugins/embeds/disable'))
    dataOf(await write(), 201)
  })

  it('what reads in the other follows within a moment', async () => {
    dataOf(await one.ask('POST', '/plugins/code-blocks/enable'))
    await passesWithin(1500, async () => expect(other.services.plugins.current.blocks.has('code')).toBe(true))
  })
})
