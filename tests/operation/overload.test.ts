import { once } from 'node:events'
import { Agent, type IncomingMessage, request as send } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as delay } from 'node:timers/promises'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { backlog } from '@octavo/server/main'
import { makeCollection, makeItem } from '../setup/content.ts'
import { patience } from '../setup/patience.ts'
import { type Engine, engines, startService, type TestService } from '../setup/service.ts'
import { expectSomeUnder } from '../setup/timing.ts'

const burst = 2000
const most = 50

interface Seen {
  readonly status: number
  readonly text: string
  readonly retryAfter: string | undefined
  readonly ms: number
}

describe.each(engines)('too many requests at once on %s', (engine: Engine) => {
  const lines: Record<string, unknown>[] = []
  const agent = new Agent({ keepAlive: false, maxSockets: Infinity })
  let service: TestService
  let port: number
  const slow = { data: { title: 'Slow' } }

  beforeAll(async () => {
    service = await startService(engine, {
      isRealTime: true,
      env: {
        OCTAVO_MAX_REQUESTS: String(most),
        OCTAVO_LOG_LEVEL: 'warn',
        OCTAVO_RATE_LIMIT: 'off',
        OCTAVO_DATABASE_LOCK_TIMEOUT: '90',
        OCTAVO_DATABASE_STATEMENT_TIMEOUT: '90',
        OCTAVO_DATABASE_CONNECT_TIMEOUT: '90',
      },
      onLog: (line) => void lines.push(line),
    })
    await makeCollection(service, 'posts', {
      supports: ['drafts'],
      fields: [{ slug: 'title', type: 'string' }],
    })
    await makeItem(service, 'posts')
    await service.server.listen({ port: 0, host: '127.0.0.1', backlog })
    port = (service.server.server.address() as AddressInfo).port
  })
  afterAll(async () => {
    agent.destroy()
    await service.close()
  })

  function ask(method: string, path: string, body?: object, type = 'application/json'): Promise<Seen> {
    const begun = performance.now()
    const content = body === undefined ? '' : JSON.stringify(body)
    const headers = {
      // Metrics are for this machine without a token.
      ...(path.includes('/api/') && { authorization: `Bearer ${service.token}` }),
      accept: 'application/json, text/event-stream',
      ...(content !== '' && { 'content-type': type, 'content-length': String(Buffer.byteLength(content)) }),
    }
    return new Promise((resolve, reject) => {
      const sent = send({ agent, port, host: '127.0.0.1', method, path, headers }, (response) => {
        const parts: Buffer[] = []
        response.on('data', (part: Buffer) => parts.push(part))
        response.on('end', () =>
          resolve({
            status: response.statusCode ?? 0,
            text: Buffer.concat(parts).toString(),
            retryAfter: response.headers['retry-after'],
            ms: performance.now() - begun,
          }),
        )
      })
      sent.on('error', reject)
      sent.end(content)
    })
  }

  /** Keeps writes waiting until the returned function is called. */
  async function blockWrites(): Promise<() => Promise<void>> {
    const { databaseUrl } = service.services.config
    if (databaseUrl === null) {
      const gate = Promise.withResolvers<void>()
      const blocked = service.services.database.transaction('write', () => gate.promise)
      return async () => {
        gate.resolve()
        await blocked
      }
    }
    const client = new pg.Client(databaseUrl)
    await client.connect()
    await client.query('BEGIN; LOCK TABLE content_posts IN ACCESS EXCLUSIVE MODE')
    return async () => {
      await client.query('ROLLBACK')
      await client.end()
    }
  }

  async function expectOthersToAnswer(): Promise<void> {
    for (const path of ['/_cms/health/live', '/_cms/health/ready', '/_cms/metrics'])
      await expectSomeUnder(2000, async () => {
        const { status, ms } = await ask('GET', path)
        expect([path, status]).toEqual([path, 200])
        return ms
      })
    const overMcp = await ask('POST', '/_cms/api/mcp', { jsonrpc: '2.0', id: 1, method: 'tools/list' })
    expect(overMcp).toMatchObject({ status: 503, retryAfter: '5' })
    expect(JSON.parse(overMcp.text)).toMatchObject({ jsonrpc: '2.0', id: null, error: { code: -32603 } })
    expect(await ask('GET', '/_cms/api/events/stream')).toMatchObject({ status: 503, retryAfter: '5' })
    const overOAuth = await ask('POST', '/_cms/api/oauth/token', { grant_type: 'refresh_token' })
    expect(overOAuth).toMatchObject({ status: 503, retryAfter: '5' })
    expect(JSON.parse(overOAuth.text)).toMatchObject({ error: 'temporarily_unavailable' })
  }

  it(
    'are refused with 503 beyond the limit, while health checks and other interfaces answer',
    { tags: 'long' },
    async () => {
      const release = await blockWrites()
      const refused: Seen[] = []
      const sent = Array.from({ length: burst }, () => ask('POST', '/_cms/api/content/posts', slow))
      for (const one of sent) void one.then((answer) => void (answer.status === 503 && refused.push(answer)))
      try {
        // A request waits for its body once, and then another one can begin.
        await expect
          .poll(() => refused.length, { timeout: 2 * patience })
          .toBeGreaterThanOrEqual(burst - 3 * most)
        await expectOthersToAnswer()
      } finally {
        await release()
      }
      const answers = await Promise.all(sent)
      expect(answers.filter(({ status }) => status === 201)).toHaveLength(burst - refused.length)
      expect(refused.length).toBeLessThanOrEqual(burst - most)
      for (const { text, retryAfter } of refused.slice(0, 5)) {
        expect(retryAfter).toBe('5')
        expect(JSON.parse(text)).toMatchObject({
          success: false,
          error: { code: 'UNAVAILABLE', message: expect.stringContaining('overload') },
        })
      }
      const { text } = await ask('GET', '/_cms/metrics')
      expect(text).toContain('octavo_requests_in_progress{kind="request"} 0\n')
      const counted = Number(/^octavo_requests_refused_total\{kind="request"\} (\d+)$/m.exec(text)?.[1])
      expect(counted).toBeGreaterThanOrEqual(refused.length)
      expect(lines.filter(({ msg }) => msg === 'overload: requests are refused')).toHaveLength(1)
      expect(text).toContain('octavo_requests_in_progress{kind="download"} 0\n')
      expect((await ask('POST', '/_cms/api/content/posts', slow)).status).toBe(201)
    },
  )
})

describe('bodies that would take too much memory together', () => {
  it('are refused, and small requests are not', async () => {
    const service = await startService('sqlite', {
      isRealTime: true,
      // A quarter, 32 MB, is for bodies.
      env: { OCTAVO_MEMORY_MB: '128', OCTAVO_MAX_BODY_MB: '10' },
    })
    await service.server.listen({ port: 0, host: '127.0.0.1', backlog })
    const { port } = service.server.server.address() as AddressInfo
    const agent = new Agent({ maxSockets: Infinity })
    const half = Buffer.alloc(9 * 1024 * 1024, ' ')
    const statuses: number[] = []
    const senders = Array.from({ length: 6 }, () => {
      const headers = {
        authorization: `Bearer ${service.token}`,
        'content-type': 'application/json',
        'content-length': String(half.length + 2),
      }
      const path = '/_cms/api/settings'
      const sender = send({ agent, port, host: '127.0.0.1', method: 'POST', path, headers })
      sender.on('response', (response) => {
        statuses.push(response.statusCode ?? 0)
        response.resume()
      })
      sender.on('error', () => undefined)
      sender.write(half)
      return sender
    })
    await expect.poll(() => statuses.length, { timeout: patience }).toBe(3)
    expect(statuses).toEqual([503, 503, 503])
    expect(service.services.admission.load.bodyBytes).toBeLessThanOrEqual(64 * 1024 * 1024)
    for (const sender of senders) sender.end('{}')
    await expect.poll(() => statuses.filter((status) => status === 200).length).toBe(3)
    expect(service.services.admission.load.bodyBytes).toBe(0)
    agent.destroy()
    await service.close()
  })

  it('do not count when they were refused before they were read', async () => {
    const service = await startService('sqlite', { isRealTime: true, env: { OCTAVO_MAX_BODY_MB: '1' } })
    const address = await service.server.listen({ port: 0, host: '127.0.0.1', backlog })
    const body = Buffer.alloc(12 * 1024 * 1024, ' ')
    const statuses: (number | undefined)[] = []
    for (const path of ['/settings', '/auth/invite/accept/options', '/oauth/token', '/mcp']) {
      const headers = { authorization: `Bearer ${service.token}`, 'content-type': 'application/json' }
      const sent = send(`${address}/_cms/api${path}`, { method: 'POST', headers })
      sent.end(body)
      const [response] = (await once(sent, 'response')) as [IncomingMessage]
      statuses.push(response.resume().statusCode)
      if (!sent.writableFinished) await once(sent, 'finish')
    }
    expect(statuses).toEqual([413, 413, 413, 413])
    // What is on its way is still read, and dropped.
    await delay(200)
    expect(service.services.admission.load.bodyBytes).toBe(0)
    await service.close()
  })
})
