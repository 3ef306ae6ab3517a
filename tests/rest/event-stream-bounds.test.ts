// @module-tag long
import { connect } from 'node:net'
import { text } from 'node:stream/consumers'
import { limits } from '@octavo/contract/limits'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { dataOf, expectFailure } from '../setup/answers.ts'
import { type Cluster, type Node, startCluster } from '../setup/cluster.ts'
import { makeCollection, makeItem } from '../setup/content.ts'
import { EventReader } from '../setup/event-reader.ts'
import { awaitEvents } from '../setup/events.ts'
import { type ListeningService, startListening } from '../setup/listening.ts'
import { patience } from '../setup/patience.ts'
import { engines } from '../setup/service.ts'
import { askAs, sessionOf } from '../setup/sessions.ts'
import { expectSomeUnder } from '../setup/timing.ts'

const timing = { tags: 'timing' } as const

describe.each(engines)('cursors that a client may not use, on %s', (engine) => {
  let service: ListeningService
  let other: ListeningService

  beforeAll(async () => {
    ;[service, other] = await Promise.all([startListening(engine), startListening(engine)])
    for (const one of [service, other]) {
      await makeCollection(one, 'posts', {
        supports: ['drafts'],
        fields: [{ slug: 'title', type: 'string' }],
      })
      await makeItem(one, 'posts', { state: 'published' })
      await awaitEvents(one)
    }
  })
  afterAll(() => Promise.all([service.close(), other.close()]))

  const ask = async (given: string, token = service.token): Promise<{ status: number; code: string }> => {
    const headers = { authorization: `Bearer ${token}`, 'last-event-id': given }
    const response = await fetch(`${service.baseUrl}/_cms/api/events/stream`, { headers })
    if (response.status === 200) {
      await response.body?.cancel()
      return { status: 200, code: '' }
    }
    const { error } = (await response.json()) as { error: { code: string } }
    return { status: response.status, code: error.code }
  }
  const refused = { status: 400, code: 'VALIDATION_ERROR' }
  const expired = { status: 410, code: 'CURSOR_EXPIRED' }
  const cursorOf = async (of: ListeningService, token?: string): Promise<string> =>
    dataOf(await of.ask('GET', '/events?limit=1', token === undefined ? {} : { token })).nextCursor

  it.each([
    'x',
    '-1',
    '1e3',
    '0x10',
    '1-1-1',
    '1--1',
    '99999999999999999999',
    '1.5',
    "1' OR '1'='1",
    '9007199254740993-1',
    '../../etc/passwd',
    'é'.repeat(20),
    'A'.repeat(86),
    'x'.repeat(12_000),
  ])('refuses %#: no form of a cursor', async (given) => {
    expect(await ask(given)).toEqual(refused)
    const visitor = await service.person(10, ['content:read'])
    const answer = await ask(given, visitor.token)
    expect([refused, expired]).toContainEqual(answer)
  })

  it('refuses a header of a megabyte, and an address of one, and goes on', async () => {
    const { port } = new URL(service.baseUrl)
    const long = '1'.repeat(2 ** 20)
    for (const [path, header] of [
      ['/_cms/api/events/stream', `Last-Event-ID: ${long}\r\n`],
      [`/_cms/api/events/stream?after=${long}`, ''],
    ] as const) {
      const socket = connect(Number(port), '127.0.0.1')
      // The service closes the connection while the client still sends.
      socket.on('error', () => undefined)
      socket.write(
        `GET ${path} HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer ${service.token}\r\n${header}\r\n`,
      )
      const answer = await text(socket).catch(() => '')
      expect(answer).toMatch(/^(HTTP\/1\.1 431 |$)/)
    }
    expectFailure(await service.ask('GET', `/events?after=${'1'.repeat(5000)}`), '400 VALIDATION_ERROR')
    expect(await ask(await cursorOf(service))).toMatchObject({ status: 200 })
  })

  it('refuses the cursors of a visitor of another installation, and of an editor', async () => {
    const visitor = await service.person(10, ['content:read'])
    const live = await service.person(50, ['content:read'], 'live')
    const foreign = await other.person(10, ['content:read'])
    const ofForeign = await cursorOf(other, foreign.token)
    expect(await ask(ofForeign, visitor.token)).toEqual(refused)
    expect(await ask(ofForeign)).toEqual(refused)
    // Consecutive numbers would show visitors how many events there are that they may not see.
    for (const token of [visitor.token, live.token])
      expect(await ask(await cursorOf(service), token)).toEqual(expired)
    // A place in the log, which is the same for every reader with the same rights.
    const ofVisitor = await cursorOf(service, visitor.token)
    const another = await service.person(10, ['content:read'])
    for (const token of [visitor.token, live.token, another.token, service.token])
      expect(await ask(ofVisitor, token)).toMatchObject({ status: 200 })
    const forged = `${ofVisitor.slice(0, 40)}${ofVisitor[40] === 'A' ? 'B' : 'A'}${ofVisitor.slice(41)}`
    expect(await ask(forged, visitor.token)).toEqual(refused)
  })
})

describe.each(engines)('streams of events on several nodes, on %s', (engine) => {
  let cluster: Cluster
  const bases: string[] = []

  beforeAll(async () => {
    cluster = await startCluster(engine, 2, { OCTAVO_RATE_LIMIT: 'off' })
    for (const node of cluster.nodes) bases.push(`http://127.0.0.1:${await node.listen()}`)
    const [one] = cluster.nodes as [Node]
    const collection = { slug: 'posts', label: 'Posts', supports: ['drafts'] }
    dataOf(await one.ask('POST', '/schema/collections', { body: collection }), 201)
  })
  afterAll(() => cluster.close())

  const open = (node: number, headers: Record<string, string>): Promise<EventReader> =>
    EventReader.open(`${bases[node]}/_cms/api/events/stream`, headers)

  /** A person with a session on node 0, and a token that they created. */
  async function person(expiresAt?: string) {
    const [one] = cluster.nodes as [Node]
    const { item } = dataOf(
      await one.ask('GET', '/auth/me', { token: await cluster.person(30, ['content:read']) }),
    )
    const headers = await sessionOf(one, item.id)
    const ask = askAs(one, headers)
    const made = dataOf(
      await ask('POST', '/admin/api-tokens', { name: 'x', scopes: ['content:read'], expiresAt }),
      201,
    )
    return { ask, userId: item.id, cookie: headers['cookie'] ?? '', token: made.token, tokenId: made.item.id }
  }
  const bearer = ({ token }: { token: string }) => ({ authorization: `Bearer ${token}` })

  /** Waits for the end of a stream; returns the milliseconds since `from`. */
  async function endOf(reader: EventReader, from: number): Promise<number> {
    await vi.waitFor(() => expect(reader.hasEnded).toBe(true), { timeout: patience, interval: 5 })
    return performance.now() - from
  }

  it(
    'end within a second of the end of their token or session, which another node ends',
    timing,
    async () => {
      const [one] = cluster.nodes as [Node]
      const admin = await sessionOf(one, dataOf(await one.ask('GET', '/auth/me')).item.id)
      const cases: [
        string,
        (of: Awaited<ReturnType<typeof person>>) => Promise<unknown>,
        ends: 'token' | 'session' | 'both',
      ][] = [
        ['revoked', ({ ask, tokenId }) => ask('DELETE', `/admin/api-tokens/${tokenId}`), 'token'],
        ['signed out', ({ ask }) => ask('POST', '/auth/logout'), 'session'],
        ['disabled', ({ userId }) => askAs(one, admin)('POST', `/admin/users/${userId}/disable`), 'both'],
      ]
      for (const [name, end, ends] of cases)
        await expectSomeUnder(1000, async () => {
          const of = await person()
          const byToken = await open(1, bearer(of))
          const bySession = await open(1, { cookie: of.cookie })
          const begun = performance.now()
          const answer = (await end(of)) as { status: number; text: string }
          expect([name, answer.status < 300, answer.text]).toEqual([name, true, answer.text])
          const answered = performance.now()
          const times = [answered - begun]
          if (ends !== 'session') times.push(await endOf(byToken, answered))
          if (ends !== 'token') times.push(await endOf(bySession, answered))
          if (ends === 'session') expect([name, byToken.hasEnded]).toEqual([name, false])
          if (ends === 'token') expect([name, bySession.hasEnded]).toEqual([name, false])
          byToken.close()
          bySession.close()
          return Math.max(...times)
        })
    },
  )

  it(
    'send what visitors see alone, within a second of the loss of rights on another node',
    timing,
    async () => {
      const [one] = cluster.nodes as [Node]
      const { id: adminId } = dataOf(await one.ask('GET', '/auth/me')).item
      const admin = askAs(one, await sessionOf(one, adminId))
      const create = async (status: string): Promise<string> =>
        dataOf(await one.ask('POST', '/content/posts', { body: { data: {}, status } }), 201).item.id
      await expectSomeUnder(1000, async () => {
        const of = await person()
        const reader = await open(1, bearer(of))
        const types = (id: string): string[] =>
          reader.events.filter(({ itemId }) => itemId === id).map(({ type }) => type)
        const draft = await create('draft')
        await vi.waitFor(() => expect(types(draft)).toEqual(['content.created']), { timeout: patience })
        dataOf(await admin('PATCH', `/admin/users/${of.userId}`, { role: 10 }))
        const begun = performance.now()
        const isDraftSent = async (): Promise<boolean> => {
          const hidden = await create('draft')
          const shown = await create('published')
          await vi.waitFor(() => expect(types(shown)).toContain('content.published'), { timeout: patience })
          return types(hidden).length > 0
        }
        let time = performance.now() - begun
        while (await isDraftSent()) time = performance.now() - begun
        // Once the node knows of the loss, no draft is sent.
        for (let turn = 0; turn < 3; turn++) expect(await isDraftSent()).toBe(false)
        reader.close()
        return time
      })
    },
  )

  it('end within a second of the time at which their token expires', timing, async () => {
    await expectSomeUnder(1000, async () => {
      const expiresAt = new Date(Date.now() + 2500)
      const reader = await open(1, bearer(await person(expiresAt.toISOString())))
      await vi.waitFor(() => expect(reader.hasEnded).toBe(true), { timeout: patience, interval: 5 })
      const late = Date.now() - expiresAt.getTime()
      expect(late).toBeGreaterThanOrEqual(0)
      return late
    })
  })

  it('are bounded for each token, and free their place when they end', async () => {
    const [of, another] = [await person(), await person()]
    const { perCaller } = limits.eventStreams
    const opened: EventReader[] = []
    for (let count = 0; count < perCaller; count += 100)
      opened.push(...(await Promise.all(Array.from({ length: 100 }, () => open(0, bearer(of))))))
    const refused = await fetch(`${bases[0]}/_cms/api/events/stream`, { headers: bearer(of) })
    expect(refused.status).toBe(429)
    expect(((await refused.json()) as { error: { code: string } }).error.code).toBe('RATE_LIMITED')
    const free = await open(0, bearer(another))
    expect(free.hasEnded).toBe(false)
    opened[0]?.close()
    await vi.waitFor(async () => opened.push(await open(0, bearer(of))), { timeout: patience, interval: 50 })
    for (const reader of [...opened, free]) reader.close()
    await vi.waitFor(() => expect(cluster.nodes[0]?.services.eventStreams.count).toBe(0), {
      timeout: patience,
    })
  })
})
