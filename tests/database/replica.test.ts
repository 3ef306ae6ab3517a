import { type App, createApp } from '@octavo/server/app'
import { readConfig } from '@octavo/server/config'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Operation } from '@octavo/contract/define'
import { operations } from '@octavo/contract/operations/registry'
import { examineReplica } from '@octavo/server/maintenance/doctor/replica'
import { serviceCaller } from '@octavo/server/core/caller'
import { invoke } from '@octavo/server/core/invoke'
import type { Reader } from '@octavo/server/platform/database/access'
import { Replica } from '@octavo/server/platform/database/dialects/postgres-replica'
import { createLog } from '@octavo/server/platform/log'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { patience } from '../setup/patience.ts'
import { startTcpProxy, type TcpProxy } from '../setup/tcp-proxy.ts'
import { type ReplicatedPostgres, startReplicatedPostgres } from '../setup/replicated-postgres.ts'

describe('a service with a streaming replica', () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'octavo-replica-'))
  let servers: ReplicatedPostgres
  let network: TcpProxy
  const nodes: App[] = []
  let token: string
  let editor: string
  /** how many items were searched for */
  let herons = 0

  beforeAll(async () => {
    servers = await startReplicatedPostgres()
    const url = new URL(servers.replica.url)
    network = await startTcpProxy(url.hostname, Number(url.port))
    url.port = String(network.port)
    const config = readConfig({
      OCTAVO_DATA_DIR: dataDir,
      OCTAVO_DATABASE_URL: servers.primary.url,
      OCTAVO_DATABASE_REPLICA_URL: url.href,
      OCTAVO_SECRET_KEY: 'a-key-of-tests-that-is-long-enough',
    })
    for (let n = 0; n < 2; n++) nodes.push(await createApp({ config, log: createLog('silent') }))
    const email = 'a@example.com'
    await make(operations.users.create, { email, name: 'A', role: 50 })
    const tokenOf = async (scopes: string[], view: string): Promise<string> => {
      const input = { email, name: view, scopes, view }
      return ((await make(operations.tokens.create, input)) as { token: string }).token
    }
    token = await tokenOf(['content:read'], 'live')
    editor = await tokenOf(['admin'], 'latest')
    await ask(0, 'POST', '/schema/collections', { slug: 'posts', label: 'Posts', supports: [] })
    await ask(0, 'POST', '/schema/collections/posts/fields', { slug: 'title', label: 'T', type: 'string' })
    // Reads follow a change of the content model by another process within a second (docs/scaling.md).
    const path = '/schema/collections/posts?includeFields=true'
    const isKnown = async (): Promise<boolean> => (await ask(1, 'GET', path)).data?.item.fields.length === 1
    await vi.waitUntil(isKnown, { timeout: patience, interval: 50 })
  })
  afterAll(async () => {
    for (const node of nodes) await node.close()
    await network.close()
    await servers.remove()
    rmSync(dataDir, { recursive: true })
  })

  function make(operation: Operation, input: object): Promise<unknown> {
    const [node] = nodes
    if (node === undefined) throw new Error('There is no node.')
    return invoke(node.services, { operation, caller: serviceCaller('cli'), input })
  }

  async function ask(at: number, method: string, path: string, body?: object, as = editor) {
    const answer = await nodes[at]?.server.inject({
      method: method as 'GET',
      url: `/_cms/api${path}`,
      headers: { authorization: `Bearer ${as}` },
      ...(body !== undefined && { payload: body }),
    })
    return { status: answer?.statusCode, data: JSON.parse(answer?.body ?? '{}').data }
  }

  const load = (at = 0) => nodes[at]?.services.database.replicaLoad() ?? { reads: 0, refused: 0 }

  it('reads live content from it, and at once what any node has written', async () => {
    const before = load(1)
    for (let n = 0; n < 30; n++) {
      const { status, data } = await ask(0, 'POST', '/content/posts', {
        data: { title: `Title ${n}` },
        status: 'published',
      })
      expect(status).toBe(201)
      const read = await ask(1, 'GET', `/content/posts/${data.item.id}`, undefined, token)
      expect([read.status, read.data?.item.data.title]).toEqual([200, `Title ${n}`])
    }
    const after = load(1)
    expect(after.reads + after.refused).toBe(before.reads + before.refused + 30)
    // On a busy machine the replica can be behind all along; without writes it follows.
    await expect
      .poll(async () => {
        await ask(1, 'GET', '/content/posts', undefined, token)
        return load(1).reads
      })
      .toBeGreaterThan(before.reads)
  })

  it('reads from the primary what the replica has not applied', async () => {
    await servers.pause(true)
    try {
      const body = { data: { title: 'Fresh' }, status: 'published' }
      const { data } = await ask(0, 'POST', '/content/posts', body)
      const before = load(0)
      const read = await ask(0, 'GET', `/content/posts/${data.item.id}`, undefined, token)
      expect([read.status, read.data.item.data.title]).toEqual([200, 'Fresh'])
      expect(load(0)).toEqual({ ...before, refused: before.refused + 1 })
    } finally {
      await servers.pause(false)
    }
  })

  it('finds by search what a search itself has to index, which the replica has not applied', async () => {
    await ask(0, 'POST', '/schema/collections', { slug: 'notes', label: 'Notes', supports: ['search'] })
    const title = { slug: 'title', label: 'T', type: 'string', searchable: true }
    await ask(0, 'POST', '/schema/collections/notes/fields', title)
    const indexer = nodes[1]?.services.indexers.live
    if (indexer === undefined) throw new Error('There is no node.')
    const index = indexer.catchUpForSearch.bind(indexer)
    let isPaused = false
    indexer.catchUpForSearch = async () => {
      await servers.pause(true)
      isPaused = true
      await index()
    }
    const isRead = async (path: string): Promise<boolean> => {
      const before = load(1).reads
      await ask(1, 'GET', path, undefined, token)
      return load(1).reads > before
    }
    let isTried = false
    try {
      while (!isTried) {
        // Another one each time, also where the test is repeated.
        const heron = `Heron ${++herons}`
        const body = { data: { title: heron }, status: 'published' }
        expect((await ask(0, 'POST', '/content/notes', body)).status).toBe(201)
        await expect.poll(() => isRead('/content/notes')).toBe(true)
        const before = load(1).reads
        const answer = await nodes[1]?.server.inject({
          url: `/_cms/api/search?q=${encodeURIComponent(heron)}`,
          headers: { authorization: `Bearer ${token}` },
        })
        // The replica can have been behind at first, or a job can have indexed the item before the search.
        isTried = isPaused && load(1).reads > before
        if (isPaused) await servers.pause(false)
        isPaused = false
        expect(JSON.parse(answer?.body ?? '{}').results).toMatchObject([{ title: heron }])
      }
    } finally {
      indexer.catchUpForSearch = index
      if (isPaused) await servers.pause(false)
    }
  })

  it('is examined by the doctor', async () => {
    const { config } = nodes[0]?.services ?? {}
    if (config === undefined) throw new Error('There is no node.')
    // The last change may be long ago on a busy machine; a replica that follows applies a new one soon.
    const afterChange = async () => {
      await ask(0, 'POST', '/content/posts', { data: {}, status: 'published' })
      return examineReplica(config)
    }
    await expect.poll(afterChange).toMatchObject([{ level: 'ok', name: 'replica' }])
    expect(await examineReplica({ ...config, replicaUrl: config.databaseUrl })).toMatchObject([
      { level: 'warning', message: 'The server is no streaming replica.' },
    ])
  })

  it('reads drafts, and what is written with a read, from the primary', async () => {
    const before = load(0)
    expect((await ask(0, 'GET', '/content/posts')).status).toBe(200)
    expect(load(0)).toEqual(before)
    expect((await ask(0, 'GET', '/content/posts?view=live')).status).toBe(200)
    expect(load(0).reads + load(0).refused).toBe(before.reads + before.refused + 1)
  })

  it('reads from the primary at once while no packets of the replica arrive', { tags: 'long' }, async () => {
    network.set('frozen')
    const began = performance.now()
    for (let n = 0; n < 20; n++) {
      const read = await ask(0, 'GET', '/content/posts', undefined, token)
      expect(read.status).toBe(200)
    }
    expect(performance.now() - began).toBeLessThan(5000)
    network.set('open')
    const before = load(0).reads
    await expect
      .poll(
        async () => {
          await ask(0, 'GET', '/content/posts', undefined, token)
          return load(0).reads
        },
        { interval: 500 },
      )
      .toBeGreaterThan(before)
  })

  it('reads from the primary when the replica follows another history', async () => {
    const reader = nodes[0]?.services.database.reader
    if (reader === undefined) throw new Error('There is no node.')
    const changed: Reader = {
      ...reader,
      rows: async <Row>(sql: string, parameters: readonly unknown[]) => {
        const rows = await reader.rows<Row>(
          sql.replace('pg_last_wal_replay_lsn()', 'pg_current_wal_insert_lsn()'),
          parameters,
        )
        return rows.map((row) => ({ ...row, ...(sql.includes('replay') && { history: '1/2' }) }))
      },
    }
    expect(await new Replica(reader, changed).freshReader()).toBe(reader)
  })

  it('asks the primary only for what the replica itself has refused', async () => {
    const reader = nodes[0]?.services.database.reader
    if (reader === undefined) throw new Error('There is no node.')
    let asked = 0
    const primary: Reader = {
      ...reader,
      rows: <Row>(sql: string, parameters: readonly unknown[]) => {
        if (sql.startsWith('SELECT 1')) asked++
        return reader.rows<Row>(sql, parameters)
      },
    }
    const readWith = async (code: string): Promise<unknown> => {
      const replica: Reader = {
        ...reader,
        rows: <Row>(sql: string, parameters: readonly unknown[]) =>
          sql.startsWith('SELECT 1')
            ? Promise.reject(Object.assign(new Error('It was refused.'), { code }))
            : reader.rows<Row>(
                sql.replace('pg_last_wal_replay_lsn()', 'pg_current_wal_insert_lsn()'),
                parameters,
              ),
      }
      const fresh = await new Replica(primary, replica).freshReader()
      expect(fresh).not.toBe(primary)
      return await fresh.rows('SELECT 1 AS one', [])
    }
    expect(await readWith('40001')).toEqual([{ one: 1 }])
    expect(asked).toBe(1)
    await expect(readWith('22012')).rejects.toThrow('It was refused.')
    expect(asked).toBe(1)
  })

  it('goes on without it', async () => {
    await servers.replica.stop()
    for (let n = 0; n < 3; n++) {
      const read = await ask(0, 'GET', '/content/posts', undefined, token)
      expect(read.status).toBe(200)
      expect(read.data.items.length).toBeGreaterThan(30)
    }
    const ready = await nodes[0]?.server.inject({ method: 'GET', url: '/_cms/health/ready' })
    expect(ready?.statusCode).toBe(200)
  })
})
