import { once } from 'node:events'
import { IncomingMessage, ServerResponse } from 'node:http'
import { mkdtempSync, rmSync } from 'node:fs'
import { type AddressInfo, connect, Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { PassThrough } from 'node:stream'
import { DatabaseSync } from 'node:sqlite'
import fastify, { type FastifyInstance, type FastifyRequest } from 'fastify'
import { pino } from 'pino'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { ownMemory } from '../platform/own-memory.ts'
import type { Caller } from '../core/caller.ts'
import { OctavoError } from '../platform/errors.ts'
import { Admission, admitRequests } from './admission.ts'

/** The memory is a small one, so bodies may take 2 MB together. */
const limits = { maxRequests: 8, maxBodyBytes: 1_000_000, memoryBytes: 4_000_000, workers: 1 }
const large = Buffer.alloc(64 * 1024 * 1024)

let app: FastifyInstance
let requests: Admission
let downloads: Admission
let sockets: Socket[]
/** requests that wait before they are admitted, or while their callers are looked up */
let waiting: (() => void)[]

beforeEach(async () => {
  const log = pino({ enabled: false })
  requests = new Admission(limits, log)
  downloads = new Admission({ ...limits, memoryBytes: null }, log, { isForDownloads: true })
  sockets = []
  waiting = []
  app = fastify({ forceCloseConnections: true, trustProxy: true })
  app.setErrorHandler((error, _request, reply) =>
    reply.code(error instanceof OctavoError ? error.status : 500).send('refused'),
  )
  app.decorateRequest('caller')
  app.addHook('onRequest', (request, _reply, next) => {
    if (request.url !== '/open') request.caller = { userId: request.ip } as Caller
    next()
  })
  app.addHook('onRequest', (request, _reply, next) => {
    if (request.url === '/before') waiting.push(next)
    else next()
  })
  admitRequests(app, { requests, downloads })
  app.route({
    method: ['GET', 'HEAD'],
    url: '/file',
    config: { isDownload: true },
    handler: () => new Promise(() => undefined),
  })
  const handler = (): string => 'done'
  app.all('/before', { handler })
  app.get('/during', { onRequest: (_request, _reply, next) => void waiting.push(next), handler })
  app.get('/large', { handler: () => large })
  app.all('/', { handler })
  app.post('/open', { handler })
  await app.listen({ port: 0, host: '127.0.0.1' })
})

afterEach(async () => {
  for (const socket of sockets) socket.destroy()
  await app.close()
})

interface Sending {
  readonly from?: string
  /** the address that a proxy names */
  readonly via?: string
  readonly body?: string
  readonly length?: number
}

async function ask(
  request: string,
  { from = '127.0.0.1', via, body = 'a', length = body.length }: Sending = {},
): Promise<Socket> {
  const { port } = app.server.address() as AddressInfo
  const socket = connect({ port, host: '127.0.0.1', localAddress: from })
  sockets.push(socket)
  // The service may close a connection before it has read the body that it refuses.
  socket.on('error', () => undefined)
  socket.write(
    `${request} HTTP/1.1\r\nHost: localhost\r\n${via === undefined ? '' : `X-Forwarded-For: ${via}\r\n`}Content-Type: text/plain\r\nContent-Length: ${length}\r\n\r\n${body}`,
  )
  await once(socket, 'connect')
  return socket
}

async function statusOf(request: string, more: Sending = {}): Promise<string> {
  const socket = await ask(request, more)
  const [answer] = (await once(socket, 'data')) as [Buffer]
  return answer.toString().slice('HTTP/1.1 '.length, 'HTTP/1.1 200'.length)
}

function connections(): Promise<number> {
  return new Promise((resolve) => app.server.getConnections((_error, count) => resolve(count)))
}

it.each(['GET /before', 'POST /before', 'GET /during'])(
  'counts no request whose client disconnects early: %s',
  async (request) => {
    for (let sent = 0; sent < 2 * limits.maxRequests; sent += limits.maxRequests) {
      const clients = await Promise.all(Array.from({ length: limits.maxRequests }, () => ask(request)))
      await expect.poll(() => waiting.length).toBe(limits.maxRequests)
      for (const client of clients) client.destroy()
      await expect.poll(connections).toBe(0)
      for (const next of waiting.splice(0)) next()
    }
    await expect.poll(() => requests.load).toMatchObject({ inProgress: 0, bodyBytes: 0 })
    expect(await statusOf('GET /')).toBe('200')
  },
)

it('counts no request whose answer is on its way to a client that does not read it', async () => {
  for (let sent = 0; sent < 2 * limits.maxRequests; sent++) {
    const client = await ask('GET /large')
    await once(client, 'readable')
  }
  expect(requests.load).toMatchObject({ inProgress: 0, refused: 0 })
  expect(await connections()).toBe(2 * limits.maxRequests)
  expect(await statusOf('GET /')).toBe('200')
})

it('lets an address with few downloads use a reserve', async () => {
  for (let sent = 0; sent < limits.maxRequests; sent++) await ask('GET /file')
  await expect.poll(() => downloads.load.inProgress).toBe(limits.maxRequests)
  expect(await statusOf('GET /file')).toBe('503')
  await ask('GET /file', { from: '127.0.0.2' })
  await expect.poll(() => downloads.load.inProgress).toBe(limits.maxRequests + 1)
  for (const socket of sockets) socket.destroy()
  await expect.poll(() => downloads.load.inProgress).toBe(0)
  // Its own downloads have ended, so the reserve is there for it as well.
  for (let sent = 0; sent < limits.maxRequests; sent++) await ask('GET /file', { from: '127.0.0.2' })
  await expect.poll(() => downloads.load.inProgress).toBe(limits.maxRequests)
  await ask('GET /file')
  await expect.poll(() => downloads.load.inProgress).toBe(limits.maxRequests + 1)
})

it('accepts small bodies, and those of others, while one address takes all memory for bodies', async () => {
  const part = { body: 'a'.repeat(999_000), length: 1_000_000 }
  const both = [await ask('POST /', part), await ask('POST /', part)]
  await expect.poll(() => requests.load.bodyBytes).toBe(2 * part.body.length)
  expect(await statusOf('POST /', { body: 'a'.repeat(60_000) })).toBe('200')
  expect(await statusOf('POST /', { body: 'a'.repeat(200_000) })).toBe('503')
  expect(await statusOf('POST /', { body: 'a'.repeat(200_000), from: '127.0.0.2' })).toBe('200')
  for (const socket of both) socket.destroy()
  await expect.poll(() => requests.load.bodyBytes).toBe(0)
})

/** A body of which the last byte does not come. */
const held = (bytes: number): Sending => ({ body: 'a'.repeat(bytes), length: bytes + 1 })

it.each([
  ['127.0.0.1', '127.0.0.1', '127.0.0.2'],
  ['2001:db8:1:1::1', '2001:db8:1:1::2', '2001:db8:1:2::1'],
])('bounds the bodies that %s has in memory without an account', async (first, same, other) => {
  // Half of 2 MB is for those without an account, a quarter of that for one address.
  await ask('POST /open', { ...held(200_000), via: first })
  await expect.poll(() => requests.load.bodyBytes).toBe(200_000)
  const body = 'a'.repeat(100_000)
  expect(await statusOf('POST /open', { body, via: same })).toBe('429')
  expect(await statusOf('POST /open', { body, via: other })).toBe('200')
  expect(await statusOf('POST /', { body, via: first })).toBe('200')
  for (const socket of sockets) socket.destroy()
  await expect.poll(() => requests.load.bodyBytes).toBe(0)
  expect(await statusOf('POST /open', { body, via: same })).toBe('200')
})

it('bounds the bodies of all addresses together that have no account, and accepts small ones', async () => {
  for (const number of [1, 2, 3, 4]) await ask('POST /open', { ...held(245_000), via: `192.0.2.${number}` })
  await expect.poll(() => requests.load.bodyBytes).toBe(4 * 245_000)
  expect(await statusOf('POST /open', { body: 'a'.repeat(200_000), via: '192.0.2.5' })).toBe('503')
  expect(await statusOf('POST /open', { body: 'a'.repeat(60_000), via: '192.0.2.5' })).toBe('200')
  expect(await statusOf('POST /', { body: 'a'.repeat(200_000), via: '192.0.2.6' })).toBe('200')
})

it('bounds the bodies that one person has in memory, whatever the address', () => {
  // A quarter of 400 MB is for bodies, an eighth of that for one person.
  const admission = new Admission({ ...limits, memoryBytes: 400_000_000 }, pino({ enabled: false }))
  const send = (userId: string, number: number): string => {
    const body = new PassThrough()
    const response = new ServerResponse(new IncomingMessage(new Socket()))
    const request = { caller: { userId }, ip: `192.0.2.${number}` } as unknown as FastifyRequest
    let answer = 'taken'
    body.on('error', (error: OctavoError) => (answer = error.code))
    admission.countBody(request, body as unknown as IncomingMessage, response)
    body.emit('data', Buffer.alloc(1_000_000))
    return answer
  }
  const answers = Array.from({ length: 14 }, (_, number) => send('one', number))
  expect(answers.filter((answer) => answer === 'taken')).toHaveLength(12)
  expect(answers.slice(12)).toEqual(['RATE_LIMITED', 'RATE_LIMITED'])
  expect(send('other', 0)).toBe('taken')
})

it('does not take a mapped database for memory that is used', () => {
  const folder = mkdtempSync(join(tmpdir(), 'mapped-'))
  const database = new DatabaseSync(join(folder, 'mapped.db'))
  database.exec(`PRAGMA mmap_size = ${2 ** 30}; CREATE TABLE pages (bytes BLOB)`)
  for (let page = 0; page < 20; page++) database.exec('INSERT INTO pages VALUES (zeroblob(10000000))')
  const before = { own: ownMemory(), all: process.memoryUsage.rss() }
  database.prepare('SELECT sum(length(CAST(bytes AS TEXT))) FROM pages').all()
  expect(process.memoryUsage.rss() - before.all).toBeGreaterThan(150_000_000)
  expect(ownMemory() - before.own).toBeLessThan(100_000_000)
  database.close()
  rmSync(folder, { recursive: true })
})
