import { removeExpired } from '@octavo/server/identity/sign-in/expiry-store'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { dataOf } from '../setup/answers.ts'
import { engines, startService, type TestService } from '../setup/service.ts'
import { askAs, sessionOf } from '../setup/sessions.ts'

const day = 24 * 60 * 60 * 1000

describe.each(engines)('what is over, on %s', (engine) => {
  let service: TestService
  beforeAll(async () => {
    service = await startService(engine)
  })
  afterAll(() => service.close())

  async function counts(): Promise<number[]> {
    const { reader } = service.services.database
    const tables = ['sessions', 'challenges', 'sign_in_links']
    const found = await Promise.all(tables.map((table) => reader.rows(`SELECT id FROM ${table}`, [])))
    return found.map(({ length }) => length)
  }
  const remove = (): Promise<void> =>
    removeExpired(service.services.database, service.clock.now.toISOString())

  it('is removed, and nothing else', async () => {
    const { userId } = await service.person(50, ['content:read'])
    const headers = await sessionOf(service, userId)
    dataOf(await service.ask('POST', '/auth/passkey/options', { token: null }))
    dataOf(await askAs(service, headers)('POST', '/auth/invite', { email: 'guest@example.com' }), 201)
    await remove()
    expect(await counts()).toEqual([1, 1, 1])
    service.clock.forward(5 * 60 * 1000)
    await remove()
    expect(await counts()).toEqual([1, 0, 1])
    service.clock.forward(7 * day)
    await remove()
    expect(await counts()).toEqual([1, 0, 0])
    service.clock.forward(20 * day)
    dataOf(await service.ask('GET', '/auth/me', { token: null, headers }))
    await service.services.tokens.flushUses()
    service.clock.forward(20 * day)
    await remove()
    expect(await counts()).toEqual([1, 0, 0])
    service.clock.forward(10 * day)
    await remove()
    expect(await counts()).toEqual([0, 0, 0])
  })
})
