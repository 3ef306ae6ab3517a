// @module-tag long
import type { WriteContext } from '@octavo/server/core/context'
import { audit } from '@octavo/server/core/audit-recorder'
import { serviceCaller } from '@octavo/server/core/caller'
import { transact } from '@octavo/server/core/transact'
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { dataOf, expectFailure } from '../setup/answers.ts'
import { hour, makeCollection, makeItem } from '../setup/content.ts'
import { EventReader } from '../setup/event-reader.ts'
import { awaitEvents } from '../setup/events.ts'
import { freePort } from '../setup/free-port.ts'
import { patience } from '../setup/patience.ts'
import { engines, startService, type TestService } from '../setup/service.ts'
import { rowsOf } from '../setup/tables.ts'
import { eventsIn, type Received, type Receiver, startReceiver } from '../setup/webhooks.ts'

const day = 24 * hour
const attemptTime = 10_000
const accept: Receiver['answer'] = (_, response) => void response.writeHead(204).end()

interface Delivery {
  id: string
  state: string
  attempts: number
  status: number | null
  failure: string | null
  answer: string | null
  duration: number
}

const until = (check: () => unknown, timeout = patience): Promise<unknown> =>
  vi.waitFor(check, { timeout, interval: 20 })

describe.each(engines)('receivers of webhooks that behave badly, on %s', (engine) => {
  let service: TestService
  let receiver: Receiver
  let paths = 0
  let baseUrl: string
  const lines: Record<string, unknown>[] = []

  beforeAll(async () => {
    receiver = await startReceiver()
    const port = await freePort()
    baseUrl = `http://127.0.0.1:${port}`
    service = await startService(engine, {
      env: {
        OCTAVO_WEBHOOK_ORIGINS: receiver.origin,
        OCTAVO_BASE_URL: baseUrl,
        OCTAVO_RATE_LIMIT: 'off',
        OCTAVO_LOG_LEVEL: 'warn',
      },
      onLog: (line) => void (Number(line['level']) >= 40 && lines.push(line)),
    })
    await service.server.listen({ host: '127.0.0.1', port })
    await makeCollection(service, 'posts', {
      supports: ['drafts'],
      fields: [{ slug: 'title', type: 'string' }],
    })
  })
  afterAll(async () => {
    await service.close()
    await receiver.close()
  })
  afterEach(async () => {
    receiver.answer = accept
    for (const { id } of dataOf(await service.ask('GET', '/webhooks')).items)
      await service.ask('DELETE', `/webhooks/${id}`)
    lines.length = 0
  })

  interface Made {
    id: string
    path: string
    requests(): Received[]
    deliveries(): Promise<Delivery[]>
  }

  async function webhook(types: string[] = ['content.published']): Promise<Made> {
    const path = `/hook${++paths}`
    const body = { url: receiver.origin + path, types }
    const { item } = dataOf(await service.ask('POST', '/webhooks', { body }), 201)
    return {
      id: item.id,
      path,
      requests: () => receiver.at(path),
      deliveries: async () =>
        dataOf(await service.ask('GET', `/webhooks/${item.id}/deliveries?limit=100`)).items,
    }
  }

  const publish = (): Promise<{ id: string }> => makeItem(service, 'posts', { state: 'published' })
  const passTime = (milliseconds: number): void => {
    service.clock.forward(milliseconds)
    service.services.webhookSignal.ring()
  }

  it(
    'end after ten seconds where they hang, or answer byte by byte',
    async () => {
      const [silent, slow, quick] = [await webhook(), await webhook(), await webhook()]
      receiver.answer = ({ path }, response) => {
        if (path === quick.path) return void response.writeHead(204).end()
        if (path === silent.path) return
        response.writeHead(200)
        const dripping = setInterval(() => response.write('.'), 200)
        response.on('close', () => clearInterval(dripping))
      }
      await publish()
      await until(() => expect(quick.requests()).toHaveLength(1))
      for (const [hook, outcome] of [
        [silent, { state: 'pending', status: null, failure: 'tooSlow' }],
        // The status has arrived; the rest of the answer does not matter.
        [slow, { state: 'delivered', status: 200, failure: null }],
      ] as const) {
        await until(
          async () => expect(await hook.deliveries()).toMatchObject([{ attempts: 1, ...outcome }]),
          2 * attemptTime,
        )
        const [delivery] = (await hook.deliveries()) as [Delivery]
        expect(delivery.duration).toBeGreaterThanOrEqual(attemptTime - 100)
        expect(delivery.duration).toBeLessThan(attemptTime + 5000)
      }
    },
    3 * attemptTime + patience,
  )

  it('are not followed to other addresses, private or not', async () => {
    const elsewhere = await startReceiver()
    try {
      const hook = await webhook()
      for (const location of [
        `${elsewhere.origin}/private`,
        'http://169.254.169.254/latest/meta-data/',
        `${receiver.origin}/elsewhere`,
        '//[::1]/',
      ]) {
        for (const status of [301, 307, 308]) {
          receiver.answer = (_, response) => void response.writeHead(status, { location }).end()
          const { item } = dataOf(await service.ask('POST', `/webhooks/${hook.id}/test`))
          expect(item).toMatchObject({ state: 'failed', status, failure: 'status' })
        }
      }
      await publish()
      await until(async () =>
        expect((await hook.deliveries())[0]).toMatchObject({ state: 'pending', attempts: 1, status: 308 }),
      )
      expect([elsewhere.received, receiver.at('/elsewhere')]).toEqual([[], []])
    } finally {
      await elsewhere.close()
    }
  })

  it('can answer ten megabytes, of which the beginning is read', async () => {
    const hook = await webhook()
    let sent = 0
    receiver.answer = (_, response) => {
      response.writeHead(200)
      const chunk = 'x'.repeat(64 * 1024)
      const write = (): void => {
        if (sent >= 10 * 2 ** 20) return void response.end()
        sent += chunk.length
        response.write(chunk, (error) => (error ? undefined : write()))
      }
      write()
    }
    await publish()
    await until(async () =>
      expect(await hook.deliveries()).toMatchObject([{ state: 'delivered', attempts: 1, status: 200 }]),
    )
    expect((await hook.deliveries())[0]?.answer).toBe('x'.repeat(1000))
    expect(sent).toBeLessThan(10 * 2 ** 20)
  })

  it('can lose their webhook while deliveries are under way: nothing is left, and nothing fails', async () => {
    const [gone, other] = [await webhook(), await webhook()]
    const waiting: (() => void)[] = []
    receiver.answer = ({ path }, response) => {
      if (path === other.path) return void response.writeHead(204).end()
      const status = waiting.length % 2 === 0 ? 204 : 500
      waiting.push(() => response.writeHead(status).end())
    }
    for (let count = 0; count < 8; count++) await publish()
    await until(() => expect(waiting.length).toBeGreaterThanOrEqual(4))
    await until(() => expect(other.requests()).toHaveLength(8))
    dataOf(await service.ask('DELETE', `/webhooks/${gone.id}`))
    const received = gone.requests().length
    for (const answer of waiting) answer()
    await publish()
    await until(() => expect(other.requests()).toHaveLength(9))
    await until(async () =>
      expect((await other.deliveries()).every(({ state }) => state === 'delivered')).toBe(true),
    )
    expect(gone.requests()).toHaveLength(received)
    expectFailure(await service.ask('GET', `/webhooks/${gone.id}/deliveries`), '404 NOT_FOUND')
    const left = `SELECT id FROM webhook_deliveries WHERE webhook_id = '${gone.id}'`
    expect(await rowsOf(service, left)).toEqual([])
    expect(lines).toEqual([])
  })

  it('are not paused because the clock jumps, and wait for no time that the clock has left', async () => {
    const hook = await webhook()
    receiver.answer = (_, response) => void response.writeHead(500).end()
    await publish()
    const attempts = async (): Promise<string[]> =>
      (await hook.deliveries()).map((one) => `${one.state} ${one.attempts}`)
    const isPaused = async (): Promise<boolean> =>
      dataOf(await service.ask('GET', `/webhooks/${hook.id}`)).item.isPaused
    await until(async () => expect(await attempts()).toEqual(['pending 1']))
    passTime(400 * day)
    await until(async () => expect(await attempts()).toEqual(['pending 2']))
    expect(await isPaused()).toBe(false)
    passTime(-400 * day)
    await until(async () => expect(await attempts()).toEqual(['pending 3']))
    expect(await isPaused()).toBe(false)
    receiver.answer = accept
    passTime(hour)
    await until(async () => expect(await attempts()).toEqual(['delivered 4']))
    const { id } = await publish()
    await until(() => expect(eventsIn(hook.requests()).at(-1)?.itemId).toBe(id))
  })

  it('receive 10,000 events of one transaction, as do streams and readers by cursor', async () => {
    const many = 10_000
    const hook = await webhook(['section.updated'])
    await awaitEvents(service)
    const authorization = `Bearer ${service.token}`
    const address = `${baseUrl}/_cms/api/events/stream?after=latest&types=section.updated`
    const stream = await EventReader.open(address, { authorization })
    const end = dataOf(await service.ask('GET', '/events?after=latest')).nextCursor
    const ids = Array.from({ length: many }, (_, index) => `section-${index}`)
    try {
      await transact(
        service.services,
        { caller: serviceCaller('job'), action: 'sections.update' },
        async (context: WriteContext) => {
          for (const id of ids) {
            const facts = { slug: id, title: 'One' }
            const after = { ...facts, title: 'Two' }
            audit(context, { targetType: 'section', targetId: id, before: facts, after })
          }
        },
      )
      const read: string[] = []
      const next = async (cursor: string): Promise<string> => {
        const { items, nextCursor } = dataOf(await service.ask('GET', `/events?limit=1000&after=${cursor}`))
        read.push(...items.map(({ itemId }: { itemId: string }) => itemId))
        return nextCursor
      }
      await awaitEvents(service)
      for (let cursor = end; read.length < many;) cursor = await next(cursor)
      expect(read).toEqual(ids)
      await until(() => expect(stream.events.map(({ itemId }) => itemId)).toEqual(ids), 4 * patience)
      await until(
        () => expect(new Set(eventsIn(hook.requests()).map(({ itemId }) => itemId)).size).toBe(many),
        4 * patience,
      )
      // Up to 100 share a delivery, in up to 32 lanes a page of the log.
      expect(hook.requests().length).toBeLessThan(250)
    } finally {
      stream.close()
    }
  })
})
