// @module-tag long
import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { engines } from '../setup/service.ts'
import { patience } from '../setup/patience.ts'
import { expectSomeUnder } from '../setup/timing.ts'
import { makeSite, type Site } from './service-process.ts'

interface InFlight {
  /** sends the rest and gives the answer */
  finish(): Promise<string>
}

describe.each(engines)('a service that is stopped, on %s', (engine) => {
  let site: Site

  beforeAll(async () => {
    site = await makeSite(engine)
    const service = await site.start()
    expect((await service.ask('POST', '/schema/collections', { slug: 'posts', label: 'Posts' })).status).toBe(
      201,
    )
    service.kill('SIGTERM')
    await service.ended
  })
  afterAll(() => site.remove())

  /** Sends a request up to the middle of its body; `100 Continue` shows that the service has received its headers. */
  async function begin(port: number, slug: string): Promise<InFlight> {
    const body = JSON.stringify({ slug })
    const socket: Socket = connect(port, '127.0.0.1')
    let received = ''
    socket.setEncoding('utf8').on('data', (text: string) => (received += text))
    const closed = once(socket, 'close')
    const head = [
      'POST /_cms/api/content/posts HTTP/1.1',
      'Host: x',
      `Authorization: Bearer ${site.token}`,
      'Content-Type: application/json',
      `Content-Length: ${body.length}`,
      'Expect: 100-continue',
      '',
      '',
    ]
    socket.write(head.join('\r\n'))
    await vi.waitFor(() => expect(received).toContain('100 Continue'), { timeout: patience, interval: 5 })
    socket.write(body.slice(0, 5))
    return {
      finish: async () => {
        received = ''
        socket.write(body.slice(5))
        await closed
        return received
      },
    }
  }

  async function isListening(port: number): Promise<boolean> {
    const socket = connect(port, '127.0.0.1')
    const isOpen = await Promise.race([
      once(socket, 'connect').then(() => true),
      once(socket, 'error').then(() => false),
    ]).catch(() => false)
    socket.destroy()
    return isOpen
  }

  it.each(['SIGTERM'] as const)('ends what it has begun before it exits with 0 (%s)', async (signal) => {
    const service = await site.start()
    const requests = await Promise.all(
      Array.from({ length: 10 }, (_, index) => begin(service.port, `in-flight-${index}`)),
    )
    service.kill(signal)
    await vi.waitFor(async () => expect(await isListening(service.port)).toBe(false), {
      timeout: patience,
      interval: 10,
    })
    const answers = await Promise.all(requests.map((request) => request.finish()))
    for (const answer of answers) expect(answer).toMatch(/^HTTP\/1\.1 201 [^]*"success":true/)
    expect(await service.ended).toBe(0)
    const again = await site.start()
    const list = await again.ask('GET', '/content/posts?limit=100')
    expect(list.body.data.items).toHaveLength(10)
    again.kill('SIGTERM')
    expect(await again.ended).toBe(0)
  })

  it('ends quickly when nothing is under way, though clients keep their connections', async () => {
    const timeToEnd = async (): Promise<number> => {
      const service = await site.start()
      await Promise.all(Array.from({ length: 5 }, () => service.ask('GET', '/content/posts')))
      const start = performance.now()
      service.kill('SIGTERM')
      expect(await service.ended).toBe(0)
      return performance.now() - start
    }
    await expectSomeUnder(3000, timeToEnd)
  })

  // What follows asks nothing of the engine.
  if (engine !== 'sqlite') return

  it('ends though clients have sent no request, or a part of one, and still answers a whole one', async () => {
    const service = await site.start()
    const complete = 'GET /_cms/health/live HTTP/1.1\r\nHost: x\r\n\r\n'
    const part = complete.slice(0, 30)
    const sockets = ['', part, `${complete}${part}`].map((text) => {
      const socket = connect(service.port, '127.0.0.1')
      socket.on('error', () => undefined).resume()
      if (text !== '') socket.write(text)
      return { socket, closed: new Promise((done) => socket.on('close', done)) }
    })
    await Promise.all(sockets.map(({ socket }) => once(socket, 'connect')))
    const request = await begin(service.port, 'slow')
    service.kill('SIGTERM')
    await Promise.all(sockets.map(({ closed }) => closed))
    expect(await request.finish()).toMatch(/^HTTP\/1\.1 201 /)
    expect(await service.ended).toBe(0)
  })

  it('tells load balancers before it stops listening, until a second signal comes', async () => {
    const service = await site.start({ OCTAVO_SHUTDOWN_DELAY: '300' })
    const ready = `http://127.0.0.1:${service.port}/_cms/health/ready`
    expect((await fetch(ready)).status).toBe(200)
    service.kill('SIGTERM')
    await expect.poll(async () => (await fetch(ready)).status, { timeout: patience }).toBe(503)
    const { checks } = (await (await fetch(ready)).json()) as { checks: { name: string; ok: boolean }[] }
    expect(checks.filter(({ ok }) => !ok).map(({ name }) => name)).toEqual(['shutdown'])
    expect((await service.ask('GET', '/content/posts')).status).toBe(200)
    service.kill('SIGTERM')
    expect(await service.ended).toBe(0)
  })

  it('does not wait for load balancers when a person stops it', async () => {
    const service = await site.start({ OCTAVO_SHUTDOWN_DELAY: '300' })
    service.kill('SIGINT')
    expect(await service.ended).toBe(0)
  })
})
