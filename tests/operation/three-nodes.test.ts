// @module-tag long
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { createApp } from '@octavo/server/app'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { makeToken, type Running, startProcess } from '../crash/service-process.ts'
import { type EmptySite, emptySite, log, textsOf } from '../setup/archives.ts'
import { type Balancer, startBalancer } from '../setup/balancer.ts'
import { type Ending, startCommand } from '../setup/command-line.ts'
import { withMigratedPostgres } from '../setup/databases.ts'
import { EventReader } from '../setup/event-reader.ts'
import type { Any } from '../setup/json.ts'
import { patience } from '../setup/patience.ts'
import { picture } from '../setup/media.ts'
import { type ObjectStore, startObjectStore } from '../setup/s3.ts'
import { secretKey } from '../setup/service.ts'

/** What `compose.yaml` starts, three times, behind a proxy: processes that share PostgreSQL and a store alone. */
describe('three nodes behind a proxy', () => {
  const folder = mkdtempSync(join(tmpdir(), 'octavo-three-'))
  const metricsToken = 'a-token-of-the-metrics'
  let database: Awaited<ReturnType<typeof withMigratedPostgres>>
  let store: ObjectStore
  let balancer: Balancer
  let shared: Record<string, string>
  let token: string
  let nodes: Running[] = []
  let fileId: string
  let restored: EmptySite

  beforeAll(async () => {
    database = await withMigratedPostgres()
    store = await startObjectStore()
    balancer = await startBalancer()
    shared = {
      OCTAVO_DATABASE_URL: database.url,
      OCTAVO_FILES_URL: store.url,
      OCTAVO_SECRET_KEY: secretKey,
      OCTAVO_BASE_URL: balancer.url,
      OCTAVO_TRUST_PROXY: '127.0.0.1',
      OCTAVO_METRICS_TOKEN: metricsToken,
      // The proxy must see in this time that a node stops, on a busy machine too.
      OCTAVO_SHUTDOWN_DELAY: '6',
      OCTAVO_LOG_LEVEL: 'warn',
      AWS_ACCESS_KEY_ID: 'S3RVER',
      AWS_SECRET_ACCESS_KEY: 'S3RVER',
    }
    token = await makeToken({ ...shared, OCTAVO_DATA_DIR: join(folder, 'first') })
    nodes = await Promise.all([0, 1, 2].map(start))
    await useNodes()
    restored = await emptySite('sqlite', { OCTAVO_SECRET_KEY: secretKey })
  })
  afterAll(async () => {
    for (const node of nodes) node.kill('SIGKILL')
    await Promise.all(nodes.map((node) => node.ended))
    await balancer.close()
    await store.close()
    await database.drop()
    await restored.remove()
    rmSync(folder, { recursive: true, force: true })
  })

  const start = (index: number): Promise<Running> =>
    startProcess({ ...shared, OCTAVO_DATA_DIR: join(folder, `node-${index}`) }, token)
  const useNodes = (): Promise<void> => balancer.use(nodes.map(({ port }) => port))

  interface Said {
    readonly status: number
    readonly body: Any
  }

  /** Asks through the proxy, or one node. */
  async function ask(method: string, path: string, body?: unknown, base = balancer.url): Promise<Said> {
    const isForm = body instanceof FormData
    const response = await fetch(`${base}/_cms/api${path}`, {
      method,
      headers: {
        authorization: `Bearer ${token}`,
        ...(body !== undefined && !isForm && { 'content-type': 'application/json' }),
      },
      ...(body !== undefined && { body: isForm ? body : JSON.stringify(body) }),
    })
    const text = await response.text()
    return { status: response.status, body: text.startsWith('{') ? JSON.parse(text) : text }
  }
  const origins = (): string[] => nodes.map(({ port }) => `http://127.0.0.1:${port}`)

  /** The proxy ends the connection where a node was killed while it answered. */
  const brokenOff = (): Said => ({ status: 502, body: '' })

  interface Written {
    readonly titles: string[]
    readonly failures: Said[]
  }

  /** Creates items through the proxy, one after the other by each of four writers, until `work` has ended. */
  async function writing(work: () => Promise<void>): Promise<Written> {
    const written: Written = { titles: [], failures: [] }
    const over = new AbortController()
    const write = async (writer: number): Promise<void> => {
      for (let count = 0; !over.signal.aborted; count++) {
        const title = `${writer}-${count}-${performance.now()}`
        const said = await ask('POST', '/content/posts', { data: { title } }).catch(brokenOff)
        if (said.status === 201) written.titles.push(title)
        else written.failures.push(said)
      }
    }
    const writers = [0, 1, 2, 3].map(write)
    await work().finally(() => over.abort())
    await Promise.all(writers)
    return written
  }

  async function allTitles(query = ''): Promise<string[]> {
    const titles: string[] = []
    for (let cursor = ''; ;) {
      const { status, body } = await ask('GET', `/content/posts?limit=100&fields=title${query}${cursor}`)
      expect(status).toBe(200)
      titles.push(...body.data.items.map(({ data }: { data: { title: string } }) => data.title))
      if (body.data.nextCursor === undefined || body.data.nextCursor === null) return titles
      cursor = `&cursor=${encodeURIComponent(body.data.nextCursor)}`
    }
  }

  it('show at once on each what was written through any of them', async () => {
    const posts = { slug: 'posts', label: 'Posts', supports: ['drafts', 'revisions', 'scheduling'] }
    expect((await ask('POST', '/schema/collections', posts)).status).toBe(201)
    const title = { slug: 'title', label: 'Title', type: 'string' }
    expect((await ask('POST', '/schema/collections/posts/fields', title)).status).toBe(201)
    // Reads follow a change of the content model by another process within a second (docs/scaling.md).
    const fieldsAt = async (origin: string): Promise<unknown> => {
      const { body } = await ask('GET', '/schema/collections/posts?includeFields=true', undefined, origin)
      return body.data.item.fields
    }
    for (const origin of origins())
      await expect.poll(() => fieldsAt(origin)).toMatchObject([{ slug: 'title' }])
    const stream = await EventReader.open(`${balancer.url}/_cms/api/events/stream`, {
      authorization: `Bearer ${token}`,
    })
    for (const origin of origins()) {
      const made = await ask('POST', '/content/posts', { data: { title: origin } }, origin)
      expect(made.status).toBe(201)
      const { id } = made.body.data.item
      for (const other of origins())
        expect(await ask('GET', `/content/posts/${id}`, undefined, other)).toMatchObject({
          status: 200,
          body: { data: { item: { data: { title: origin } } } },
        })
      await expect.poll(() => stream.events.map(({ itemId }) => itemId)).toContain(id)
    }
    stream.close()

    const form = new FormData()
    const content = await picture()
    form.append('file', new File([new Uint8Array(content)], 'a.png', { type: 'image/png' }))
    const uploaded = await ask('POST', '/media', form)
    expect(uploaded.status).toBe(201)
    fileId = uploaded.body.data.item.id
    for (const origin of origins()) {
      const { body } = await ask('GET', `/media/${fileId}`, undefined, origin)
      const file = await fetch(new URL(new URL(body.data.item.url).pathname, origin))
      expect(Buffer.from(await file.arrayBuffer())).toEqual(content)
    }
  })

  it('are replaced one after the other without a failed request', async () => {
    const { titles, failures } = await writing(async () => {
      for (const [index, node] of nodes.entries()) {
        node.kill('SIGTERM')
        expect(await node.ended).toBe(0)
        nodes[index] = await start(index)
        await useNodes()
        await expect.poll(() => balancer.ready).toHaveLength(3)
      }
    })
    expect(failures).toEqual([])
    expect(await allTitles()).toEqual(expect.arrayContaining(titles))
  })

  it('lose nothing and publish once what is due when one is killed', async () => {
    const due = await Promise.all(
      Array.from({ length: 20 }, async (_, index) => {
        const made = await ask('POST', '/content/posts', { data: { title: `due ${index}` } })
        const { id } = made.body.data.item
        const scheduledAt = new Date(Date.now() + 5000).toISOString()
        expect((await ask('POST', `/content/posts/${id}/schedule`, { scheduledAt })).status).toBe(200)
        return `due ${index}`
      }),
    )
    const { titles, failures } = await writing(async () => {
      const [victim] = nodes as [Running]
      await delay(300)
      victim.kill('SIGKILL')
      await victim.ended
      await expect.poll(() => balancer.ready).toHaveLength(2)
      await expect.poll(() => allTitles('&view=live')).toEqual(expect.arrayContaining(due))
      nodes[0] = await start(0)
      await useNodes()
    })
    // Only requests to the node that was killed, which the proxy could not know yet.
    expect(failures.every(({ status }) => status === 502)).toBe(true)
    const all = await allTitles()
    expect(all).toEqual(expect.arrayContaining(titles))
    // Events are read in the order of their commits, so they wait until the database ends what the killed node began.
    const published = async () =>
      (await ask('GET', '/events?types=content.published&limit=500')).body.data.items
    await expect.poll(published, { timeout: patience }).toHaveLength(due.length)
  })

  it('are backed up while they are written to; the archive restores to SQLite and serves', async () => {
    const archive = join(folder, 'site.tar')
    const command = (args: readonly string[], env = shared): Promise<Ending> =>
      startCommand(args, { OCTAVO_DATA_DIR: join(folder, 'first'), ...env }).ended()
    const before = await allTitles()
    const { titles, failures } = await writing(async () => {
      expect(await command(['backup', archive])).toMatchObject({ code: 0 })
    })
    expect([titles.length > 0, failures]).toEqual([true, []])
    expect(await command(['verify', archive])).toMatchObject({ code: 0 })
    expect(await command(['restore', archive], restored.env)).toMatchObject({ code: 0 })

    const again = join(folder, 'again.tar')
    expect(await command(['backup', again], restored.env)).toMatchObject({ code: 0 })
    const [first, second] = [await textsOf(archive), await textsOf(again)]
    expect(Object.keys(second.files)).toEqual(Object.keys(first.files))
    expect(second.files).toEqual(first.files)
    for (const table of ['content_posts', 'revisions', 'media', 'events', 'users'])
      expect([table, second.tables[table]]).toEqual([table, first.tables[table]])
    expect((first.tables['content_posts'] ?? []).length).toBeGreaterThanOrEqual(before.length)

    const app = await createApp({ config: restored.config, log })
    const headers = { authorization: `Bearer ${token}` }
    const answer = await app.server.inject({ url: `/_cms/api/media/${fileId}`, headers })
    await app.close()
    expect(answer.statusCode).toBe(200)
  })

  it('each have metrics, and nothing to complain of', async () => {
    for (const [index, origin] of origins().entries()) {
      const headers = { authorization: `Bearer ${metricsToken}` }
      const text = await (await fetch(`${origin}/_cms/metrics`, { headers })).text()
      expect(text).toMatch(/octavo_operation_calls_total\{.*\} [1-9]/)
      // A busy machine is slow.
      const lines = (nodes[index]?.log() ?? '')
        .split('\n')
        .filter((line) => !line.includes('"msg":"slow statement"'))
      expect(lines.join('\n')).toBe('')
    }
  })
})
