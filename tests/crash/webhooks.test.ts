// @module-tag long
import type { Event } from '@octavo/contract/operations/events'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { patience } from '../setup/patience.ts'
import { engines, secretKey } from '../setup/service.ts'
import { eventsIn, type Received, type Receiver, startReceiver } from '../setup/webhooks.ts'
import { killInRounds } from './killed-nodes.ts'
import { makeSite, type Running, type Site } from './service-process.ts'

/** how often a receiver fails at the first attempt of a delivery */
const failureShare = 0.05

describe.each(engines)('webhooks of a service that is killed while it sends, on %s', (engine) => {
  let site: Site
  let receiver: Receiver
  const acknowledged: string[] = []
  /** kills the nodes while the receiver has a delivery of them that is not answered */
  let kill: (() => void) | null = null
  const unanswered: string[] = []
  const complaints: unknown[] = []

  beforeAll(async () => {
    site = await makeSite(engine)
    receiver = await startReceiver()
    const seen = new Set<string>()
    receiver.answer = ({ id }, response) => {
      if (kill !== null) {
        unanswered.push(id)
        return kill()
      }
      const isFirst = !seen.has(id)
      seen.add(id)
      response.writeHead(isFirst && Math.random() < failureShare ? 500 : 204).end()
    }
  })
  afterAll(async () => {
    await site.remove()
    await receiver.close()
  })

  const start = (): Promise<Running> =>
    site.start({ OCTAVO_SECRET_KEY: secretKey, OCTAVO_WEBHOOK_ORIGINS: receiver.origin })

  /** Publishes items, and changes them again, until the service is gone. */
  async function write(service: Running): Promise<void> {
    for (let id: string | null = null; ;) {
      const body = { data: { title: String(Math.random()) }, status: 'published' }
      const path: string = id === null ? '' : `/${id}`
      const answer = await service
        .ask(id === null ? 'POST' : 'PUT', `/content/posts${path}`, body)
        .catch(() => null)
      if (answer === null) return
      if (answer.status >= 300) complaints.push(answer.body)
      else acknowledged.push((id = answer.body.data.item.id as string))
      if (Math.random() < 0.3) id = null
    }
  }

  async function allEvents(service: Running): Promise<Event[]> {
    const events: Event[] = []
    for (let after = ''; ;) {
      const cursor = after === '' ? '' : `&after=${after}`
      const { body } = await service.ask('GET', `/events?types=content.published&limit=1000${cursor}`)
      if (body.data.items.length === 0) return events
      events.push(...body.data.items)
      after = body.data.nextCursor
    }
  }

  /** Kills all nodes while a delivery is received and not answered, and starts them again. */
  async function killWithin(nodes: Running[]): Promise<void> {
    kill = () => nodes.forEach((node) => node.kill('SIGKILL'))
    await Promise.all([...nodes.map(write), ...nodes.map(({ ended }) => ended)])
    kill = null
    for (const index of nodes.keys()) nodes[index] = await start()
  }

  it('lose no event, repeat one only with the same id, and keep the order of each item', async () => {
    const nodes = [await start(), ...(engine === 'postgres' ? [await start()] : [])]
    const [first] = nodes as [Running]
    const field = { slug: 'title', label: 'Title', type: 'string' }
    const hook = { url: `${receiver.origin}/hook`, types: ['content.published'] }
    for (const [path, body] of [
      ['/schema/collections', { slug: 'posts', label: 'Posts' }],
      ['/schema/collections/posts/fields', field],
      ['/webhooks', hook],
    ] as const)
      expect((await first.ask('POST', path, body)).status).toBe(201)
    await killInRounds({ nodes, start, write, count: () => receiver.received.length })
    await killWithin(nodes)
    expect(complaints).toEqual([])
    const [reader] = nodes as [Running]
    let logged: Event[] = []
    // Events are read in the order of their commits, so they wait until the database ends what the killed nodes began.
    await vi.waitFor(
      async () => {
        logged = await allEvents(reader)
        expect(logged.length).toBeGreaterThanOrEqual(acknowledged.length)
        expect(logged.map(({ itemId }) => itemId)).toEqual(expect.arrayContaining(acknowledged))
      },
      { timeout: patience, interval: 200 },
    )
    const ids = new Set(logged.map(({ id }) => id))
    const missing = (): string[] => {
      const received = new Set(eventsIn(receiver.received).map(({ id }) => id))
      return [...ids].filter((id) => !received.has(id))
    }
    // What a killed process was sending is sent by another one when its lease has ended.
    await vi.waitFor(() => expect(missing()).toEqual([]), { timeout: 4 * patience, interval: 50 })
    expect(unanswered.length).toBeGreaterThan(0)
    const times = (id: string): number => receiver.received.filter((one) => one.id === id).length
    await vi.waitFor(() => expect(unanswered.filter((id) => times(id) < 2)).toEqual([]), {
      timeout: 4 * patience,
      interval: 50,
    })
    const received = [...receiver.received]
    expectSameIds(received)
    // What was sent is in the log, also where it was not acknowledged and could be read later alone.
    expectOrder(received, await allEvents(reader))
  })
})

/** Each event came under one id, with one body. */
function expectSameIds(received: readonly Received[]): void {
  const places = new Map<string, Set<string>>()
  for (const request of received) {
    for (const { id } of eventsIn([request])) {
      places.set(id, (places.get(id) ?? new Set()).add(`${request.id} ${request.body}`))
    }
  }
  expect([...places.values()].filter(({ size }) => size > 1)).toEqual([])
}

/** Apart from repetitions, the events of an item came in the order of the log. */
function expectOrder(received: readonly Received[], logged: readonly Event[]): void {
  const place = new Map(logged.map(({ id }, index) => [id, index]))
  const newest = new Map<string, number>()
  const seen = new Set<string>()
  for (const { id, itemId } of eventsIn(received)) {
    if (seen.has(id)) continue
    seen.add(id)
    const at = place.get(id) ?? -1
    expect([itemId, at > (newest.get(itemId) ?? -1)]).toEqual([itemId, true])
    newest.set(itemId, at)
  }
}
