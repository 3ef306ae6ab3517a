import { setImmediate } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { dataOf, expectFailure } from '../setup/answers.ts'
import { makeCollection, makeItem } from '../setup/content.ts'
import { both, callTool, expectFailed, modernMeta, modernRevision, outcomeOf, send } from '../setup/mcp.ts'
import { type Answer, startService, type TestService } from '../setup/service.ts'

const initialize = {
  jsonrpc: '2.0',
  id: 1,
  method: 'initialize',
  params: { protocolVersion: '2025-11-25', capabilities: {}, clientInfo: { name: 'test', version: '1' } },
}
const ping = { jsonrpc: '2.0', id: 'p', method: 'ping' }

describe('the MCP endpoint', () => {
  let service: TestService
  let id: string

  beforeAll(async () => {
    service = await startService('sqlite', {
      env: { OCTAVO_CORS_ORIGINS: 'https://app.example.com', OCTAVO_BASE_URL: 'https://cms.example.com' },
    })
    await makeCollection(service, 'posts', {
      supports: ['drafts', 'revisions'],
      fields: [{ slug: 'title', type: 'string', unique: true }],
    })
    ;({ id } = await makeItem(service, 'posts', { slug: 'first' }))
  })
  afterAll(() => service.close())

  const modern = (method: string, params: object = {}, name?: string): Promise<Answer> =>
    send(
      service,
      { jsonrpc: '2.0', id: 3, method, params: { ...params, _meta: modernMeta } },
      {
        headers: {
          'mcp-protocol-version': modernRevision,
          'mcp-method': method,
          ...(name !== undefined && { 'mcp-name': name }),
        },
      },
    )

  it.each(['GET', 'POST', 'DELETE', 'PUT'])(
    '%s without a token: 401 says where to sign in',
    async (method) => {
      for (const token of [null, 'cms_pat_wrong']) {
        const answer = await service.ask(method, '/mcp', { token, ...(method === 'POST' && { body: ping }) })
        expectFailure(answer, '401 UNAUTHORIZED')
        expect(answer.headers['www-authenticate']).toBe(
          'Bearer resource_metadata="https://cms.example.com/.well-known/oauth-protected-resource"',
        )
      }
    },
  )

  it.each(['GET', 'DELETE', 'PUT', 'PATCH'])('%s: 405', async (method) => {
    const answer = await service.ask(method, '/mcp', { headers: { accept: 'text/event-stream' } })
    expect(answer.status).toBe(405)
    expect(answer.headers['allow']).toBe('POST')
    expect(answer.body).toMatchObject({ jsonrpc: '2.0', id: null, error: { code: -32000 } })
    if (method === 'GET') return
    for (const type of ['application/json', 'text/plain']) {
      const sent = await service.ask(method, '/mcp', { body: '{"broken', headers: { 'content-type': type } })
      expect([sent.status, sent.headers['allow']], type).toEqual([405, 'POST'])
      const stranger = await service.ask(method, '/mcp', {
        token: null,
        body: '{"broken',
        headers: { 'content-type': type },
      })
      expect(stranger.status).toBe(401)
    }
  })

  it('says which parameters a call needs', async () => {
    const { body } = await send(service, toolCall({ name: 5 }))
    expect(body.error.message).toBe(
      'The parameters of tools/call are not valid: they are an object with "name", a text, and "arguments", an object.',
    )
  })

  it('opens in the revision that a client asks for, without a session', async () => {
    for (const protocolVersion of ['2025-11-25', '2025-06-18', '2025-03-26', '2024-11-05']) {
      const params = { ...initialize.params, protocolVersion }
      const answer = await send(service, { ...initialize, params })
      expect(answer.body.result).toMatchObject({
        protocolVersion,
        capabilities: { tools: {} },
        serverInfo: { name: 'octavo' },
        instructions: expect.stringContaining('schema_get_collection'),
      })
      expect(answer.headers['mcp-session-id']).toBeUndefined()
    }
    const notified = await send(service, { jsonrpc: '2.0', method: 'notifications/initialized' })
    expect([notified.status, notified.text]).toEqual([202, ''])
  })

  it('says what it is in the newer revision', async () => {
    const answer = await modern('server/discover')
    expect(answer.body.result).toMatchObject({
      supportedVersions: [modernRevision],
      capabilities: { tools: {} },
    })
  })

  it('answers without keeping a stream open, also where a client wants to follow changes', async () => {
    const params = { notifications: { toolsListChanged: true, resourceSubscriptions: ['a://b'] } }
    const answer = await modern('subscriptions/listen', params)
    expect(answer.text).toContain('"resultType":"complete"')
  })

  // The short path and the SDK: what they answer is the same to the byte.
  const calls: readonly (readonly [string, string, object])[] = [
    ['a result', 'content_get', { collection: 'posts', id: 'first' }],
    ['a failure', 'content_get', { collection: 'posts', id: 'nothing' }],
    ['bad arguments', 'content_get', { collection: 7, more: 1 }],
    ['an unknown tool', 'content_gte', {}],
    ['letters of all kinds', 'content_get', { collection: 'posts', id: 'ü"\\\n👍</script>' }],
  ]

  it.each(calls)('both ways answer the same: %s', async (_, name, args) => {
    const message = { jsonrpc: '2.0', id: 'x"1', method: 'tools/call', params: { name, arguments: args } }
    const short = await send(service, message)
    const long = await send(service, { ...message, params: { ...message.params, _meta: { trace: 1 } } })
    expect(short.text).toBe(long.text)
    expect(short.status).toBe(long.status)

    const newer = { headers: { 'mcp-protocol-version': '2025-06-18' } }
    const structured = await send(service, message, newer)
    const traced = { ...message, params: { ...message.params, _meta: { trace: 1 } } }
    expect(structured.text).toBe((await send(service, traced, newer)).text)

    const headers = { 'mcp-protocol-version': modernRevision, 'mcp-method': 'tools/call', 'mcp-name': name }
    const params = { ...message.params, _meta: modernMeta }
    const shortModern = await send(service, { ...message, params }, { headers })
    const _meta = { ...modernMeta, trace: 1 }
    const longModern = await send(service, { ...message, params: { ...params, _meta } }, { headers })
    expect(shortModern.text).toBe(longModern.text)
    expect(shortModern.status).toBe(longModern.status)
  })

  it('both ways refuse the same', async () => {
    const { token } = await service.person(10, ['media:read'])
    const params = { name: 'content_get', arguments: { collection: 'posts', id } }
    const message = { jsonrpc: '2.0', id: 1, method: 'tools/call', params }
    const short = await send(service, message, { token })
    const long = await send(service, { ...message, params: { ...params, _meta: { trace: 1 } } }, { token })
    expect(short.text).toBe(long.text)
    expect(short.body.error).toMatchObject({
      code: -32600,
      message: 'Insufficient scope: requires content:read',
    })
  })

  it('both ways list the same', async () => {
    const list = { jsonrpc: '2.0', id: 1, method: 'tools/list' }
    const [short, long] = [
      await send(service, list),
      await send(service, { ...list, params: { _meta: { trace: 1 } } }),
    ]
    expect(short.text).toBe(long.text)
    const headers = { 'mcp-protocol-version': modernRevision, 'mcp-method': 'tools/list' }
    const shortModern = await send(service, { ...list, params: { _meta: modernMeta } }, { headers })
    const _meta = { ...modernMeta, trace: 1 }
    const longModern = await send(service, { ...list, params: { _meta } }, { headers })
    expect(shortModern.text).toBe(longModern.text)
  })

  it('headers of the newer revision must agree with the message', async () => {
    const params = { name: 'content_get', arguments: { collection: 'posts', id } }
    for (const name of ['content_list', undefined]) {
      const answer = await modern('tools/call', params, name)
      expect([answer.status, answer.body.error.code]).toEqual([400, -32020])
    }
    expect((await modern('tools/call', params, 'content_get')).status).toBe(200)
  })

  it('refuses numbers that would change, in arguments by their path and as id', async () => {
    const call = (messageId: string, views: string): Promise<Answer> =>
      send(
        service,
        `{"jsonrpc":"2.0","id":${messageId},"method":"tools/call","params":{"name":"content_update","arguments":{"collection":"posts","id":"first","data":{"title":${views}}}}}`,
      )
    expectFailed(
      outcomeOf((await call('1', '9007199254740993')).body),
      '- data.title: is a number that cannot',
    )
    const { status, body } = await call('9007199254740993', '"x"')
    expect([status, body.error.code]).toEqual([400, -32600])
  })

  const garbage: readonly (readonly [string, unknown, number, number])[] = [
    ['no JSON', '{"jsonrpc"', 400, -32700],
    ['no UTF-8', Buffer.from([0x22, 0xff, 0x22]), 400, -32700],
    ['nothing', '', 400, -32700],
    ['a number', 7, 400, -32600],
    ['null', 'null', 400, -32600],
    ['no message', { hello: 'world' }, 400, -32600],
    ['another version', { ...ping, jsonrpc: '1.0' }, 400, -32600],
    ['an id that is no id', { ...ping, id: { a: 1 } }, 400, -32600],
    ['an empty batch', [], 400, -32600],
    ['a batch too long', Array.from({ length: 11 }, () => ping), 400, -32600],
    ['a second beginning in a batch', [initialize, ping], 400, -32600],
    ['an unknown method', { ...ping, method: 'tools/destroy' }, 200, -32601],
    ['a method of another kind of server', { ...ping, method: 'completion/complete' }, 200, -32601],
    ['a beginning alone in a batch', [{ jsonrpc: '2.0', id: 1, method: 'initialize' }], 400, -32600],
    ['arguments that are null', toolCall({ name: 'menu_list', arguments: null }), 200, -32602],
    ['arguments that are a list', toolCall({ name: 'menu_list', arguments: [1] }), 200, -32602],
    ['arguments that are text', toolCall({ name: 'menu_list', arguments: 'x' }), 200, -32602],
    ['no name', toolCall({ arguments: {} }), 200, -32602],
    ['a name that is no text', toolCall({ name: 7 }), 200, -32602],
    ['no parameters', { ...ping, method: 'tools/call' }, 200, -32602],
    ['a tool named as what objects have', toolCall({ name: '__proto__' }), 200, -32602],
    ['another', toolCall({ name: 'constructor' }), 200, -32602],
    ['a cursor that is no text', { ...ping, method: 'tools/list', params: { cursor: 7 } }, 200, -32602],
    ['a cursor of nothing', { ...ping, method: 'tools/list', params: { cursor: 'x' } }, 200, -32602],
  ]

  it.each(garbage)('%s', async (_, body, status, code) => {
    const answer = await send(service, body)
    expect([answer.status, answer.body.error.code], answer.text).toEqual([status, code])
    expect(answer.body).toMatchObject({ jsonrpc: '2.0', error: { message: expect.any(String) } })
    expect(answer.text).not.toMatch(/Invalid input|undefined|\\n|node_modules|\.ts|at .*:\d+:\d+|SqliteError/)
    expect((await send(service, ping)).body).toEqual({ jsonrpc: '2.0', id: 'p', result: {} })
  })

  it('an unknown revision is refused', async () => {
    const answer = await send(service, ping, { headers: { 'mcp-protocol-version': '1999-01-01' } })
    expect([answer.status, answer.body.error.code]).toEqual([400, -32000])
  })

  it.each([
    ['text/plain', 415],
    ['application/x-www-form-urlencoded', 415],
    ['multipart/form-data; boundary=x', 415],
    ['application/json; charset=utf-8', 200],
  ])('the media type %s: %i', async (type, status) => {
    const answer = await send(service, JSON.stringify(ping), { headers: { 'content-type': type } })
    expect(answer.status).toBe(status)
    expect(answer.body.jsonrpc).toBe('2.0')
  })

  it.each([
    ['application/json', 200],
    ['*/*', 200],
    ['application/*;q=0.5, text/html', 200],
    ['', 200],
    [' ', 200],
    ['text/html', 406],
    ['text/event-stream', 406],
  ])('Accept: %s: %i', async (accept, status) => {
    for (const message of [ping, toolCall({ name: 'menu_list' })]) {
      const answer = await send(service, message, { headers: { accept } })
      expect([answer.status, answer.headers['content-type']]).toEqual([
        status,
        expect.stringMatching(/^application\/json/),
      ])
    }
  })

  it('answers the messages of a batch in their order, and each by itself', async () => {
    const answer = await send(service, [
      toolCall(
        { name: 'content_update', arguments: { collection: 'posts', id, data: { title: 'Batch' } } },
        1,
      ),
      { jsonrpc: '2.0', method: 'notifications/cancelled', params: { requestId: 1 } },
      toolCall({ name: 'content_get', arguments: { collection: 'posts', id, fields: ['title'] } }, 2),
      { nothing: true },
      [ping],
      toolCall({ name: 'nothing' }, 3),
      ping,
    ])
    expect(answer.status).toBe(200)
    expect(
      answer.body.map((message: { id: unknown; error?: { code: number } }) => [
        message.id,
        message.error?.code,
      ]),
    ).toEqual([
      [1, undefined],
      [2, undefined],
      [null, -32600],
      [null, -32600],
      [3, -32602],
      ['p', undefined],
    ])
    expect(JSON.parse(answer.body[1].result.content[0].text).item.data).toEqual({ title: 'Batch' })
    const quiet = { jsonrpc: '2.0', method: 'notifications/initialized' }
    expect((await send(service, [quiet, quiet])).status).toBe(202)
  })

  it.each(['2025-06-18', '2025-11-25', modernRevision])('revision %s has no batches', async (revision) => {
    const answer = await send(service, [ping, ping], { headers: { 'mcp-protocol-version': revision } })
    expect([answer.status, answer.body.error.code]).toEqual([400, -32600])
    expect(answer.body.error.message).toContain('one message in each request')
    const older = await send(service, [ping], { headers: { 'mcp-protocol-version': '2025-03-26' } })
    expect(older.body).toEqual([{ jsonrpc: '2.0', id: 'p', result: {} }])
  })

  it('lets other requests in between the messages of a batch', async () => {
    const list = (messageId: number) =>
      toolCall({ name: 'content_list', arguments: { collection: 'posts' } }, messageId)
    const batch = Array.from({ length: 10 }, (_, index) => list(index))
    await send(service, batch)
    const answered = { batch: false, reads: 0 }
    const sent = send(service, batch).finally(() => (answered.batch = true))
    while (!answered.batch) {
      await service.ask('GET', '/content/posts/first')
      answered.reads++
      await setImmediate()
    }
    expect((await sent).body).toHaveLength(10)
    expect(answered.reads).toBeGreaterThan(5)
  })

  it('begins no more messages of a batch that takes too long', async () => {
    const { now } = performance
    let passed = 0
    const clock = vi.spyOn(performance, 'now').mockImplementation(() => now.call(performance) + passed)
    const { database } = service.services
    const transaction = database.transaction.bind(database)
    const slow: typeof transaction = async (...args) => {
      passed = 31_000
      return transaction(...args)
    }
    Object.assign(database, { transaction: slow })
    const create = (messageId: number) =>
      toolCall(
        { name: 'content_create', arguments: { collection: 'posts', data: { title: `Batch ${messageId}` } } },
        messageId,
      )
    try {
      const { body } = await send(service, [
        create(1),
        { jsonrpc: '2.0', method: 'notifications/initialized' },
        create(2),
      ])
      expect(body).toMatchObject([
        { id: 1, result: {} },
        { id: 2, error: { code: -32000 } },
      ])
      expect(body).toHaveLength(2)
      const { items } = dataOf(await service.ask('GET', '/content/posts?q=Batch'))
      expect(items.map(({ data }: { data: { title: string } }) => data.title)).not.toContain('Batch 2')
    } finally {
      clock.mockRestore()
      Object.assign(database, { transaction })
    }
    await service.ask('DELETE', '/content/posts/batch-1')
  })

  it('pages of other sites may not call it', async () => {
    const statusFrom = async (origin: string): Promise<number> =>
      (await send(service, ping, { headers: { origin } })).status
    expect(await statusFrom('https://cms.example.com')).toBe(200)
    expect(await statusFrom('https://app.example.com')).toBe(200)
    for (const origin of ['https://evil.example.com', 'http://cms.example.com', 'null', 'garbage'])
      expect(await statusFrom(origin)).toBe(403)
  })

  it('a large body is refused by its size, and says so', async () => {
    const text = 'x'.repeat(11 * 1024 * 1024)
    const answer = await send(service, toolCall({ name: 'search', arguments: { query: text } }))
    expect([answer.status, answer.body.error.code]).toEqual([413, -32000])
  })

  it('every answer is private and carries the headers of all others', async () => {
    for (const answer of [
      await send(service, toolCall({ name: 'menu_list' })),
      await send(service, initialize),
    ]) {
      expect(answer.headers).toMatchObject({
        'cache-control': 'private, no-store',
        'x-content-type-options': 'nosniff',
        'content-type': expect.stringMatching(/^application\/json/),
      })
      expect(answer.headers['x-request-id']).toMatch(/^[0-9a-f]{10}-/)
    }
  })

  it('an unexpected error is answered without internal details', async () => {
    const { database } = service.services
    const transaction = database.transaction.bind(database)
    const broken = new Error('SqliteError: /var/lib/secret.db is malformed')
    Object.assign(database, { transaction: () => Promise.reject(broken) })
    try {
      const args = { collection: 'posts', data: {} }
      const outcome = await callTool(service, 'content_create', args)
      expect(outcome).toMatchObject({
        kind: 'refused',
        code: -32603,
        message: expect.stringMatching(/^Internal error\. The request id is [0-9a-f]{10}-\w+\.$/),
      })
    } finally {
      Object.assign(database, { transaction })
    }
    expect(dataOf(await service.ask('GET', '/content/posts')).items).toHaveLength(1)
  })

  it('what fails before a tool is reached is answered in the same way', async () => {
    const { tokens } = service.services
    const broken = new Error('SqliteError: /var/lib/secret.db is malformed')
    const { find } = tokens
    for (const failing of [
      () => Promise.reject(broken),
      () => {
        throw broken
      },
    ]) {
      Object.assign(tokens, { find: failing })
      try {
        const answer = await send(service, ping)
        expect(answer.status).toBe(500)
        expect(answer.body).toEqual({
          jsonrpc: '2.0',
          id: null,
          error: {
            code: -32603,
            message: expect.stringMatching(/^Internal error\. The request id is [0-9a-f]{10}-\w+\.$/),
          },
        })
      } finally {
        Object.assign(tokens, { find })
      }
    }
    expect((await send(service, ping)).status).toBe(200)
  })
})

describe('a limit of requests', () => {
  it('counts each message of a batch', async () => {
    const service = await startService('sqlite', { env: { OCTAVO_RATE_LIMIT_API: '5' } })
    try {
      const { token } = await service.person(10, ['content:read'])
      const answer = await send(
        service,
        Array.from({ length: 9 }, () => ping),
        { token },
      )
      const next = await service.ask('POST', '/mcp', { token, body: ping, headers: both })
      for (const { status, headers, body } of [answer, next]) {
        expect([status, headers['retry-after']]).toEqual([429, '60'])
        const message = expect.stringContaining('Too many requests: 5 per minute')
        expect(body).toEqual({ jsonrpc: '2.0', id: null, error: { code: -32000, message } })
      }
    } finally {
      await service.close()
    }
  })
})

function toolCall(params: object, id = 1): object {
  return { jsonrpc: '2.0', id, method: 'tools/call', params }
}
