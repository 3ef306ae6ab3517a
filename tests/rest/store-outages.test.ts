import { randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createApp } from '@octavo/server/app'
import { ConfigError, readConfig } from '@octavo/server/config'
import { createLog } from '@octavo/server/platform/log'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { dataOf, outcome } from '../setup/answers.ts'
import { upload } from '../setup/media.ts'
import { send } from '../setup/oauth.ts'
import { patience } from '../setup/patience.ts'
import { type ObjectStore, startObjectStore } from '../setup/s3.ts'
import { startService, type TestService } from '../setup/service.ts'
import { startTcpProxy, type TcpProxy } from '../setup/tcp-proxy.ts'

/** bytes of a file that do not fit into what lies between the store and a reader */
const large = 16 * 1024 * 1024

describe('a service whose S3 does not answer', () => {
  let store: ObjectStore
  let proxy: TcpProxy
  let service: TestService
  const log: Record<string, unknown>[] = []

  beforeAll(async () => {
    store = await startObjectStore()
    const url = new URL(store.url)
    const { hostname, port } = new URL(url.searchParams.get('endpoint') ?? '')
    proxy = await startTcpProxy(hostname, Number(port))
    url.searchParams.set('endpoint', `http://127.0.0.1:${proxy.port}`)
    service = await startService('sqlite', {
      // Longer than a busy machine takes for a file.
      env: { OCTAVO_FILES_URL: url.href, OCTAVO_FILES_TIMEOUT: '3' },
      onLog: (line) => log.push(line),
    })
  })
  afterAll(async () => {
    await service.close()
    await proxy.close()
    await store.close()
  })

  beforeEach(() => proxy.set('open'))

  const ready = () => send(service, 'GET', '/_cms/health/ready')
  const put = (content: string | Buffer) =>
    upload(service, { filename: 'a.bin', type: 'application/octet-stream', content })
  const troubles = () => log.filter(({ level }) => Number(level) >= 40).map(({ msg }) => msg)

  it.each(['frozen', 'closed'] as const)(
    'answers 503 for files alone while it is %s',
    { tags: 'long' },
    async (mode) => {
      const { storageKey } = dataOf(await put(`one ${mode}`), 201).item
      const read = () => service.ask('GET', `/media/file/${storageKey}`)
      log.splice(0)
      proxy.set(mode)
      const begun = performance.now()
      const times: number[] = []
      const timed = async <T>(answer: Promise<T>): Promise<T> =>
        answer.finally(() => void times.push(performance.now() - begun))
      const answers = await Promise.all([
        timed(read()),
        timed(put(`two ${mode}`)),
        service.ask('GET', '/media'),
      ])
      expect(answers.map(outcome)).toEqual(['503 UNAVAILABLE', '503 UNAVAILABLE', '200'])
      // An upload waits for the store once, as a read does.
      const [shorter = 0, longer = 0] = times
      if (mode === 'frozen') expect(longer).toBeLessThan(2 * shorter)
      expect(answers[0]?.headers['retry-after']).toBe('5')
      await expect
        .poll(async () => (await ready()).body.checks.filter(({ ok }: { ok: boolean }) => !ok), {
          timeout: patience,
        })
        .toEqual([expect.objectContaining({ name: 'store' })])
      proxy.set('open')
      await expect.poll(async () => (await read()).status, { timeout: patience }).toBe(200)
      const failing = async () => (await ready()).body.checks.filter(({ ok }: { ok: boolean }) => !ok)
      await expect.poll(failing, { timeout: patience }).toEqual([])
      // The store is asked by requests alone: one that comes a while later finds the outage over.
      const troublesAfterRead = async () => (await read(), troubles())
      await expect
        .poll(troublesAfterRead, { timeout: patience })
        .toEqual(['the file store does not answer', 'the file store answers again'])
      expect((await put(`two ${mode}`)).status).toBeLessThan(300)
    },
  )

  it('ends a file that breaks off, instead of waiting for the rest', async () => {
    const { storageKey } = dataOf(await put(randomBytes(large)), 201).item
    const address = await service.server.listen({ host: '127.0.0.1', port: 0 })
    const response = await fetch(`${address}/_cms/api/media/file/${storageKey}`)
    const reader = response.body?.getReader()
    await reader?.read()
    proxy.freezeExisting()
    const readOn = async (): Promise<void> => {
      for (;;) if ((await reader?.read())?.done) return
    }
    await expect(readOn()).rejects.toThrow('terminated')
  })
})

describe('a start with an S3 that cannot be used', () => {
  let store: ObjectStore
  let dataDir: string

  beforeAll(async () => {
    store = await startObjectStore()
    dataDir = mkdtempSync(join(tmpdir(), 'octavo-store-'))
  })
  afterAll(async () => {
    await store.close()
    rmSync(dataDir, { recursive: true })
  })

  it.each<[string, (url: URL) => void, Record<string, string>, string]>([
    ['an unknown bucket', (url) => void (url.host = 'nowhere'), {}, 'no bucket of that name'],
    ['a wrong key', () => undefined, { AWS_ACCESS_KEY_ID: 'nobody' }, 'AWS_ACCESS_KEY_ID'],
    [
      'nothing at its address',
      (url) => url.searchParams.set('endpoint', 'http://127.0.0.1:1'),
      {},
      'does not answer',
    ],
  ])('is refused for %s', async (_, change, environment, reason) => {
    const url = new URL(store.url)
    change(url)
    const before = { ...process.env }
    Object.assign(process.env, environment)
    const config = readConfig({ OCTAVO_DATA_DIR: dataDir, OCTAVO_FILES_URL: url.href })
    const error: unknown = await createApp({ config, log: createLog('silent') }).catch(
      (thrown: unknown) => thrown,
    )
    Object.assign(process.env, before)
    expect(error).toBeInstanceOf(ConfigError)
    expect((error as Error).message).toMatch(/^OCTAVO_FILES_URL [^\n]*\.$/)
    expect((error as Error).message).toContain(reason)
  })
})
