import { connect } from 'node:net'
import { setTimeout as delay } from 'node:timers/promises'
import type { Event } from '@octavo/contract/operations/events'
import { EventSource } from 'eventsource'
import { afterAll, beforeAll, beforeEach, describe, it, vi } from 'vitest'
import { dataOf, expectFailure } from '../setup/answers.ts'
import { makeCollection, makeItem } from '../setup/content.ts'
import { EventReader } from '../setup/event-reader.ts'
import { awaitEvents } from '../setup/events.ts'
import { type ListeningService, startListening } from '../setup/listening.ts'
import { patience } from '../setup/patience.ts'
import { type Engine, engines } from '../setup/service.ts'
import { sessionOf } from '../setup/sessions.ts'
import { startTcpProxy } from '../setup/tcp-proxy.ts'

const numbers = Array.from({ length: 100 }, (_, index) => `(${index})`).join(', ')
const tenThousandEvents = `INSERT INTO events (type, at, item_id, slug, is_live)
  SELECT 'section.updated', '2026-01-01T00:00:00.000Z', 'x', 'some-section', 1
    FROM (VALUES ${numbers}) AS a, (VALUES ${numbers}) AS b`

// Both engines at once: most of the time is spent waiting for a client that does not read, and for one that reconnects.
describe.each(engines)('the stream of events on %s', { concurrent: true }, (engine) => {
  describe('in this order', { concurrent: false }, () => void inOrder(engine))
})

function inOrder(engine: Engine): void {
  let service: ListeningService
  const readers: EventReader[] = []
  beforeAll(async () => {
    service = await startListening(engine, { isRealTime: true })
    await makeCollection(service, 'posts', {
      supports: ['drafts', 'revisions'],
      fields: [{ slug: 'title', type: 'string' }],
    })
  })
  // Otherwise a stream that begins now could be sent the end of what was before it.
  beforeEach(() => awaitEvents(service))
  afterAll(async () => {
    for (const reader of readers) reader.close()
    await service.close()
  })

  const open = async (query = '', headers: Record<string, string> = {}): Promise<EventReader> => {
    const authorization = `Bearer ${service.token}`
    const reader = await EventReader.open(`${service.baseUrl}/_cms/api/events/stream${query}`, {
      ...(!('cookie' in headers) && { authorization }),
      ...headers,
    })
    readers.push(reader)
    return reader
  }

  /** A stream of what comes from now on. */
  async function openAtEnd(query = '', headers: Record<string, string> = {}): Promise<EventReader> {
    const token = headers['authorization']?.replace('Bearer ', '')
    return open(`?after=${await endOfLog(token === undefined ? {} : { token })}${query}`, headers)
  }

  async function endOfLog(as: { token?: string } = {}): Promise<string> {
    let after = ''
    for (let count = 1; count > 0;) {
      const cursor = after === '' ? '' : `&after=${after}`
      const { items, nextCursor } = dataOf(await service.ask('GET', `/events?limit=1000${cursor}`, as))
      count = items.length
      after = nextCursor
    }
    return after
  }

  it('sends what changes, in order, and goes on behind the last event', async ({ expect }) => {
    const reader = await openAtEnd()
    const { id } = await makeItem(service, 'posts', { state: 'published' })
    await expect
      .poll(() => reader.events.map(({ type, itemId }) => [type, itemId]))
      .toEqual([
        ['content.created', id],
        ['content.published', id],
      ])
    reader.close()
    const other = await makeItem(service, 'posts')
    const resumed = await open('?after=0', { 'last-event-id': reader.events[0]?.id ?? '' })
    await expect.poll(() => resumed.events.map(({ itemId }) => itemId)).toEqual([id, other.id])
    const listed = dataOf(await service.ask('GET', `/events?after=${reader.events[0]?.id}`)).items
    expect(resumed.events).toEqual(listed)
  })

  it(
    'is followed by EventSource through a proxy that is killed: nothing is missed or comes twice',
    { tags: 'long' },
    async ({ expect }) => {
      const after = await endOfLog()
      const proxy = await startTcpProxy('127.0.0.1', Number(new URL(service.baseUrl).port))
      const authorization = `Bearer ${service.token}`
      const source = new EventSource(
        `http://127.0.0.1:${proxy.port}/_cms/api/events/stream?types=content.created&after=${after}`,
        { fetch: (url, init) => fetch(url, { ...init, headers: { ...init.headers, authorization } }) },
      )
      const heard: string[] = []
      source.addEventListener('message', ({ data }) => heard.push((JSON.parse(data) as Event).itemId ?? ''))
      const made: string[] = []
      const makeSome = async (): Promise<void> => {
        for (let count = 0; count < 3; count++) made.push((await makeItem(service, 'posts')).id)
      }
      const heardAll = (): Promise<void> =>
        vi.waitFor(() => expect(heard).toEqual(made), { timeout: patience, interval: 20 })
      try {
        for (let round = 0; round < 3; round++) {
          await makeSome()
          if (round === 1) await heardAll()
          proxy.set('closed')
          await makeSome()
          await delay(200)
          proxy.set('open')
        }
        await heardAll()
      } finally {
        source.close()
        await proxy.close()
      }
    },
  )

  it('gives an id before the first event, so that nothing is missed', async ({ expect }) => {
    const reader = await openAtEnd()
    await expect.poll(() => reader.lastId).toMatch(/^\d/)
    reader.close()
    const { id } = await makeItem(service, 'posts')
    const resumed = await open('', { 'last-event-id': reader.lastId })
    await expect.poll(() => resumed.events.map(({ itemId }) => itemId)).toEqual([id])
  })

  it('begins behind the newest event with `latest`, for visitors too', async ({ expect }) => {
    const visitor = await service.person(10, ['content:read'])
    const authorization = `Bearer ${visitor.token}`
    const opened = await Promise.all([open('?after=latest'), open('?after=latest', { authorization })])
    for (const reader of opened) await expect.poll(() => reader.lastId).not.toBe('')
    const { id } = await makeItem(service, 'posts', { state: 'published' })
    const [editor, seen] = opened
    await expect
      .poll(() => editor?.events.map(({ type, itemId }) => [type, itemId]))
      .toEqual([
        ['content.created', id],
        ['content.published', id],
      ])
    await expect.poll(() => seen?.events.map(({ type }) => type)).toEqual(['content.published'])
    const page = dataOf(await service.ask('GET', '/events?after=latest'))
    expect(page.items).toEqual([])
    await awaitEvents(service)
    const { id: next } = await makeItem(service, 'posts')
    await awaitEvents(service)
    const later = dataOf(await service.ask('GET', `/events?after=${page.nextCursor}`))
    expect(later.items.map(({ itemId }: { itemId: string }) => itemId)).toEqual([next])
  })

  it('begins with the oldest event', async ({ expect }) => {
    const reader = await open()
    await expect.poll(() => reader.events.length).toBeGreaterThan(0)
    const [oldest] = dataOf(await service.ask('GET', '/events?limit=1')).items
    expect(reader.events[0]).toEqual(oldest)
    reader.close()
  })

  it('filters, and tells visitors what they see alone', async ({ expect }) => {
    const visitor = await service.person(10, ['content:read'])
    const filtered = await openAtEnd('&types=content.published&collections=posts')
    const seen = await openAtEnd('', { authorization: `Bearer ${visitor.token}` })
    await makeItem(service, 'posts', { state: 'published+draft' })
    await makeItem(service, 'posts', { state: 'published' })
    await expect.poll(() => seen.lastId).toMatch(/^[\w-]{86}$/)
    for (const reader of [filtered, seen])
      await expect
        .poll(() => reader.events.map(({ type }) => type))
        .toEqual(['content.published', 'content.published'])
    const headers = { authorization: `Bearer ${visitor.token}`, 'last-event-id': seen.events[0]?.id ?? '' }
    const resumed = await open('', headers)
    await expect.poll(() => resumed.events).toEqual(seen.events.slice(1))
  })

  it('ends when its token is revoked, and when its session ends', async ({ expect }) => {
    const { token, userId } = await service.person(50)
    const byToken = await open('', { authorization: `Bearer ${token}` })
    const session = await sessionOf(service, userId)
    const bySession = await open('', { cookie: session['cookie'] ?? '' })
    expect([byToken.hasEnded, bySession.hasEnded]).toEqual([false, false])
    dataOf(await service.ask('POST', `/admin/users/${userId}/disable`))
    // How soon: event-stream-bounds.test.ts.
    await expect.poll(() => [byToken.hasEnded, bySession.hasEnded]).toEqual([true, true])
  })

  it('sends what visitors see alone once its user has lost the right to more', async ({ expect }) => {
    const { token, userId } = await service.person(30, ['content:read'])
    const reader = await openAtEnd('', { authorization: `Bearer ${token}` })
    const typesOfNext = async (): Promise<string[]> => {
      const { id } = await makeItem(service, 'posts', { state: 'published' })
      const types = () => reader.events.flatMap(({ itemId, type }) => (itemId === id ? [type] : []))
      await expect.poll(types).toContain('content.published')
      return types()
    }
    expect(await typesOfNext()).toEqual(['content.created', 'content.published'])
    dataOf(await service.ask('PATCH', `/admin/users/${userId}`, { body: { role: 10 } }))
    // How soon: event-stream-bounds.test.ts.
    await expect.poll(typesOfNext).toEqual(['content.published'])
    expect(await typesOfNext()).toEqual(['content.published'])
  })

  it('disconnects a client that does not read, and keeps others', { tags: 'long' }, async ({ expect }) => {
    const count = (): number => service.services.eventStreams.count
    for (const earlier of readers) earlier.close()
    await expect.poll(count).toBe(0)
    const { port } = new URL(service.baseUrl)
    const socket = connect(Number(port), '127.0.0.1')
    socket.on('error', () => undefined)
    socket.pause()
    socket.write(
      `GET /_cms/api/events/stream HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer ${service.token}\r\n\r\n`,
    )
    await expect.poll(count).toBe(1)
    const reader = await openAtEnd()
    await expect.poll(count).toBe(2)
    const total = 8
    for (let index = 0; index < total; index++)
      await service.services.database.transaction('write', (tx) => tx.run(tenThousandEvents, []))
    await expect.poll(count, { timeout: 4 * patience }).toBe(1)
    await expect.poll(() => reader.events.length, { timeout: 4 * patience }).toBe(total * 10_000)
    expect(reader.hasEnded).toBe(false)
    socket.destroy()
  })

  it.each([
    ['?after=forged', {}, '400 VALIDATION_ERROR'],
    ['', { 'last-event-id': '1 OR 1=1' }, '400 VALIDATION_ERROR'],
    ['?types=nothing', {}, '400 VALIDATION_ERROR'],
    ['?limit=3', {}, '400 VALIDATION_ERROR'],
    ['', { authorization: 'Bearer cms_pat_none' }, '401 UNAUTHORIZED'],
  ])('refuses %s %o', async (query, headers, expected) => {
    expectFailure(await service.ask('GET', `/events/stream${query}`, { headers: { ...headers } }), expected)
  })

  it('refuses who may not read, and a place beyond the end', async () => {
    const { token } = await service.person(10, ['media:read'])
    expectFailure(await service.ask('GET', '/events/stream', { token }), '403 FORBIDDEN')
    const { nextCursor } = dataOf(await service.ask('GET', '/events?limit=1000'))
    const beyond = nextCursor.replace(/^\d+/, (first: string) => String(Number(first) + 1_000_000))
    const headers = { 'last-event-id': beyond }
    expectFailure(await service.ask('GET', '/events/stream', { headers }), '410 CURSOR_EXPIRED')
  })
}
