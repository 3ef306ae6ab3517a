import { setTimeout as delay } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import type { LimitedEndpoint } from '@octavo/contract/define'
import { enforceAddressRate } from '@octavo/server/core/rate-limit'
import { expectFailure, outcome } from '../setup/answers.ts'
import { type Cluster, type Node, startCluster } from '../setup/cluster.ts'
import { engines, startService, type TestService } from '../setup/service.ts'

describe.each(engines)('a limit of three requests a minute on %s', (engine) => {
  let service: TestService
  beforeAll(async () => {
    service = await startService(engine, { env: { OCTAVO_RATE_LIMIT_API: '3' } })
  })
  afterAll(() => service.close())

  const outcomes = async (
    count: number,
    headers: () => Record<string, string>,
    token: string,
  ): Promise<string[]> => {
    const all: string[] = []
    for (let turn = 0; turn < count; turn++)
      all.push(outcome(await service.ask('GET', '/schema/collections', { token, headers: headers() })))
    return all
  }

  it('holds for each token by itself, and the next minute begins anew', async () => {
    const [one, other] = [await service.person(50), await service.person(50)]
    const none = (): Record<string, string> => ({})
    expect(await outcomes(5, none, one.token)).toEqual([
      '200',
      '200',
      '200',
      '429 RATE_LIMITED',
      '429 RATE_LIMITED',
    ])
    expect(await outcomes(1, none, other.token)).toEqual(['200'])
    service.clock.forward(60_000)
    expect(await outcomes(4, none, one.token)).toEqual(['200', '200', '200', '429 RATE_LIMITED'])
  })

  it('says when to come back, in the envelope', async () => {
    const { token } = await service.person(50)
    for (let turn = 0; turn < 3; turn++) await service.ask('GET', '/schema', { token })
    const answer = await service.ask('POST', '/schema/collections', {
      token,
      body: { slug: 'x', label: 'X' },
    })
    expectFailure(answer, '429 RATE_LIMITED', '3 per minute')
    expect(answer.headers['retry-after']).toBe('60')
  })

  it.each(['x-forwarded-for', 'x-real-ip', 'forwarded', 'cf-connecting-ip', 'x-request-id'])(
    'is not escaped by %s',
    async (header) => {
      const { token } = await service.person(50)
      let count = 0
      const all = await outcomes(4, () => ({ [header]: `203.0.113.${++count}` }), token)
      expect(all.at(-1)).toBe('429 RATE_LIMITED')
    },
  )

  it('counts nobody without a token', async () => {
    for (let turn = 0; turn < 6; turn++)
      expectFailure(await service.ask('GET', '/schema', { token: null }), '401 UNAUTHORIZED')
  })

  it('holds for addresses at endpoints, whole networks of version 6 together', async () => {
    const ask = (address: string, endpoint: LimitedEndpoint = 'login') =>
      enforceAddressRate(service.services, { endpoint, address, limit: 2 })
    await ask('2001:db8::1')
    await ask('2001:db8::2')
    await expect(ask('2001:db8::3')).rejects.toThrow('Too many requests')
    await ask('2001:db8::3', 'device')
    await ask('192.0.2.1')
    service.clock.forward(60_000)
    await ask('2001:db8::3')
  })

  it('holds for a /48 network of version 6 with ten times as much', async () => {
    service.clock.forward(60_000)
    const ask = (network: number) =>
      enforceAddressRate(service.services, {
        endpoint: 'login',
        address: `2001:db8:5:${network.toString(16)}::1`,
        limit: 2,
      })
    for (let network = 0; network < 20; network++) await ask(network)
    await expect(ask(20)).rejects.toThrow('Too many requests')
    await enforceAddressRate(service.services, { endpoint: 'login', address: '2001:db8:6::1', limit: 2 })
    service.clock.forward(60_000)
    await ask(20)
  })
})

describe('without a limit', () => {
  it.each<Record<string, string>>([{}, { OCTAVO_RATE_LIMIT_API: '1', OCTAVO_RATE_LIMIT: 'off' }])(
    '%o: any number',
    async (env) => {
      const service = await startService('sqlite', { env })
      for (let turn = 0; turn < 50; turn++) expect((await service.ask('GET', '/schema')).status).toBe(200)
      await service.close()
    },
  )
})

describe.each(engines)('two services on %s', (engine) => {
  let cluster: Cluster
  let nodes: [Node, Node]
  beforeAll(async () => {
    cluster = await startCluster(engine, 2, { OCTAVO_RATE_LIMIT_API: '20' })
    nodes = cluster.nodes as [Node, Node]
  })
  afterAll(() => cluster.close())

  it('count requests of an address together, none too many', async () => {
    await vi.waitFor(() => expect(Date.now() % 60_000).toBeLessThan(50_000), { timeout: 15_000 })
    const attempts = Array.from({ length: 100 }, (_, turn) => {
      const { services } = nodes[turn % 2] ?? nodes[0]
      return enforceAddressRate(services, { endpoint: 'login', address: '192.0.2.9', limit: 30 })
    })
    const endings = await Promise.allSettled(attempts)
    expect(endings.filter(({ status }) => status === 'fulfilled').length).toBe(30)
    for (const ending of endings) {
      if (ending.status === 'rejected') expect(ending.reason).toMatchObject({ code: 'RATE_LIMITED' })
    }
  })

  it('count together', { tags: 'long' }, async () => {
    // The minute must not end in between.
    await vi.waitFor(() => expect(Date.now() % 60_000).toBeLessThan(30_000), { timeout: 40_000 })
    const token = await cluster.person(50, ['admin'])
    const ask = async (node: Node): Promise<string> => outcome(await node.ask('GET', '/schema', { token }))
    for (let turn = 0; turn < 10; turn++) for (const node of nodes) expect(await ask(node)).toBe('200')
    // They share their counts once a second, on a busy machine later. No node has reached the limit by its own requests:
    // it is asked fewer than twenty times.
    const isLimited = async (node: Node): Promise<boolean> => {
      for (let turn = 0; turn < 9; turn++) {
        await delay(1000)
        if ((await ask(node)) === '429 RATE_LIMITED') return true
      }
      return false
    }
    expect(await Promise.all(nodes.map(isLimited))).toEqual([true, true])
  })
})

describe.each(engines)('a limited endpoint on %s', (engine) => {
  const proxy = '127.0.0.1'
  const endings = async (
    service: TestService,
    count: number,
    forwardedFor: (turn: number) => string,
  ): Promise<Record<string, number>> => {
    const counts: Record<string, number> = {}
    for (let turn = 0; turn < count; turn++) {
      const headers = { 'x-forwarded-for': forwardedFor(turn), 'x-octavo-request': '1' }
      const answer = await service.ask('POST', '/auth/passkey/options', { token: null, headers })
      const ending = outcome(answer)
      if (answer.status === 429) expect(answer.headers['retry-after']).toBe('60')
      counts[ending] = (counts[ending] ?? 0) + 1
    }
    return counts
  }

  it('takes 30 requests a minute of an address, whatever they say to have been forwarded for', async () => {
    const service = await startService(engine)
    const ask = (): Promise<Record<string, number>> =>
      endings(service, 33, (turn) => `203.0.113.${turn}, 198.51.100.${turn}`)
    expect(await ask()).toEqual({ 200: 30, '429 RATE_LIMITED': 3 })
    service.clock.forward(60_000)
    expect(await ask()).toEqual({ 200: 30, '429 RATE_LIMITED': 3 })
    await service.close()
  })

  it('believes a proxy that is configured, and nothing that was said to it', async () => {
    const service = await startService(engine, { env: { OCTAVO_TRUST_PROXY: proxy } })
    const said = (turn: number): string => `192.0.2.${turn}, 203.0.113.9`
    expect(await endings(service, 31, said)).toEqual({ 200: 30, '429 RATE_LIMITED': 1 })
    expect(await endings(service, 31, (turn) => `203.0.114.${turn}`)).toEqual({ 200: 31 })
    expect(await endings(service, 31, (turn) => `2001:db8:7:7::${turn}`)).toEqual({
      200: 30,
      '429 RATE_LIMITED': 1,
    })
    await service.close()
  })
})

describe('requests of one address at once', () => {
  it.each([
    ['203.0.113.9', '203.0.113.9'],
    ['2001:db8:7:7::1', '2001:db8:7:7::2'],
  ])('do not delay those of another (%s)', async (one, same) => {
    const service = await startService('sqlite', { env: { OCTAVO_TRUST_PROXY: '127.0.0.1' } })
    const answered: string[] = []
    const ask = async (address: string, path = '/nothing'): Promise<void> => {
      const headers = { 'x-forwarded-for': address }
      expect((await service.ask('GET', path, { token: null, headers })).status).toBe(404)
      answered.push(address)
    }
    const many = Array.from({ length: 200 }, (_, index) => ask(index % 2 === 0 ? one : same))
    const broken = Array.from({ length: 200 }, () => ask(one, '/%zz'))
    await Promise.all([...many, ...broken, ask('198.51.100.1')])
    expect(answered).toHaveLength(401)
    expect(answered.indexOf('198.51.100.1')).toBeLessThan(100)
    await service.close()
  })
})
