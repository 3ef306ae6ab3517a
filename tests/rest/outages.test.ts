// @module-tag long
import { oauthPaths } from '@octavo/contract/oauth'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { dataOf } from '../setup/answers.ts'
import { makeCollection } from '../setup/content.ts'
import { type TestDatabase, withMigratedPostgres } from '../setup/databases.ts'
import { asAdmin } from '../setup/database-server.ts'
import { both } from '../setup/mcp.ts'
import { send } from '../setup/oauth.ts'
import { patience } from '../setup/patience.ts'
import { type Answer, startService, type TestService } from '../setup/service.ts'
import { startTcpProxy, type TcpProxy } from '../setup/tcp-proxy.ts'

const envelope = {
  success: false,
  error: { code: 'UNAVAILABLE', message: expect.any(String), details: {} },
}

/** A call of a tool of MCP. */
const callOf = (name: string, args: object = {}, more: object = {}) => ({
  jsonrpc: '2.0',
  id: 7,
  method: 'tools/call',
  params: { name, arguments: { collection: 'posts', ...args }, ...more },
})

/** How each interface is asked, and what it answers during an outage. */
const interfaces: [name: string, ask: (service: TestService) => Promise<Answer>, body: unknown][] = [
  ['a read', (service) => service.ask('GET', '/content/posts'), envelope],
  ['a write', (service) => service.ask('POST', '/content/posts', { body: {} }), envelope],
  ['a file', (service) => service.ask('GET', '/media/file/none.png', { token: null }), envelope],
  [
    'a tool of MCP',
    (service) => service.ask('POST', '/mcp', { body: callOf('content_list'), headers: both }),
    // Nobody has read the message yet: it fails when the token is looked up.
    { jsonrpc: '2.0', id: null, error: { code: -32603, message: envelope.error.message } },
  ],
  [
    'an OAuth endpoint',
    (service) => send(service, 'POST', oauthPaths.token, { form: { grant_type: 'refresh_token' } }),
    { error: 'temporarily_unavailable', error_description: expect.any(String) },
  ],
  [
    'a page of OAuth',
    (service) => send(service, 'GET', oauthPaths.authorize, { query: { client_id: 'x' } }),
    undefined,
  ],
  ['a page', (service) => send(service, 'GET', '/_cms/setup'), undefined],
]

/** seconds; longer than a busy machine takes for a statement */
const timeout = 2

const notReady = {
  checks: [
    { name: 'database', ok: false, message: 'The database does not answer.' },
    expect.objectContaining({ name: 'migrations', ok: false }),
    expect.objectContaining({ name: 'store', ok: true }),
    expect.objectContaining({ name: 'shutdown', ok: true }),
  ],
}

describe('a service whose PostgreSQL does not answer', () => {
  let database: TestDatabase
  let proxy: TcpProxy
  let service: TestService
  const log: Record<string, unknown>[] = []

  beforeAll(async () => {
    database = await withMigratedPostgres()
    const url = new URL(database.url)
    proxy = await startTcpProxy(url.hostname, Number(url.port))
    url.port = String(proxy.port)
    service = await startService('postgres', {
      env: {
        OCTAVO_DATABASE_URL: url.href,
        OCTAVO_DATABASE_CONNECT_TIMEOUT: String(timeout),
        OCTAVO_DATABASE_STATEMENT_TIMEOUT: String(timeout),
        OCTAVO_DATABASE_LOCK_TIMEOUT: String(timeout),
        OCTAVO_RATE_LIMIT: 'on',
      },
      onLog: (line) => log.push(line),
    })
    await makeCollection(service, 'posts', { supports: [] })
  })
  afterAll(async () => {
    await service.close()
    await proxy.close()
    await database.drop()
  })
  beforeEach(async () => {
    proxy.set('open')
    await untilReady()
    await expect.poll(() => troubles().at(-1), { timeout: patience }).not.toBe('the database does not answer')
    log.splice(0)
  })

  const create = (more: object) =>
    service.ask('POST', '/mcp', { body: callOf('content_create', { data: {} }, more), headers: both })
  const isReady = async () => (await send(service, 'GET', '/_cms/health/ready')).status === 200
  const untilReady = async () => {
    await expect.poll(isReady, { timeout: patience }).toBe(true)
  }
  const troubles = () => log.filter(({ level }) => Number(level) >= 40).map(({ msg }) => msg)
  const count = async () => dataOf(await service.ask('GET', '/content/posts?limit=100')).items.length

  it.each(['frozen', 'closed'] as const)('says so on every interface while it is %s', async (mode) => {
    proxy.set(mode)
    const answers = await Promise.all(interfaces.map(([, ask]) => ask(service)))
    const reported = answers.map(({ status, headers, body }, index) => [
      interfaces[index]?.[0],
      status,
      headers['retry-after'],
      body,
    ])
    expect(reported).toEqual(interfaces.map(([name, , body]) => [name, 503, '5', body]))
    for (const name of ['a page of OAuth', 'a page']) {
      const { text } = answers[interfaces.findIndex(([found]) => found === name)] as Answer
      expect(text).toContain('<h1>The service is not available right now</h1>')
    }
    const ready = async () => (await send(service, 'GET', '/_cms/health/ready')).body
    await expect.poll(ready, { timeout: patience }).toEqual(notReady)
    expect((await send(service, 'GET', '/_cms/health')).status).toBe(200)
    expect((await send(service, 'GET', '/_cms/health/live')).status).toBe(200)
    proxy.set('open')
    await untilReady()
    for (const [name, ask] of interfaces)
      expect([name, (await ask(service)).status < 500]).toEqual([name, true])
    await expect.poll(troubles, { timeout: patience }).toContain('the database answers again')
    expect(troubles()).toEqual(['the database does not answer', 'the database answers again'])
    expect(log.filter((line) => line['err'] !== undefined && Number(line['level']) > 20)).toEqual([])
  })

  it('goes on with new connections when the old ones get no answer any more', async () => {
    await Promise.all(Array.from({ length: 20 }, () => service.ask('GET', '/content/posts')))
    proxy.freezeExisting()
    const { status } = await service.ask('GET', '/content/posts')
    expect(status).toBe(503)
    await expect
      .poll(async () => (await service.ask('GET', '/content/posts')).status, { timeout: patience })
      .toBe(200)
  })

  it('neither acknowledges nor repeats a change whose commit is not answered', async () => {
    const before = await count()
    // Jobs of the service commit as well.
    const slug = `never-confirmed-${before}`
    proxy.loseAnswerTo('COMMIT', slug)
    const { status, body } = await service.ask('POST', '/content/posts', { body: { slug } })
    expect([status, body.error.code]).toEqual([503, 'UNAVAILABLE'])
    expect(body.error.message).toContain('did not confirm the change')
    expect(body.error.details).toEqual({ isUnconfirmed: true })
    expect(body.error.message).not.toContain('Nothing was changed')
    await untilReady()
    expect(await count()).toBe(before + 1)
  })

  it('gives up waiting for a lock, and says so in one line of the log each time', async () => {
    await asAdmin(database.url, async (client) => {
      await client.query('BEGIN; LOCK TABLE content_posts')
      const answers = await Promise.all([
        service.ask('POST', '/content/posts', { body: {} }),
        create({}),
        // What has unusual parts is answered by the SDK.
        create({ _meta: { unusual: true } }),
      ])
      expect(answers.map(({ status, body }) => [status, body.id, body.error.code])).toEqual([
        [503, undefined, 'UNAVAILABLE'],
        [503, 7, -32603],
        [503, 7, -32603],
      ])
      await client.query('ROLLBACK')
    })
    expect((await service.ask('POST', '/content/posts', { body: {} })).status).toBe(201)
    expect(troubles()).toEqual(Array.from({ length: 3 }, () => 'the database took too long'))
  })

  it('answers those messages of a batch that came before an outage', async () => {
    if (dataOf(await service.ask('GET', '/schema/collections')).items.length === 1)
      await makeCollection(service, 'pages', { supports: [] })
    const message = (id: number, collection: string) => ({
      ...callOf('content_create', { collection, data: {} }),
      id,
    })
    const batch = [message(1, 'pages'), message(2, 'posts'), message(3, 'pages')]
    const countPages = async () => dataOf(await service.ask('GET', '/content/pages')).items.length
    const before = await countPages()
    await asAdmin(database.url, async (client) => {
      await client.query('BEGIN; LOCK TABLE content_posts')
      const { status, body } = await service.ask('POST', '/mcp', { body: batch, headers: both })
      expect([status, body]).toMatchObject([
        200,
        [
          { id: 1, result: {} },
          { id: 2, error: { code: -32603, message: expect.stringContaining('Nothing was changed') } },
          { id: 3, error: { code: -32000, message: expect.stringContaining('Nothing was done for this') } },
        ],
      ])
      const first = await service.ask('POST', '/mcp', { body: batch.slice(1), headers: both })
      expect([first.status, first.body.error.code]).toEqual([503, -32603])
      await client.query('ROLLBACK')
    })
    expect(await countPages()).toBe(before + 1)
  })

  it('says that nothing was changed where that is sure', async () => {
    await asAdmin(database.url, async (client) => {
      await client.query('BEGIN; LOCK TABLE content_posts')
      const write = await service.ask('POST', '/content/posts', { body: {} })
      expect(write.body.error.message).toContain('Nothing was changed')
      const read = await service.ask('GET', '/content/posts')
      expect([read.status, read.body.error.message]).toEqual([503, expect.not.stringContaining('Nothing')])
      await client.query('ROLLBACK')
    })
  })

  it('ends statements that take too long, but none of schema changes and maintenance', async () => {
    const sleep = (kind: 'write' | 'maintenance' | 'schema') =>
      service.services.database.transaction(kind, (tx) => tx.rows('SELECT pg_sleep(?)', [timeout + 0.3]))
    await expect(sleep('write')).rejects.toMatchObject({ code: 'UNAVAILABLE' })
    await expect(sleep('maintenance')).resolves.toHaveLength(1)
    await expect(sleep('schema')).resolves.toHaveLength(1)
  })
})
