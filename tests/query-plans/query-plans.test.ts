// @module-tag long
import { limits } from '@octavo/contract/limits'
import { operationList } from '@octavo/contract/operations/registry'
import { markWritten } from '@octavo/server/content/media/marking'
import { oldDeliveries } from '@octavo/server/maintenance/jobs/retention/deliveries'
import { oldEvents } from '@octavo/server/maintenance/jobs/retention/events'
import { oldImports } from '@octavo/server/maintenance/jobs/retention/imports'
import { runPass } from '@octavo/server/maintenance/jobs/retention/pass'
import { oldRevisions } from '@octavo/server/maintenance/jobs/retention/revisions'
import { oldTrash } from '@octavo/server/maintenance/jobs/retention/trash'
import { unusedWords } from '@octavo/server/maintenance/jobs/retention/words'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { join } from 'node:path'
import { changes } from '../setup/changes.ts'
import { makeItem } from '../setup/content.ts'
import { withMigratedPostgres } from '../setup/databases.ts'
import { EventReader } from '../setup/event-reader.ts'
import { startMediaService } from '../setup/media.ts'
import { type Engine, engines, type TestService } from '../setup/service.ts'
import { rowsOf } from '../setup/tables.ts'
import { fillLargeTables, largeTables, mostRowsOf, rowsIn, smallTables } from './large-tables.ts'
import type { Watch } from './plans.ts'
import { explainedUrl, watchPostgres } from './postgres-watch.ts'
import { type Known, prepare } from './prepared.ts'
import { type Request, requests } from './requests.ts'
import { watchSqlite } from './sqlite-watch.ts'

/** Statements that may read much of a large table, and why. */
const allowed: readonly { operation: RegExp; statement: RegExp; reason: string }[] = [
  {
    operation: /^schema\./,
    statement: /./,
    reason: 'a change of the model looks through all values; the numbers before it are of all items',
  },
  {
    operation: /^setup\./,
    statement: /^DELETE FROM sign_in_links WHERE kind/,
    reason: 'once, before there are users',
  },
  {
    operation: /^search\.query$/,
    statement: /^SELECT i\.id FROM search_(draft_)?index i .* ORDER BY i\.id DESC/,
    reason: 'words of many documents: from the newest on until the page is full',
  },
  {
    operation: /^search\.stats$/,
    statement: /count\(\*\)/,
    reason: 'counts all documents, for operators',
  },
  {
    operation: /^((content|media|sections|users)\.list|users\.names)$/,
    statement: /search LIKE|search_text LIKE|replace\(search_text, .* LIKE| ~ | GLOB /,
    reason: 'looks for a part of a name; no index of both engines finds it',
  },
  {
    operation: /^events\.(list|stream)$/,
    statement: / (type|collection) IN /,
    reason: 'goes through the events after the cursor until the page is full; the next cursor is behind them',
  },
  {
    operation: /^media\.(listFolders|listTags)$/,
    statement: /LIMIT 1001\) c\) AS count/,
    reason: 'counts the files of each folder or tag of a page in an index, to 1000',
  },
  {
    operation: /^media\.list$/,
    statement: /mime_type LIKE/,
    reason: 'the newest of several types: files of most types are many, so the page fills soon',
  },
  {
    operation: /^content\.list$/,
    statement: /c\.locale = .*( LIMIT 10000\) c WHERE .*scheduled_at > | LIMIT 1 OFFSET 10000$)/,
    reason:
      'a filter without an index looks at up to 10,000 items of a locale; where the table has little else, sorting it is cheaper',
  },
  {
    operation: /^overview\.get$/,
    statement: /t\.locale IN \('de'\)\) c .* LIMIT 1000/,
    reason: 'counts to 1000; where a locale has many items, the table has as many near its beginning',
  },
]

/** What a right request may be answered with, by what it names. */
const goodStatuses = [200, 201, 401, 403, 404, 409]

const plugin = new URL('../plugins/every-hook.ts', import.meta.url).pathname

const tableNames = {
  sqlite: `SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'content\\_%' ESCAPE '\\' AND name NOT LIKE 'search_index%' AND name NOT LIKE 'search_draft_index%' AND name NOT LIKE 'sqlite_%'`,
  postgres: `SELECT table_name AS name FROM information_schema.tables WHERE table_schema = 'public' AND table_name NOT LIKE 'content\\_%' AND table_name NOT IN ('search_index', 'search_draft_index')`,
} as const

test('every operation is in the table of requests, or among the changes', () => {
  const known = new Set([...Object.keys(requests), ...Object.keys(changes)])
  const missing = operationList.filter(({ name, rest }) => rest !== undefined && !known.has(name))
  expect(missing.map(({ name }) => name)).toEqual([])
})

describe.each(engines)('with large tables on %s', (engine: Engine) => {
  let service: TestService
  let watch: Watch
  let known: Known
  let remove = async (): Promise<void> => undefined

  beforeAll(async () => {
    const env: Record<string, string> = {
      OCTAVO_PLUGINS: plugin,
      OCTAVO_RATE_LIMIT: 'off',
      OCTAVO_LOCALES: 'en,de',
    }
    if (engine === 'postgres') {
      const database = await withMigratedPostgres()
      remove = () => database.drop()
      env['OCTAVO_DATABASE_URL'] = explainedUrl(database.url)
      watch = watchPostgres(mostRowsOf)
    } else watch = watchSqlite(() => join(service.services.config.dataDir, 'octavo.db'))
    service = await startMediaService(engine, 's3', env)
    known = await prepare(service)
    await fillLargeTables(service)
  }, 300_000)

  afterAll(async () => {
    watch?.end()
    await service?.close()
    await remove()
  })

  test('every table is either large, and full, or small', async () => {
    const names = (await rowsOf(service, tableNames[engine])).map(({ name }) => String(name))
    const { content_posts: _, ...others } = largeTables
    expect(names.toSorted()).toEqual([...Object.keys(others), ...Object.keys(smallTables)].toSorted())
    for (const [table, large] of Object.entries(largeTables)) {
      const [count] = await rowsOf(service, `SELECT count(*) AS n FROM ${table}`)
      // The service may have removed some that are old meanwhile.
      expect(Number(count?.['n']), table).toBeGreaterThan(0.9 * rowsIn(large, engine))
    }
  })

  test('no statement reads a large table as a whole', { timeout: 600_000 }, async () => {
    const limited = await limitedTokens()
    for (const [name, requestsOf] of Object.entries(requests)) {
      watch.setOperation(name)
      for (const request of requestsOf(known)) await ask(request)
      for (const request of requestsOf(known).filter(isPlain))
        for (const token of limited)
          expect((await service.ask('GET', request, { token })).status, request).toBeLessThan(500)
    }
    for (const [name, change] of Object.entries(changes)) {
      watch.setOperation(name)
      await change(service)
    }
    await removeOld()
    await markAsAfterUpgrade()
    await readStreams()
    watch.setOperation(null)
    const scans = watch.fullScans(
      new Set([...Object.keys(largeTables), 'search_index', 'search_draft_index']),
    )
    const unexpected = scans.filter(
      ({ operation, sql }) =>
        !allowed.some((one) => one.operation.test(operation) && one.statement.test(sql)),
    )
    expect(
      unexpected.map(({ operation, how, table, sql }) => `${operation}: ${table}: ${how}: ${sql}`),
    ).toEqual([])
  })

  /** What they read has further conditions. */
  async function limitedTokens(): Promise<string[]> {
    const scopes = ['content:read', 'media:read', 'schema:read']
    const [collections, one, several] = [['posts'], ['de'], ['en', 'de']]
    const people = [
      await service.person(50, scopes, 'latest', { collections, locales: one }),
      await service.person(50, scopes, 'live', { collections, locales: several }),
    ]
    return people.map(({ token }) => token)
  }

  /** A part of what the service removes by itself. */
  async function removeOld(): Promise<void> {
    const now = service.clock.now
    const settings = { keepRevisions: 1, keepRevisionDays: 1 }
    const passes = [
      oldRevisions(settings, now),
      oldTrash(1, now),
      oldImports(1, now),
      oldEvents(1, now),
      oldDeliveries(limits.eventDays, now),
      unusedWords(),
    ]
    for (const pass of passes) {
      watch.setOperation(`retention.${pass.name}`)
      const signal = AbortSignal.timeout(4000)
      await runPass(service.services, pass, { now: now.toISOString(), signal })
    }
  }

  /** What the service does for a week after an upgrade. */
  async function markAsAfterUpgrade(): Promise<void> {
    watch.setOperation('media.mark')
    const sql = `UPDATE migrations SET applied_at = ? WHERE name = '039-media-in-answers'`
    const now = service.clock.now.toISOString()
    await service.services.database.transaction('write', (tx) => tx.run(sql, [now]))
    await markWritten(service.services, AbortSignal.timeout(60_000))
  }

  /** Reads streams of events from the oldest one until a change that is made meanwhile. */
  async function readStreams(): Promise<void> {
    const { token } = await service.person(50, ['content:read'], 'live')
    const address = await service.server.listen({ port: 0, host: '127.0.0.1' })
    watch.setOperation('events.stream')
    const streams = [
      ['', service.token],
      ['?types=content.published&collections=posts', service.token],
      ['', token],
    ] as const
    for (const [query, as] of streams) {
      const reader = await EventReader.open(`${address}/_cms/api/events/stream${query}`, {
        authorization: `Bearer ${as}`,
      })
      const { id } = await makeItem(service, 'posts', { state: 'published' })
      await vi.waitUntil(() => reader.events.some(({ itemId }) => itemId === id), { timeout: 60_000 })
      reader.close()
    }
  }

  /** Sends a request that must not be wrong; of a list that goes on also the second page. */
  async function ask(request: string | Request): Promise<void> {
    const { method, path, body, headers } =
      typeof request === 'string' ? ({ method: 'GET', path: request } as Request) : request
    const as = { ...(headers !== undefined && { headers, token: null }), ...(body !== undefined && { body }) }
    const answer = await service.ask(method, path, as)
    expect(goodStatuses, `${method} ${path} ${answer.text}`).toContain(answer.status)
    const cursor = answer.body?.data?.nextCursor as string | undefined
    if (cursor === undefined) return
    const parameter = path.startsWith('/events') ? 'after' : 'cursor'
    const next = await service.ask(
      method,
      `${path}${path.includes('?') ? '&' : '?'}${parameter}=${encodeURIComponent(cursor)}`,
      as,
    )
    expect(next.status, next.text).toBe(200)
  }
})

function isPlain(request: string | Request): request is string {
  return typeof request === 'string'
}
