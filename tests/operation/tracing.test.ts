import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { readConfig } from '@octavo/server/config'
import { parseTraceparent } from '@octavo/server/platform/tracing/trace-context'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { hour, makeCollection, makeItem } from '../setup/content.ts'
import { patience } from '../setup/patience.ts'
import { type Engine, engines, startService, type TestService } from '../setup/service.ts'

interface SentSpan {
  readonly traceId: string
  readonly spanId: string
  readonly parentSpanId?: string
  readonly name: string
  readonly kind: number
  readonly startTimeUnixNano: string
  readonly endTimeUnixNano: string
  readonly attributes: { key: string; value: Record<string, unknown> }[]
  readonly status: { code: number }
}

const traceId = '0af7651916cd43dd8448eb211c80319c'
const parent = `00-${traceId}-b7ad6b7169203331-01`

/** A collector that takes OTLP over HTTP. */
class Collector {
  readonly spans: SentSpan[] = []
  readonly resources: unknown[] = []
  readonly headers: (string | undefined)[] = []
  #server: Server | undefined

  async start(): Promise<string> {
    const server = createServer((request, response) => {
      const parts: Buffer[] = []
      request.on('data', (part: Buffer) => parts.push(part))
      request.on('end', () => {
        expect([request.method, request.url]).toEqual(['POST', '/v1/traces'])
        this.headers.push(request.headers['x-key'] as string | undefined)
        const { resourceSpans } = JSON.parse(Buffer.concat(parts).toString())
        for (const { resource, scopeSpans } of resourceSpans) {
          this.resources.push(resource)
          for (const { spans } of scopeSpans) this.spans.push(...spans)
        }
        response.setHeader('content-type', 'application/json')
        response.end('{"partialSuccess":{}}')
      })
    })
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    this.#server = server
    return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  }

  close(): void {
    this.#server?.close()
  }
}

/** takes some milliseconds */
const counting =
  'WITH RECURSIVE numbers(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM numbers WHERE n < 200000) SELECT count(*) AS n FROM numbers'

describe.each(engines)('traces and logs of requests on %s', (engine: Engine) => {
  const collector = new Collector()
  const lines: Record<string, unknown>[] = []
  let service: TestService

  beforeAll(async () => {
    service = await startService(engine, {
      env: {
        OTEL_EXPORTER_OTLP_ENDPOINT: await collector.start(),
        OTEL_EXPORTER_OTLP_HEADERS: 'x-key=a%20key',
        OTEL_SERVICE_NAME: 'site',
        OTEL_RESOURCE_ATTRIBUTES: 'deployment.environment.name=test',
        OCTAVO_LOG_LEVEL: 'debug',
        OCTAVO_SLOW_QUERY_MS: '1',
      },
      onLog: (line) => void lines.push(line),
    })
    await makeCollection(service, 'posts', {
      supports: ['drafts'],
      fields: [{ slug: 'title', type: 'string' }],
    })
  })
  afterAll(() => collector.close())

  it('have a span for the request, the operation and its statements, below the span of the caller', async () => {
    const { id } = await makeItem(service, 'posts')
    const answer = await service.ask('GET', `/content/posts/${id}?locale=en`, {
      headers: { traceparent: parent, 'x-request-id': 'edge:42' },
    })
    expect(answer.headers['x-request-id']).toBe('edge:42')
    await service.ask('PUT', `/content/posts/${id}`, {
      body: { data: { title: 'Changed' } },
      headers: { traceparent: parent },
    })
    await expect.poll(() => lines.some(({ requestId }) => requestId === 'edge:42')).toBe(true)
    await service.services.database.reader.rows(counting, [])
    await service.close()

    const mine = collector.spans.filter((span) => span.traceId === traceId)
    const [request, changing] = mine.filter(({ kind }) => kind === 2)
    expect(request).toMatchObject({
      name: 'GET /_cms/api/content/:collection/:id',
      parentSpanId: 'b7ad6b7169203331',
      status: { code: 0 },
      attributes: expect.arrayContaining([
        { key: 'http.response.status_code', value: { intValue: '200' } },
        { key: 'octavo.request_id', value: { stringValue: 'edge:42' } },
        { key: 'octavo.token_id', value: { stringValue: expect.any(String) } },
      ]),
    })
    expect(Number(request?.endTimeUnixNano)).toBeGreaterThan(Number(request?.startTimeUnixNano))
    const read = mine.find(({ name }) => name === 'content.get')
    expect(read?.parentSpanId).toBe(request?.spanId)
    expect(mine.some(({ kind, parentSpanId }) => kind === 3 && parentSpanId === read?.spanId)).toBe(true)
    // A body arrives later than the first hooks.
    const changed = mine.find(({ name }) => name === 'content.update')
    expect(changed?.parentSpanId).toBe(changing?.spanId)
    const statements = mine.filter(({ kind, parentSpanId }) => kind === 3 && parentSpanId === changed?.spanId)
    expect(statements.some(({ name }) => name === 'UPDATE' || name === 'INSERT')).toBe(true)
    expect(JSON.stringify(collector.spans)).not.toContain('Changed')
    expect(JSON.stringify(collector.spans)).not.toContain(service.token)
    expect(new Set(collector.headers)).toEqual(new Set(['a key']))
    expect(JSON.stringify(collector.resources[0])).toMatch(/"service\.name","value":\{"stringValue":"site"/)
  })

  it('have log lines with the user, the token, the address, the bytes and the trace', () => {
    const line = lines.find(({ requestId, msg }) => requestId === 'edge:42' && msg === 'request')
    expect(line).toMatchObject({
      method: 'GET',
      status: 200,
      address: '127.0.0.1',
      userId: expect.any(String),
      tokenId: expect.any(String),
      traceId,
    })
    const slow = lines.find(({ msg, statement }) => msg === 'slow statement' && statement === counting)
    expect(slow).toMatchObject({ level: 40, ms: expect.any(Number) })
    expect(JSON.stringify(lines)).not.toContain(service.token)
  })
})

describe.each(engines)('traces of jobs on %s', (engine: Engine) => {
  it('are sent of runs that change something', { tags: 'long' }, async () => {
    const collector = new Collector()
    const service = await startService(engine, {
      env: { OTEL_EXPORTER_OTLP_ENDPOINT: await collector.start() },
    })
    await makeCollection(service, 'posts', {
      supports: ['drafts', 'scheduling'],
      fields: [{ slug: 'title', type: 'string' }],
    })
    const { id } = await makeItem(service, 'posts', { state: 'scheduled+time' })
    // The jobs look for work in vain meanwhile.
    await new Promise((resolve) => setTimeout(resolve, 1500))
    service.clock.forward(hour)
    const status = async () => (await service.ask('GET', `/content/posts/${id}`)).body.data.item.status
    await expect.poll(status, { timeout: patience }).toBe('published')
    await service.close()
    collector.close()

    const jobs = collector.spans.filter(({ name }) => name.startsWith('job '))
    expect(jobs.map(({ name }) => name)).toContain('job scheduler')
    for (const job of jobs) {
      const run = collector.spans.filter((span) => span.traceId === job.traceId)
      const changes = run.filter(({ name }) => /^(INSERT|UPDATE|DELETE|WITH)$/.test(name))
      expect(changes, JSON.stringify(run)).not.toEqual([])
    }
  })
})

describe('ids of requests', () => {
  it('are those of the caller, unless they could break a log line or a header', async () => {
    const service = await startService('sqlite')
    for (const [given, isKept] of [
      ['4bf92f35-77b3:4da6', true],
      ['x'.repeat(129), false],
      ['with space', false],
      ['"quoted"', false],
    ] as const) {
      const { headers } = await service.ask('GET', '/content/none', { headers: { 'x-request-id': given } })
      expect(headers['x-request-id'] === given, given).toBe(isKept)
    }
    await service.close()
  })

  it.each([
    ['a valid one', parent, true],
    ['a later version with more parts', `01-${traceId}-b7ad6b7169203331-00-more`, true],
    ['no trace', '00-00000000000000000000000000000000-b7ad6b7169203331-01', false],
    ['an invalid version', `ff-${traceId}-b7ad6b7169203331-01`, false],
    ['upper case', parent.toUpperCase(), false],
    ['something else', 'x', false],
  ])('of traces: %s', (_, header, isRead) => {
    expect(parseTraceparent(header) !== null).toBe(isRead)
  })
})

/** The fields of a message of protocol buffers by number: numbers, or bytes. */
function fieldsOf(message: Buffer): Map<number, (bigint | Buffer)[]> {
  const fields = new Map<number, (bigint | Buffer)[]>()
  let at = 0
  const varint = (): bigint => {
    let value = 0n
    for (let shift = 0n; ; shift += 7n) {
      const byte = message.readUInt8(at++)
      value |= BigInt(byte & 127) << shift
      if (byte < 128) return value
    }
  }
  const read = (wireType: number): bigint | Buffer => {
    if (wireType === 0) return varint()
    const length = wireType === 1 ? 8 : Number(varint())
    at += length
    const bytes = message.subarray(at - length, at)
    return wireType === 1 ? bytes.readBigUInt64LE() : bytes
  }
  while (at < message.length) {
    const tag = Number(varint())
    const value = read(tag % 8)
    fields.set(tag >> 3, [...(fields.get(tag >> 3) ?? []), value])
  }
  return fields
}

describe('traces in binary form', () => {
  it('have the same spans', async () => {
    const sent: { type: string | undefined; body: Buffer }[] = []
    const collector = createServer((request, response) => {
      const parts: Buffer[] = []
      request.on('data', (part: Buffer) => parts.push(part))
      request.on('end', () => {
        sent.push({ type: request.headers['content-type'], body: Buffer.concat(parts) })
        response.end()
      })
    })
    await new Promise<void>((resolve) => collector.listen(0, '127.0.0.1', resolve))
    const service = await startService('sqlite', {
      env: {
        OTEL_EXPORTER_OTLP_ENDPOINT: `http://127.0.0.1:${(collector.address() as AddressInfo).port}`,
        OTEL_EXPORTER_OTLP_PROTOCOL: 'http/protobuf',
        OTEL_SERVICE_NAME: 'säit',
      },
    })
    await service.ask('GET', '/schema', { headers: { traceparent: parent } })
    await service.close()
    collector.close()

    const spans: Map<number, (bigint | Buffer)[]>[] = []
    const part = (from: Map<number, (bigint | Buffer)[]> | undefined, number: number, index = 0) =>
      fieldsOf(from?.get(number)?.[index] as Buffer)
    for (const { type, body } of sent) {
      expect(type).toBe('application/x-protobuf')
      const ofResource = part(fieldsOf(body), 1)
      const attributes = part(ofResource, 1).get(1) as Buffer[]
      const [key, value] = [fieldsOf(attributes[0] as Buffer), part(fieldsOf(attributes[0] as Buffer), 2)]
      expect(String(key.get(1)?.[0])).toBe('service.name')
      expect(String(value.get(1)?.[0])).toBe('säit')
      spans.push(...((part(ofResource, 2).get(2) ?? []) as Buffer[]).map(fieldsOf))
    }
    const isId = (value: bigint | Buffer | undefined, id: string): boolean =>
      Buffer.isBuffer(value) && value.toString('hex') === id
    const ofCaller = spans.filter((span) => isId(span.get(1)?.[0], traceId))
    const root = ofCaller.find((span) => isId(span.get(4)?.[0], 'b7ad6b7169203331'))
    expect(root?.get(6)).toEqual([2n])
    const [begun, ended] = [root?.get(7)?.[0] as bigint, root?.get(8)?.[0] as bigint]
    expect(ended >= begun).toBe(true)
    expect(Math.abs(Number(begun / 1_000_000n) - Date.now())).toBeLessThan(60_000)
    expect(ofCaller.map((span) => String(span.get(5)?.[0]))).toContain('schema.export')
  })
})

describe('settings of traces', () => {
  it.each([
    [{ OTEL_EXPORTER_OTLP_ENDPOINT: 'localhost:4318' }, /^OTEL_EXPORTER_OTLP_ENDPOINT must be an address/],
    [
      { OTEL_EXPORTER_OTLP_ENDPOINT: 'http://c:4317', OTEL_EXPORTER_OTLP_PROTOCOL: 'grpc' },
      /^OTEL_EXPORTER_OTLP_PROTOCOL is "grpc".* 4318\.$/,
    ],
    [
      { OTEL_EXPORTER_OTLP_ENDPOINT: 'http://c:4317', OTEL_EXPORTER_OTLP_TRACES_PROTOCOL: 'GRPC' },
      /^OTEL_EXPORTER_OTLP_TRACES_PROTOCOL is "grpc".* 4318\.$/,
    ],
    [
      { OTEL_EXPORTER_OTLP_ENDPOINT: 'http://c:4318', OTEL_EXPORTER_OTLP_PROTOCOL: 'http/xml' },
      /^OTEL_EXPORTER_OTLP_PROTOCOL is "http\/xml".* http\/json or http\/protobuf/,
    ],
    [
      { OTEL_EXPORTER_OTLP_ENDPOINT: 'http://c:4318', OTEL_TRACES_SAMPLER: 'half' },
      /^OTEL_TRACES_SAMPLER must be one of always_on/,
    ],
    [
      {
        OTEL_EXPORTER_OTLP_ENDPOINT: 'http://c:4318',
        OTEL_TRACES_SAMPLER: 'traceidratio',
        OTEL_TRACES_SAMPLER_ARG: '2',
      },
      /^OTEL_TRACES_SAMPLER_ARG must be a number from 0 to 1\.$/,
    ],
    [
      { OTEL_EXPORTER_OTLP_ENDPOINT: 'http://c:4318', OTEL_EXPORTER_OTLP_HEADERS: 'key' },
      /^OTEL_EXPORTER_OTLP_HEADERS must be pairs/,
    ],
    [
      { OTEL_EXPORTER_OTLP_ENDPOINT: 'http://user:secret@c:4318' },
      /^OTEL_EXPORTER_OTLP_ENDPOINT must not contain a user or password; [^:]*$/,
    ],
    [
      { OTEL_EXPORTER_OTLP_ENDPOINT: 'http://c:4318', OTEL_EXPORTER_OTLP_HEADERS: 'key=secret%0Ax' },
      /^OTEL_EXPORTER_OTLP_HEADERS has a name or a value that a header cannot have\.$/,
    ],
  ])('%j stop the start with one sentence', (env, sentence) => {
    expect(() => readConfig(env as Record<string, string>)).toThrow(sentence)
  })

  it('leave traces off without an endpoint, or when they are switched off', () => {
    expect(readConfig({}).tracing).toBeNull()
    const endpoint = { OTEL_EXPORTER_OTLP_ENDPOINT: 'http://c:4318/' }
    expect(readConfig(endpoint).tracing?.url).toBe('http://c:4318/v1/traces')
    expect(readConfig({ ...endpoint, OTEL_SDK_DISABLED: 'true' }).tracing).toBeNull()
    expect(readConfig({ ...endpoint, OTEL_TRACES_EXPORTER: 'none' }).tracing).toBeNull()
  })
})

describe('a collector that never answers', () => {
  it('does not keep the service from stopping', async () => {
    const collector = createServer(() => undefined)
    await new Promise<void>((resolve) => collector.listen(0, '127.0.0.1', resolve))
    const { port } = collector.address() as AddressInfo
    const lines: Record<string, unknown>[] = []
    const service = await startService('sqlite', {
      env: { OTEL_EXPORTER_OTLP_ENDPOINT: `http://127.0.0.1:${port}`, OCTAVO_LOG_LEVEL: 'warn' },
      onLog: (line) => void lines.push(line),
    })
    await service.ask('GET', '/settings')
    const begun = performance.now()
    await service.close()
    expect(performance.now() - begun).toBeLessThan(10_000)
    expect(lines).toContainEqual(
      expect.objectContaining({ msg: 'traces could not be sent', reason: 'AbortError' }),
    )
    collector.closeAllConnections()
    collector.close()
  })
})
