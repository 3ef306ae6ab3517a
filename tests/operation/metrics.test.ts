import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { makeCollection, makeItem } from '../setup/content.ts'
import { type Engine, engines, startService, type TestService } from '../setup/service.ts'

const token = 'a-token-of-the-monitoring'

describe.each(engines)('metrics on %s', (engine: Engine) => {
  let service: TestService

  beforeAll(async () => {
    service = await startService(engine, { env: { OCTAVO_METRICS_TOKEN: token } })
    await makeCollection(service, 'posts', {
      supports: ['drafts'],
      fields: [{ slug: 'title', type: 'string' }],
    })
  })
  afterAll(() => service.close())

  const ask = (headers: Record<string, string> = {}, remoteAddress = '127.0.0.1') =>
    service.server.inject({ method: 'GET', url: '/_cms/metrics', headers, remoteAddress })
  const valueOf = async (name: string): Promise<number> => {
    const lines = (await ask()).body.split('\n')
    return Number(lines.find((line) => line.startsWith(`${name} `))?.slice(name.length + 1) ?? Number.NaN)
  }

  it('count calls by operation and outcome, over REST and MCP, with their times', async () => {
    for (let n = 0; n < 3; n++) await makeItem(service, 'posts')
    await service.ask('POST', '/content/posts', { body: { data: { wrong: 1 } } })
    await service.ask('POST', '/mcp', {
      body: {
        ...{ jsonrpc: '2.0', id: 1, method: 'tools/call' },
        params: { name: 'content_list', arguments: { collection: 'posts' } },
      },
      headers: { accept: 'application/json, text/event-stream' },
    })
    const calls = (operation: string, outcome: string): Promise<number> =>
      valueOf(`octavo_operation_calls_total{operation="${operation}",outcome="${outcome}"}`)
    expect(await calls('content.create', 'ok')).toBe(3)
    expect(await calls('content.create', 'refused')).toBe(1)
    expect(await calls('content.create', 'failed')).toBe(0)
    expect(await calls('content.list', 'ok')).toBe(1)
    const times = 'octavo_operation_duration_seconds'
    expect(await valueOf(`${times}_count{operation="content.create"}`)).toBe(4)
    expect(await valueOf(`${times}_bucket{operation="content.create",le="+Inf"}`)).toBe(4)
    expect(await valueOf(`${times}_sum{operation="content.create"}`)).toBeGreaterThan(0)
    const bucket = new RegExp(`^${times}_bucket\\{operation="content.create".* (\\d+)$`, 'gm')
    const counts = [...(await ask()).body.matchAll(bucket)].map(([, count]) => Number(count))
    expect(counts).toHaveLength(14)
    expect(counts).toEqual(counts.toSorted((a, b) => a - b))
  })

  it('tell of jobs, the queue of writers, connections, the event loop and memory', async () => {
    await expect
      .poll(() => valueOf('octavo_job_calls_total{job="scheduler",outcome="ok"}'))
      .toBeGreaterThan(0)
    expect(await valueOf('octavo_write_queue_waiting')).toBeGreaterThanOrEqual(0)
    expect(await valueOf('octavo_process_resident_memory_bytes')).toBeGreaterThan(1e7)
    expect(await valueOf('octavo_event_loop_delay_seconds{quantile="0.99"}')).toBeGreaterThanOrEqual(0)
    expect(await valueOf('octavo_background_tasks')).toBeGreaterThanOrEqual(0)
    const limit = await valueOf('octavo_database_connections_limit')
    expect(limit).toEqual(engine === 'postgres' ? 10 : Number.NaN)
  })

  it('tell of the cache of tokens and sessions', async () => {
    const lookups = (outcome: string): Promise<number> =>
      valueOf(`octavo_cache_lookups_total{cache="grants",outcome="${outcome}"}`)
    const reader = await service.person(40, ['content:read'])
    const [hits, misses] = [await lookups('hit'), await lookups('miss')]
    for (let n = 0; n < 3; n++) await service.ask('GET', '/schema', { token: reader.token })
    expect([await lookups('hit'), await lookups('miss')]).toEqual([hits + 2, misses + 1])
    expect(await valueOf('octavo_cache_entries{cache="grants"}')).toBeGreaterThan(0)
  })

  it('have the form that Prometheus reads', async () => {
    const { body, headers } = await ask()
    expect(headers['content-type']).toBe('text/plain; version=0.0.4; charset=utf-8')
    const described = new Set<string>()
    for (const line of body.trimEnd().split('\n')) {
      const [, name] = /^# TYPE (\w+) (?:counter|gauge|histogram)$/.exec(line) ?? []
      if (name !== undefined) described.add(name)
      if (line.startsWith('#')) continue
      expect(line).toMatch(/^[a-z_]+(\{[a-z]+="[^"\n]*"(,[a-z]+="[^"\n]*")*\})? [\d.e+-]+$/)
      const of = /^[a-z_]+/.exec(line)?.[0] ?? ''
      expect(described.has(of) || described.has(of.replace(/_(bucket|sum|count)$/, '')), line).toBe(true)
    }
  })

  it.each([
    ['to this machine', {}, '127.0.0.1', 200],
    ['to this machine by IPv6', {}, '::1', 200],
    ['to others not', {}, '10.0.0.7', 401],
    ['to what a proxy passes on not', { 'x-forwarded-for': '10.0.0.7' }, '127.0.0.1', 401],
    ['to what another proxy passes on not', { via: '1.1 proxy' }, '127.0.0.1', 401],
    ['with the token', { authorization: `Bearer ${token}`, 'x-forwarded-for': '10.0.0.7' }, '10.0.0.7', 200],
    ['with another token not', { authorization: 'Bearer other' }, '127.0.0.1', 401],
  ] as [string, Record<string, string>, string, number][])(
    'are given %s',
    async (_, headers, address, status) => {
      const answer = await ask(headers, address)
      expect(answer.statusCode, answer.body).toBe(status)
      if (status === 401) expect(answer.json().error).toMatchObject({ code: 'UNAUTHORIZED' })
    },
  )

  it('are not given with a token of the API', async () => {
    const answer = await ask({ authorization: `Bearer ${service.token}` }, '10.0.0.7')
    expect(answer.statusCode).toBe(401)
  })
})
