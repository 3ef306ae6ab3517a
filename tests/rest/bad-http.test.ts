import { connect } from 'node:net'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { makeCollection } from '../setup/content.ts'
import { type Cluster, startCluster } from '../setup/cluster.ts'
import { engines, rowsFor } from '../setup/service.ts'

describe.each(engines)('bytes on the wire on %s', (engine) => {
  let cluster: Cluster
  let port: number

  beforeAll(async () => {
    cluster = await startCluster(engine, 1, { OCTAVO_MAX_BODY_MB: '1' })
    const [node] = cluster.nodes
    if (node === undefined) throw new Error('There is no node.')
    await makeCollection(node, 'posts', { supports: [], fields: [{ slug: 'title', type: 'string' }] })
    port = await node.listen()
  })
  afterAll(() => cluster.close())

  /** Sends bytes and gives all that comes back until the service closes the connection. */
  function send(...parts: readonly string[]): Promise<string> {
    return new Promise((resolve, reject) => {
      const socket = connect(port, '127.0.0.1')
      let received = ''
      socket.setEncoding('utf8')
      socket.on('data', (text: string) => (received += text))
      // A service that has answered may close while the rest is still being sent.
      socket.on('error', () => resolve(received))
      socket.on('close', () => resolve(received))
      socket.setTimeout(10_000, () => {
        socket.destroy()
        reject(new Error(`The connection stayed open after: ${received.slice(0, 300)}`))
      })
      for (const part of parts) socket.write(part)
    })
  }

  const head = (method: string, path: string, more: readonly string[] = []): string =>
    [
      `${method} /_cms/api${path} HTTP/1.1`,
      'Host: x',
      'Connection: close',
      `Authorization: Bearer ${cluster.nodes[0]?.token}`,
      ...more,
      '',
      '',
    ].join('\r\n')
  const json = 'Content-Type: application/json'

  it('answers what is well', async () => {
    expect(await send(head('GET', '/content/posts'))).toMatch(/^HTTP\/1\.1 200 OK\r\n.*"success":true/s)
  })

  const wrong: readonly (readonly [name: string, parts: () => string[], status: number])[] = [
    ['garbage', () => ['garbage\r\n\r\n'], 400],
    ['bytes of TLS', () => ['\u0016\u0003\u0001\u0002\0\u0001'], 400],
    ['an unknown method', () => [head('BREW', '/content/posts')], 400],
    ['a space in the address', () => [head('GET', '/content/po sts')], 400],
    ['a broken percent sign', () => [head('GET', '/content/posts/%')], 404],
    ['a header without a name', () => [head('GET', '/content/posts', [': x'])], 400],
    ['a long address', () => [head('GET', `/content/posts/${'x'.repeat(20_000)}`)], 431],
    ['a long query', () => [head('GET', `/content/posts?cursor=${'x'.repeat(20_000)}`)], 431],
    ['a long header', () => [head('GET', '/content/posts', [`X-Long: ${'x'.repeat(20_000)}`])], 431],
    ['a path of 15,000 characters', () => [head('GET', `/content/posts/${'x'.repeat(14_000)}`)], 400],
    ['a part of 2,401 characters', () => [head('GET', `/content/posts/${'x'.repeat(2401)}`)], 400],
    [
      '2,401 characters and a method that is not',
      () => [head('PATCH', `/content/posts/${'x'.repeat(2401)}`)],
      405,
    ],
    ['a slug of 2,400 encoded characters', () => [head('GET', `/content/posts/${'%61'.repeat(2400)}`)], 404],
    ['a part of 2,400 characters', () => [head('GET', `/content/posts/${'x'.repeat(2400)}`)], 404],
    ['an unknown path of long parts', () => [head('GET', `/${`${'x'.repeat(2400)}/`.repeat(3)}`)], 404],
    ['an unknown path that is no URL', () => [head('GET', '/unknown/%')], 404],
    ['a query of 5,000 characters', () => [head('GET', `/content/posts?cursor=${'A'.repeat(5000)}`)], 400],
    ['a type without a body', () => [head('POST', `/content/posts/${'x'.repeat(20)}/publish`, [json])], 404],
    ['a type without a body where one is needed', () => [head('POST', '/schema/collections', [json])], 400],
    [
      'a type that is none, without a body',
      () => [head('POST', '/schema/collections', ['Content-Type: text/x'])],
      415,
    ],
    [
      'a form without a body',
      () => [head('POST', '/media', ['Content-Type: multipart/form-data; boundary=x'])],
      400,
    ],
    ['an empty body', () => [head('POST', '/schema/collections', [json, 'Content-Length: 0'])], 400],
    [
      'two lengths',
      () => [head('POST', '/content/posts', [json, 'Content-Length: 2', 'Content-Length: 3']), '{}'],
      400,
    ],
    ['a length that is none', () => [head('POST', '/content/posts', [json, 'Content-Length: x']), '{}'], 400],
    [
      'a length and chunks',
      () => [
        head('POST', '/content/posts', [json, 'Content-Length: 2', 'Transfer-Encoding: chunked']),
        '2\r\n{}\r\n0\r\n\r\n',
      ],
      400,
    ],
    [
      'a chunk of no size',
      () => [head('POST', '/content/posts', [json, 'Transfer-Encoding: chunked']), 'zz\r\n{}\r\n0\r\n\r\n'],
      400,
    ],
    [
      'a length beyond the limit',
      () => [head('POST', '/content/posts', [json, 'Content-Length: 99999999'])],
      413,
    ],
    [
      'chunks beyond the limit',
      () => [
        head('POST', '/content/posts', [json, 'Transfer-Encoding: chunked']),
        ...Array.from({ length: 20 }, () => `10000\r\n${' '.repeat(65_536)}\r\n`),
        '0\r\n\r\n',
      ],
      413,
    ],
  ]

  it.each(rowsFor(engine, wrong))('%s ends in the envelope', async (_, parts, status) => {
    const before = await cluster.nodes[0]?.ask('GET', '/content/posts')
    const received = await send(...parts())
    const [top = '', body = ''] = received.split('\r\n\r\n')
    expect(received.slice(0, 200)).toMatch(new RegExp(`^HTTP/1\\.1 ${status} `))
    expect(top.toLowerCase()).toContain('content-type: application/json; charset=utf-8')
    expect(JSON.parse(body)).toEqual({
      success: false,
      error: { code: expect.any(String), message: expect.any(String), details: expect.any(Object) },
    })
    expect((await cluster.nodes[0]?.ask('GET', '/content/posts'))?.text).toBe(before?.text)
  })

  const chunked = (path: string, chunks: number, more: readonly string[] = []): string =>
    [
      `POST /_cms/api${path} HTTP/1.1`,
      'Host: x',
      json,
      'X-Octavo-Request: 1',
      'Transfer-Encoding: chunked',
      ...more,
      '',
      `${'1\r\n \r\n'.repeat(chunks)}2\r\n{}\r\n0\r\n\r\n`,
    ].join('\r\n')

  it('refuses a body in very many small pieces, and takes one in some', async () => {
    const own = [`Authorization: Bearer ${cluster.nodes[0]?.token}`, 'Connection: close']
    const refused = await send(chunked('/content/posts', 2000, own))
    expect(refused).toMatch(/^HTTP\/1\.1 400 /)
    expect(refused).toContain('too many small pieces')
    expect(await send(chunked('/content/posts', 900, own))).toMatch(/^HTTP\/1\.1 201 /)
  })

  const unread: [what: string, status: number, edit: (request: string) => string][] = [
    ['of a read', 200, (request) => request.replace('POST', 'GET')],
    [
      'of a read without rights',
      200,
      (request) => request.replace('POST /_cms/api/content/posts', 'GET /_cms/health'),
    ],
    ['of a type that is not taken', 415, (request) => request.replace(json, 'Content-Type: text/plain')],
  ]

  // An error that nobody listens for ends the process, and with it this run.
  it.each(rowsFor(engine, unread))(
    'survives a body in very many small pieces %s',
    async (_, status, edit) => {
      const own = [`Authorization: Bearer ${cluster.nodes[0]?.token}`, 'Connection: close']
      const received = await send(edit(chunked('/content/posts', 2000, own)))
      // The connection may end before the answer is sent.
      if (received !== '') expect(received).toMatch(new RegExp(`^HTTP/1\\.1 ${status} `))
      expect((await cluster.nodes[0]?.ask('GET', '/content/posts'))?.status).toBe(200)
    },
  )

  const endless = [
    ['of an operation', '/content/posts', 401],
    ['for an unknown address', '/nothing', 404],
  ] as const

  it.each(rowsFor(engine, endless))(
    'closes the connection on a refused body %s that comes in small pieces for ever',
    async (_, path, status) => {
      const received = await send(chunked(path, 50_000).replace(/0\r\n\r\n$/, ''))
      expect(received).toMatch(new RegExp(`^HTTP/1\\.1 ${status} `))
    },
  )

  describe('requests that come without waiting for answers', () => {
    /** Sends requests over one connection; counts the answers. */
    function pipeline(count: number): { answered: number; closed: Promise<void>; end: () => void } {
      const socket = connect(port, '127.0.0.1', () => {
        const read = head('GET', '/content/posts').replace('Connection: close\r\n', '')
        socket.write(read.repeat(count))
      })
      const closed = new Promise<void>((resolve) => socket.on('close', () => resolve()))
      const sent = { answered: 0, closed, end: () => socket.destroy() }
      socket.on('error', () => undefined)
      socket.on(
        'data',
        (bytes) => (sent.answered += bytes.toString('latin1').split('HTTP/1.1 200').length - 1),
      )
      return sent
    }

    it('are all answered, with turns for other clients in between', async () => {
      const other = await cluster.nodes[0]?.ask('GET', '/content/posts')
      expect(other?.status).toBe(200)
      const many = pipeline(50)
      let reads = 0
      while (many.answered < 50) {
        await fetch(`http://127.0.0.1:${port}/_cms/health`)
        reads++
      }
      expect(reads).toBeGreaterThan(3)
      many.end()
    })

    it('end the connection when they are too many', async () => {
      const many = pipeline(500)
      await many.closed
      expect(many.answered).toBeLessThan(60)
    })
  })

  it('strangers are refused before their body is read', async () => {
    const request = [
      'POST /_cms/api/content/posts HTTP/1.1',
      'Host: x',
      'Connection: close',
      json,
      'Content-Length: 900000',
      '',
      '',
    ]
    expect(await send(request.join('\r\n'))).toMatch(/^HTTP\/1\.1 401 /)
  })
})
