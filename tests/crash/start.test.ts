// @module-tag long
import { openDatabase } from '@octavo/server/platform/database/open'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { databaseDefaults } from '../setup/databases.ts'
import { patience } from '../setup/patience.ts'
import { startTcpProxy, type TcpProxy } from '../setup/tcp-proxy.ts'
import { makeSite, type Site } from './service-process.ts'

describe('a service that starts before its PostgreSQL', () => {
  let site: Site
  let url: URL
  let proxy: TcpProxy

  beforeAll(async () => {
    site = await makeSite('postgres')
    url = new URL(site.databaseUrl ?? '')
    proxy = await startTcpProxy(url.hostname, Number(url.port))
  })
  afterAll(async () => {
    await site.remove()
    await proxy.close()
  })

  it('waits for it', async () => {
    const throughProxy = new URL(url)
    throughProxy.port = String(proxy.port)
    proxy.set('closed')
    const starting = site.start({ OCTAVO_DATABASE_URL: throughProxy.href })
    await expect.poll(() => proxy.refused, { timeout: 2 * patience }).toBeGreaterThan(1)
    proxy.set('open')
    const service = await starting
    expect((await service.ask('GET', '/schema/collections')).status).toBe(200)
    service.kill('SIGTERM')
    expect(await service.ended).toBe(0)
  })

  it.each([
    [
      'a wrong password',
      (address: URL) => void (address.password = 'wrong'),
      'refuses the user or the password',
    ],
    [
      'an unknown database',
      (address: URL) => void (address.pathname = '/nowhere'),
      'no database of that name',
    ],
  ])('does not wait when the address has %s', async (_, change, reason) => {
    const address = new URL(url)
    change(address)
    const settings = { ...databaseDefaults, databaseUrl: address.href, wait: 600_000 }
    await expect(openDatabase(settings)).rejects.toThrow(reason)
  })
})
