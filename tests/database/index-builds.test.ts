// @module-tag long
import type { Client } from 'pg'
import { migrations } from '@octavo/server/platform/database/migrations/registry'
import type { IndexBuilding } from '@octavo/server/platform/database/database'
import { openDatabase } from '@octavo/server/platform/database/open'
import type { Migration } from '@octavo/server/platform/database/migration'
import { createApp } from '@octavo/server/app'
import { createLog } from '@octavo/server/platform/log'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { type Running, startProcess } from '../crash/service-process.ts'
import { dataOf } from '../setup/answers.ts'
import { startCommand } from '../setup/command-line.ts'
import { databaseDefaults } from '../setup/databases.ts'
import { patience } from '../setup/patience.ts'
import { startService, type TestService } from '../setup/service.ts'
import {
  fillCollection,
  holdSnapshot,
  indexesLike,
  notedCount,
  texts,
  withClient,
  writeDuring,
} from './large-collection.ts'

/** what measures how long writers wait */
const timing = { tags: 'timing' } as const

/** milliseconds that a writer may wait while indexes of its table are built */
const longestWait = 500

const building = { signal: new AbortController().signal, waits: true, onBuilt: () => undefined }

describe('indexes of a large table on PostgreSQL', () => {
  let service: TestService
  let url: string
  let env: Record<string, string>
  let build: (onBuilt: IndexBuilding['onBuilt']) => Promise<void>
  let count = 0

  beforeAll(async () => {
    service = await startService('postgres', { isRealTime: true })
    url = service.services.config.databaseUrl ?? ''
    env = { OCTAVO_DATABASE_URL: url, OCTAVO_LOG_LEVEL: 'warn' }
    await fillCollection(service, url)
    const { database } = service.services
    const { buildIndexes } = database
    build = (onBuilt) => buildIndexes({ ...building, onBuilt })
    // Its job would build what other processes are to build.
    vi.spyOn(database, 'buildIndexes').mockResolvedValue()
  })
  afterAll(() => service.close())

  const write = async (): Promise<void> => {
    const body = { data: { one: `Written ${count++}` } }
    dataOf(await service.ask('PUT', '/content/posts/kept', { body }))
  }
  const filterBy = async (field: string, filterable: boolean): Promise<void> => {
    const path = `/schema/collections/posts/fields/${field}`
    dataOf(await service.ask('PATCH', path, { body: { filterable } }))
  }
  const octavo = (...args: string[]) => startCommand(args, env).ended()

  it(
    'are built beside writers by one of two nodes, and reads that need them are answered',
    timing,
    async () => {
      const other = await createApp({ config: service.services.config, log: createLog('silent') })
      const find = (): Promise<unknown> =>
        service.ask('GET', `/content/posts?where=${encodeURIComponent('{"two":"none"}')}`).then(dataOf)
      const built: string[] = []
      const onBuilt = ({ name }: { name: string }): void => void built.push(name)
      const waited = await writeDuring(write, async () => {
        for (const field of texts) await filterBy(field, true)
        expect(await find()).toMatchObject({ items: [] })
        await Promise.all([build(onBuilt), other.services.database.buildIndexes({ ...building, onBuilt })])
      })
      await other.close()
      expect(built).toHaveLength(new Set(built).size)
      expect(await indexesLike(url, '_filter')).toEqual([true, true, true, true])
      expect(await notedCount(url)).toBe(0)
      expect(await find()).toMatchObject({ items: [] })
      for (const field of texts) await filterBy(field, false)
      expect(await indexesLike(url, '_filter')).toEqual([])
      expect(waited.count).toBeGreaterThan(20)
      expect(waited.longest).toBeLessThan(longestWait)
    },
  )

  it(
    'are built beside writers after a migration, and what they were built for is migrated before',
    timing,
    async () => {
      const further: Migration = {
        name: '900-later',
        statements: texts.map((text) => ({
          name: `posts_by_${text}_later`,
          table: 'content_posts',
          on: `("${text}", id)`,
        })),
      }
      const waited = await writeDuring(write, async () => {
        const settings = { ...databaseDefaults, databaseUrl: url, migrations: [...migrations, further] }
        const database = await openDatabase(settings)
        expect(await notedCount(url)).toBe(4)
        await database.buildIndexes(building)
        await database.close()
      })
      expect(await indexesLike(url, '_later')).toEqual([true, true, true, true])
      await withClient(url, async (client) => {
        await client.query(`DELETE FROM migrations WHERE name = '900-later'`)
        for (const text of texts) await client.query(`DROP INDEX posts_by_${text}_later`)
      })
      expect(waited.longest).toBeLessThan(longestWait)
    },
  )

  it('give precedence to a change of the content model, behind which all writers wait', timing, async () => {
    const snapshot = await holdSnapshot(url)
    await filterBy('one', true)
    const built = build(() => undefined)
    await expect.poll(() => indexesLike(url, '_filter')).toEqual([false])
    const field = { slug: 'added', label: 'Added', type: 'integer' }
    let changeTime = Infinity
    const waited = await writeDuring(write, async () => {
      const begun = performance.now()
      dataOf(await service.ask('POST', '/schema/collections/posts/fields', { body: field }), 201)
      changeTime = performance.now() - begun
    })
    await filterBy('one', false)
    await snapshot.release()
    await built
    expect(await indexesLike(url, '_filter')).toEqual([true])
    expect(await notedCount(url)).toBe(0)
    dataOf(await service.ask('DELETE', '/schema/collections/posts/fields/added'))
    expect(changeTime).toBeLessThan(2 * longestWait)
    expect(waited.longest).toBeLessThan(2 * longestWait)
  })

  it('are named by commands, and octavo migrate waits until they are built', async () => {
    const snapshot = await holdSnapshot(url)
    await filterBy('two', true)
    const checked = await octavo('migrate', '--check')
    expect([checked.code, checked.stdout]).toEqual([1, ''])
    expect(checked.stderr).toMatch(
      /^1 index is still to be built: \w+_filter of content_posts\. .*octavo migrate/,
    )
    const examined = await octavo('doctor')
    expect(examined.code).toBe(0)
    expect(examined.stdout).toMatch(
      /^warning +indexes +1 index is still to be built: \w+_filter of content_posts/m,
    )
    const migrating = startCommand(['migrate'], env)
    await expect.poll(() => indexesLike(url, '_filter')).toEqual([false])
    await snapshot.release()
    const { code, stdout } = await migrating.ended()
    expect([code, stdout]).toEqual([
      0,
      expect.stringMatching(/already\.\nBuilt the index \w+_filter of content_posts in [\d.]+ seconds\.\n$/),
    ])
    expect((await octavo('migrate', '--check')).code).toBe(0)
    expect((await octavo('doctor')).stdout).not.toMatch(/indexes/)
    await filterBy('two', false)
  })

  it('are named when they cannot be built, and keep no other from being built', async () => {
    const note = (client: Client, name: string, [table, on]: [string, string]): Promise<unknown> =>
      client.query('INSERT INTO index_builds (name, table_name, definition) VALUES ($1, $2, $3)', [
        name,
        table,
        on,
      ])
    await withClient(url, async (client) => {
      await note(client, 'a_refused', ['"content_posts"', '((1 / (version - 1)))'])
      await note(client, 'b_of_a_table_that_is_gone', ['"content_gone"', '(id)'])
      await note(client, 'c_of_a_field_that_is_gone', ['"content_posts"', '(gone)'])
      await note(client, 'd_possible', ['"content_posts"', '(version, id)'])
    })
    const { code, stdout, stderr } = await octavo('migrate')
    expect([code, stderr]).toEqual([
      1,
      'The index a_refused of content_posts cannot be built: division by zero.\n',
    ])
    expect(stdout).toContain('Built the index d_possible of content_posts')
    expect(await notedCount(url)).toBe(1)
    await withClient(url, async (client) => {
      const { rows } = await client.query(`SELECT to_regclass('a_refused') AS left_behind`)
      expect(rows).toEqual([{ left_behind: null }])
      await client.query('DELETE FROM index_builds; DROP INDEX d_possible')
    })
  })

  it.each([
    ['the connection that holds the lock is lost', `pid IN (SELECT pid FROM pg_locks WHERE objid = 7402003)`],
    ['the database ends all connections', 'pid <> pg_backend_pid()'],
  ])('are built by the next try when %s', async (_, which) => {
    const snapshot = await holdSnapshot(url)
    await filterBy('four', true)
    const failed = build(() => undefined).catch((error: unknown) => error)
    await expect.poll(() => indexesLike(url, '_filter')).toEqual([false])
    await withClient(url, (client) =>
      client.query(
        `SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = current_database() AND ${which}`,
      ),
    )
    expect(String(await failed)).toMatch(/terminat|database/)
    expect(await notedCount(url)).toBe(1)
    await snapshot.release()
    await build(() => undefined)
    expect(await indexesLike(url, '_filter')).toEqual([true])
    expect(await notedCount(url)).toBe(0)
    await filterBy('four', false)
  })

  describe('when the process is killed that builds them', () => {
    const started: Running[] = []
    const start = async (): Promise<Running> => {
      const running = await startProcess(env, service.token)
      started.push(running)
      return running
    }
    afterAll(async () => {
      for (const running of started) running.kill('SIGKILL')
      await Promise.all(started.map(({ ended }) => ended))
    })

    it.each([
      ['what the server goes on with is waited for', false],
      ['what is left of one is dropped and built again', true],
    ])('%s', async (_, isLost) => {
      const snapshot = await holdSnapshot(url)
      await filterBy('three', true)
      const node = await start()
      await expect.poll(() => indexesLike(url, '_filter')).toEqual([false])
      node.kill('SIGKILL')
      await node.ended
      const marked = `state = 'active' AND leader_pid IS NULL AND datname = current_database() AND query LIKE '/* octavo index */%'`
      const runningBuilds = (): Promise<number> =>
        withClient(url, async (client) => {
          const { rowCount } = await client.query(`SELECT 1 FROM pg_stat_activity WHERE ${marked}`)
          return rowCount ?? 0
        })
      expect(await runningBuilds()).toBe(1)
      if (isLost) {
        await withClient(url, (client) =>
          client.query(`SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE ${marked}`),
        )
        await expect.poll(runningBuilds).toBe(0)
        expect(await indexesLike(url, '_filter')).toEqual([false])
      }
      const next = await start()
      await next.ask('PUT', '/content/posts/kept', { data: { one: 'Written beside' } })
      await snapshot.release()
      // Where the lock was not free yet, the node looks again ten seconds later.
      await expect.poll(() => notedCount(url), { timeout: 4 * patience }).toBe(0)
      expect(await indexesLike(url, '_filter')).toEqual([true])
      next.kill('SIGTERM')
      expect(await next.ended).toBe(0)
      expect(next.log()).toBe('')
      await filterBy('three', false)
    })
  })
})
