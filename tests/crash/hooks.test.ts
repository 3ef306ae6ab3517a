// @module-tag long
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { limits } from '@octavo/contract/limits'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { patience } from '../setup/patience.ts'
import { engines } from '../setup/service.ts'
import { killInRounds } from './killed-nodes.ts'
import { makeSite, type Running, type Site } from './service-process.ts'

const modulePath = new URL('../plugins/hook-ledger.ts', import.meta.url).pathname

/** A call of the hook, as the plugin wrote it down. */
interface Call {
  readonly id: string
  readonly data: { title: string }
  readonly callId: string
}

describe.each(engines)('after-hooks of a service that is killed, on %s', (engine) => {
  let site: Site
  let ledger: string
  /** item → how often it was published, according to the responses */
  const acknowledged = new Map<string, number>()
  /** id of the call during which its node was killed */
  let killed = ''

  beforeAll(async () => {
    site = await makeSite(engine)
    ledger = join(site.dataDir, 'ledger.jsonl')
  })
  afterAll(() => site.remove())

  const start = (env: Record<string, string> = {}): Promise<Running> =>
    site.start({ OCTAVO_PLUGINS: modulePath, HOOK_LEDGER: ledger, ...env })
  const calls = (): Call[] =>
    existsSync(ledger)
      ? readFileSync(ledger, 'utf8')
          .trim()
          .split('\n')
          .map((line) => JSON.parse(line) as Call)
      : []

  /** Publishes items again and again, until the service is gone. */
  async function write(service: Running): Promise<void> {
    for (let id: string | null = null; ;) {
      const times: number = id === null ? 0 : (acknowledged.get(id) ?? 0)
      const body = { data: { title: String(times + 1) }, status: 'published' }
      const path = `/content/posts${id === null ? '' : `/${id}`}`
      const answer = await service.ask(id === null ? 'POST' : 'PUT', path, body).catch(() => null)
      if (answer === null) return
      expect(answer.status, JSON.stringify(answer.body)).toBeLessThan(300)
      acknowledged.set((id = answer.body.data.item.id as string), times + 1)
      if (Math.random() < 0.3) id = null
    }
  }

  it('that hang delay the stop for a limited time, and are called again with the same id', async () => {
    const service = await start({ HOOK_HANGS: 'true' })
    expect((await service.ask('POST', '/schema/collections', { slug: 'pages', label: 'Pages' })).status).toBe(
      201,
    )
    const made = await service.ask('POST', '/content/pages', { data: {}, status: 'published' })
    const { id } = made.body.data.item
    const ofItem = (): string[] => calls().flatMap((call) => (call.id === id ? [call.callId] : []))
    await vi.waitFor(() => expect(ofItem()).toHaveLength(1), { timeout: patience, interval: 5 })
    const begun = performance.now()
    service.kill('SIGTERM')
    expect(await service.ended).toBe(0)
    expect(performance.now() - begun).toBeLessThan(2 * limits.afterHook)
    const next = await start()
    await vi.waitFor(() => expect(ofItem().length).toBeGreaterThan(1), {
      timeout: 4 * patience,
      interval: 50,
    })
    expect(new Set(ofItem()).size).toBe(1)
    next.kill('SIGTERM')
    await next.ended
    rmSync(ledger)
  })

  /** Kills the node that makes the next call, before the call ends; starts all nodes again. */
  async function killWithin(nodes: Running[]): Promise<void> {
    writeFileSync(`${ledger}.kill`, '')
    const writing = nodes.map(write)
    await Promise.race(nodes.map(({ ended }) => ended))
    for (const node of nodes) node.kill('SIGKILL')
    await Promise.all([...writing, ...nodes.map(({ ended }) => ended)])
    killed = readFileSync(`${ledger}.killed`, 'utf8')
    for (const index of nodes.keys()) nodes[index] = await start()
  }

  it('are called for every publication, in the order of each item, repeated with the same id', async () => {
    const nodes = [await start(), ...(engine === 'postgres' ? [await start()] : [])]
    const [first] = nodes as [Running]
    const field = { slug: 'title', label: 'Title', type: 'string' }
    for (const [path, body] of [
      ['/schema/collections', { slug: 'posts', label: 'Posts' }],
      ['/schema/collections/posts/fields', field],
    ] as const)
      expect((await first.ask('POST', path, body)).status).toBe(201)
    await killInRounds({ nodes, start, write, count: () => calls().length })
    await killWithin(nodes)
    const missing = (): string[] => {
      const counts = Map.groupBy(new Map(calls().map((call) => [call.callId, call])).values(), ({ id }) => id)
      return [...acknowledged]
        .filter(([id, times]) => (counts.get(id)?.length ?? 0) < times)
        .map(([id]) => id)
    }
    // What a killed process was calling is called by another one when its lease has ended.
    await vi.waitFor(() => expect(missing()).toEqual([]), { timeout: 4 * patience, interval: 50 })
    // The call during which a node was killed comes again, with the same id.
    expect(killed).not.toBe('')
    await vi.waitFor(
      () => expect(calls().filter(({ callId }) => callId === killed).length).toBeGreaterThan(1),
      { timeout: 4 * patience, interval: 50 },
    )
    expectOrder(calls())
  })
})

/** The calls of an item come in the order of its changes, so what they read never goes back. */
function expectOrder(all: readonly Call[]): void {
  const newest = new Map<string, number>()
  for (const { id, data } of all) {
    const title = Number(data.title)
    expect([id, title >= (newest.get(id) ?? 0)]).toEqual([id, true])
    newest.set(id, title)
  }
}
