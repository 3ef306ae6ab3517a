import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { dataOf } from '../setup/answers.ts'
import { type Cluster, type Node, startCluster } from '../setup/cluster.ts'
import { makeCollection, type Made } from '../setup/content.ts'
import { type Answer, engines, rowsFor, startService, type TestService } from '../setup/service.ts'

const site = 'https://www.example.com'

const text = 'Words that come again and again. '.repeat(1000)

async function prepare(service: Pick<TestService, 'ask'>): Promise<Made> {
  await makeCollection(service, 'posts', {
    supports: ['drafts'],
    fields: [
      { slug: 'title', type: 'string' },
      { slug: 'body', type: 'text' },
    ],
  })
  const body = { data: { title: 'First', body: text }, status: 'published' }
  return dataOf(await service.ask('POST', '/content/posts', { body }), 201).item
}

describe.each(engines)('browsers of other origins on %s', (engine) => {
  let service: TestService
  let made: Made

  beforeAll(async () => {
    service = await startService(engine, { env: { OCTAVO_CORS_ORIGINS: site } })
    made = await prepare(service)
  })
  afterAll(() => service.close())

  const ways: [name: string, ask: (origin: string) => Promise<Answer>, status: number][] = [
    ['an item', (origin) => service.ask('GET', `/content/posts/${made.id}`, { headers: { origin } }), 200],
    ['a list', (origin) => service.ask('GET', '/content/posts', { headers: { origin } }), 200],
    [
      'an item that is known',
      (origin) =>
        service.ask('GET', `/content/posts/${made.id}`, { headers: { origin, 'if-none-match': '*' } }),
      304,
    ],
    ['a new item', (origin) => service.ask('POST', '/content/posts', { body: {}, headers: { origin } }), 201],
    ['the schema', (origin) => service.ask('GET', '/schema/collections', { headers: { origin } }), 200],
    ['nothing', (origin) => service.ask('GET', '/content/posts/none', { headers: { origin } }), 404],
    ['no token', (origin) => service.ask('GET', '/content/posts', { token: null, headers: { origin } }), 401],
  ]

  it.each(rowsFor(engine, ways))(
    'may read %s from an origin that is configured',
    async (_name, ask, status) => {
      const answer = await ask(site)
      expect(answer.status, answer.text).toBe(status)
      expect(answer.headers['access-control-allow-origin']).toBe(site)
      expect(answer.headers['access-control-allow-credentials']).toBeUndefined()
      expect(answer.headers['access-control-expose-headers']).toContain('ETag')
      expect(answer.headers['vary']).toContain('Origin')
    },
  )

  it.each(rowsFor(engine, ways))('may not read %s from anywhere else', async (_name, ask) => {
    for (const origin of ['https://evil.example', 'https://www.example.com.evil.example', 'null']) {
      const answer = await ask(origin)
      expect(answer.headers['access-control-allow-origin']).toBeUndefined()
      expect(answer.headers['vary']).toContain('Origin')
    }
  })

  const sent = ['authorization', 'if-match', 'x-octavo-request', 'content-type, authorization, if-match']
  it.each(rowsFor(engine, sent))('may send %s', async (headers) => {
    const answer = await service.ask('OPTIONS', `/content/posts/${made.id}`, {
      token: null,
      headers: {
        origin: site,
        'access-control-request-method': 'PUT',
        'access-control-request-headers': headers,
      },
    })
    expect(answer.status).toBe(204)
    expect(answer.headers['access-control-allow-origin']).toBe(site)
    expect(answer.headers['access-control-allow-headers']).toBe(headers)
    expect(answer.headers['access-control-allow-methods']).toMatch(/PUT, PATCH, DELETE/)
    expect(Number(answer.headers['access-control-max-age'])).toBeGreaterThan(0)
  })
})

describe('without configured origins', () => {
  let service: TestService
  let made: Made

  beforeAll(async () => {
    service = await startService('sqlite', { env: { OCTAVO_BASE_URL: 'https://cms.example.com' } })
    made = await prepare(service)
  })
  afterAll(() => service.close())

  it('no browser reads anything', async () => {
    const headers = { origin: site }
    const answer = await service.ask('GET', `/content/posts/${made.id}`, { headers })
    expect(Object.keys(answer.headers).filter((name) => name.startsWith('access-control'))).toEqual([])
  })

  it.each([
    ['an item', 'ITEM', 200],
    ['a list', '/content/posts', 200],
    ['a schema', '/schema/collections', 200],
    ['the OpenAPI document', '/openapi.json', 200],
    ['the page for people', '/docs', 200],
    ['an error', '/content/posts/none', 404],
    ['no such path', '/none', 404],
  ])('%s has the headers that keep browsers safe', async (_name, path, status) => {
    const answer = await service.ask('GET', path === 'ITEM' ? `/content/posts/${made.id}` : path)
    expect(answer.status).toBe(status)
    expect(answer.headers).toMatchObject({
      'x-content-type-options': 'nosniff',
      'x-frame-options': 'DENY',
      'referrer-policy': 'no-referrer',
      'cross-origin-resource-policy': 'same-origin',
      'strict-transport-security': 'max-age=31536000',
      'x-request-id': expect.any(String),
    })
    const policy = answer.headers['content-security-policy']
    expect(policy).toContain(`default-src 'none'`)
    expect(policy).toContain(`frame-ancestors 'none'`)
  })

  it('a plain http address promises no https', async () => {
    const plain = await startService('sqlite')
    const answer = await plain.ask('GET', '/content/none')
    expect(answer.headers['strict-transport-security']).toBeUndefined()
    await plain.close()
  })
})

describe('compression', () => {
  let cluster: Cluster
  let service: Node
  let port: number
  let made: Made

  beforeAll(async () => {
    cluster = await startCluster('sqlite', 1)
    ;[service] = cluster.nodes as [Node]
    port = await service.listen()
    made = await prepare(service)
    // An answer that the framework sends: a schema of many fields.
    for (let count = 0; count < 60; count++) {
      const body = { slug: `field${count}`, label: 'x'.repeat(200), type: 'string' }
      await service.ask('POST', '/schema/collections/posts/fields', { body })
    }
  })
  afterAll(() => cluster.close())

  const raw = async (
    path: string,
    headers: Record<string, string> = {},
  ): Promise<{ status: number; headers: Answer['headers']; bytes: Buffer }> => {
    const response = await fetch(`http://127.0.0.1:${port}/_cms/api${path}`, {
      headers: { authorization: `Bearer ${service.token}`, 'accept-encoding': 'identity', ...headers },
    })
    return {
      status: response.status,
      headers: Object.fromEntries(response.headers),
      bytes: Buffer.from(await response.arrayBuffer()),
    }
  }

  const answers = ['ITEM', '/content/posts', '/openapi.json', '/docs', '/schema/collections/posts/fields']
  const pairs = answers.flatMap((name) => ['br', 'gzip'].map((coding) => [name, coding] as const))
  it.each(pairs)('%s is smaller for who asks for %s', async (name, coding) => {
    const path = name === 'ITEM' ? `/content/posts/${made.id}` : name
    const plain = await raw(path)
    const packed = await raw(path, { 'accept-encoding': coding })
    expect(plain.headers['content-encoding']).toBeUndefined()
    expect(packed.headers['content-encoding']).toBe(coding)
    // fetch has unpacked it: the same bytes, which came as fewer.
    expect(packed.bytes).toEqual(plain.bytes)
    expect(Number(packed.headers['content-length'])).toBeLessThan(plain.bytes.length / 2)
    for (const { headers } of [plain, packed]) expect(headers['vary']).toMatch(/(?:^|, )Accept-Encoding$/)
    if (plain.headers['etag'] !== undefined) expect(packed.headers['etag']).not.toBe(plain.headers['etag'])
  })

  it.each(['gzip;q=0', 'deflate', '*;q=0', 'identity', 'gzip;q=0, br;q=0, *', ''])(
    'none for %s',
    async (accepted) => {
      const answer = await service.ask('GET', `/content/posts/${made.id}`, {
        headers: { 'accept-encoding': accepted },
      })
      expect(answer.headers['content-encoding']).toBeUndefined()
      expect(answer.headers['vary']).toBe('Accept-Encoding')
      expect(answer.body.success).toBe(true)
    },
  )

  it.each([
    ['GZIP', 'gzip'],
    ['x-gzip', 'gzip'],
    ['*', 'br'],
    ['br;q=0, *', 'gzip'],
    ['deflate, gzip, br', 'br'],
  ])('for %s comes %s', async (accepted, coding) => {
    const { headers } = await raw(`/content/posts/${made.id}`, { 'accept-encoding': accepted })
    expect(headers['content-encoding']).toBe(coding)
  })

  it('small answers stay as they are', async () => {
    const small = await service.ask('GET', '/content/posts/none', { headers: { 'accept-encoding': 'gzip' } })
    expect(small.headers['content-encoding']).toBeUndefined()
  })

  it('both tags are known afterwards, and both may be matched by a change', async () => {
    const path = `/content/posts/${made.id}`
    const { headers } = await raw(path, { 'accept-encoding': 'gzip' })
    const tag = headers['etag'] ?? ''
    const known = await raw(path, { 'accept-encoding': 'gzip', 'if-none-match': tag })
    expect(known.status).toBe(304)
    expect(known.headers['etag']).toBe(tag)
    const changed = await service.ask('PUT', path, {
      body: { data: { title: 'Changed' } },
      headers: { 'if-match': tag },
    })
    expect(changed.status).toBe(200)
    const stale = await service.ask('PUT', path, { body: {}, headers: { 'if-match': tag } })
    expect(stale.status).toBe(412)
  })

  it('is not there where it is turned off', async () => {
    const off = await startService('sqlite', { env: { OCTAVO_COMPRESSION: 'off' } })
    const { id } = await prepare(off)
    const answer = await off.ask('GET', `/content/posts/${id}`, { headers: { 'accept-encoding': 'gzip' } })
    expect(answer.headers['content-encoding']).toBeUndefined()
    expect(answer.headers['vary']).toBeUndefined()
    await off.close()
  })
})
