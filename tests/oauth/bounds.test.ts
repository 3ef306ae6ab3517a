import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { expectRefusal, personWithSession, send } from '../setup/oauth.ts'
import { engines, startService, type TestService } from '../setup/service.ts'

const pages = ['/_cms/oauth/authorize', '/_cms/device']

describe('bounds on requests of OAuth', () => {
  let service: TestService
  beforeAll(async () => {
    service = await startService('sqlite', { env: { OCTAVO_RATE_LIMIT: 'off' } })
  })
  afterAll(() => service.close())

  const many = Array.from({ length: 101 }, (_, index) => `p${index}`)

  it.each(['token', 'revoke', 'device/code'].map((path) => `/_cms/api/oauth/${path}`))(
    '%s takes a hundred parameters',
    async (path) => {
      for (const form of [{ a: many.slice(0, 101) }, Object.fromEntries(many.map((name) => [name, 'x']))]) {
        const answer = await send(service, 'POST', path, { form })
        expectRefusal(answer, 'invalid_request')
        expect(answer.text).toContain('at most 100')
      }
      const json = Object.fromEntries(many.map((name) => [name, 'x']))
      expect((await send(service, 'POST', path, { json })).text).toContain('at most 100')
      const fewer = await send(service, 'POST', path, { form: { a: many.slice(0, 100) } })
      expect(fewer.text).not.toContain('at most 100')
    },
  )

  it.each(pages)('the page %s says so', async (path) => {
    const { session } = await personWithSession(service, 40)
    const headers = { cookie: session['cookie'] ?? '' }
    const answer = await send(service, 'POST', path, { form: { a: many }, headers })
    expect([answer.status, answer.headers['content-type']]).toEqual([400, expect.stringContaining('html')])
    expect(answer.text).toContain('at most 100')
  })

  it.each(pages)('the page %s says so of a form that is too large', async (path) => {
    for (const [language, title] of [
      ['en', 'This request cannot be answered'],
      ['de', 'Diese Anfrage lässt sich nicht beantworten'],
    ] as const) {
      const headers = { 'accept-language': language }
      const answer = await send(service, 'POST', path, { form: { a: 'x'.repeat(33_000) }, headers })
      expect([answer.status, answer.headers['content-type']]).toEqual([
        413,
        expect.stringContaining('text/html'),
      ])
      expect(answer.text).toContain(title)
      expect(answer.text).toContain('larger than the 32 KB')
    }
  })
})

describe.each(engines)('registrations of apps on %s', (engine) => {
  const json = { client_name: 'App', redirect_uris: ['https://app.example.com/callback'] }

  it('are 8 KB long at most', async () => {
    const service = await startService(engine)
    const register = (length: number) =>
      send(service, 'POST', '/_cms/api/oauth/register', { json: JSON.stringify(json).padEnd(length) })
    expect((await register(8192)).status).toBe(201)
    expectRefusal(await register(8193), 'invalid_request', 413)
    await service.close()
  })

  it('are limited a day, for each address and for all', async () => {
    const service = await startService(engine, { env: { OCTAVO_TRUST_PROXY: '127.0.0.1' } })
    service.clock.forward(86_400_000 - (service.clock.now.getTime() % 86_400_000))
    const register = async (address: string) => {
      service.clock.forward(1000)
      const headers = { 'x-forwarded-for': address }
      return (await send(service, 'POST', '/_cms/api/oauth/register', { json, headers })).status
    }
    const count = async () => {
      const [row] = await service.services.database.reader.rows<{ n: number }>(
        'SELECT count(*) AS n FROM oauth_clients',
        [],
      )
      return Number(row?.n)
    }
    for (let turn = 0; turn < 110; turn++) {
      if (turn % 25 === 0) service.clock.forward(60_000)
      expect(await register('192.0.2.1')).toBe(turn < 100 ? 201 : 429)
    }
    expect(await count()).toBe(100)
    expect(await register('192.0.2.2')).toBe(201)
    const { database } = service.services
    await database.transaction('write', (tx) =>
      tx.run(`UPDATE rate_counts SET count = 2000 WHERE counted = 'registrations'`, []),
    )
    expect(await register('192.0.2.3')).toBe(429)
    service.clock.forward(86_400_000)
    expect(await register('192.0.2.3')).toBe(201)
    expect(await register('192.0.2.1')).toBe(201)
    await service.close()
  })
})

describe('forms of pages', () => {
  it.each(pages)('%s takes thirty a minute and address, whoever is signed in', async (path) => {
    const service = await startService('sqlite')
    const ask = () => send(service, 'POST', path, { form: { user_code: 'BBBB-BBBB' } })
    for (let turn = 0; turn < 30; turn++) expect((await ask()).status).toBe(303)
    const limited = await ask()
    expect([limited.status, limited.headers['retry-after']]).toEqual([429, '60'])
    expect(limited.text).toContain('Too many attempts')
    service.clock.forward(60_000)
    expect((await ask()).status).toBe(303)
    await service.close()
  })
})
