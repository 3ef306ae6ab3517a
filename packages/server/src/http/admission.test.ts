import { once } from 'node:events'
import { type AddressInfo, connect, type Socket } from 'node:net'
import fastify, { type FastifyInstance } from 'fastify'
import { pino } from 'pino'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { Admission, admitRequests } from './admission.ts'

const limits = { maxRequests: 10, maxBodyBytes: 1024, memoryBytes: null, workers: 1 }
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
  downloads = new Admission(limits, log)
  sockets = []
  waiting = []
  app = fastify({ forceCloseConnections: true })
  app.addHook('onRequest', (request, _reply, next) => {
    if (request.url === '/before') waiting.push(next)
    else next()
  })
  admitRequests(app, { requests, downloads })
  const handler = (): string => 'done'
  app.all('/before', { handler })
  app.get('/during', { onRequest: (_request, _reply, next) => void waiting.push(next), handler })
  app.get('/large', { handler: () => large })
  app.get('/', { handler })
  await app.listen({ port: 0, host: '127.0.0.1' })
})

afterEach(async () => {
  for (const socket of sockets) socket.destroy()
  await app.close()
})

async function ask(request: string): Promise<Socket> {
  const { port } = app.server.address() as AddressInfo
  const socket = connect({ port, host: '127.0.0.1' })
  sockets.push(socket)
  socket.write(
    `${request} HTTP/1.1\r\nHost: localhost\r\nContent-Type: text/plain\r\nContent-Length: 1\r\n\r\na`,
  )
  await once(socket, 'connect')
  return socket
}

async function statusOf(request: string): Promise<string> {
  const socket = await ask(request)
  const [answer] = (await once(socket, 'data')) as [Buffer]
  return answer.toString().slice('HTTP/1.1 '.length).slice(0, 3)
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
