// @module-tag long
import { join } from 'node:path'
import { backUp } from '@octavo/server/maintenance/backup/back-up'
import { restore } from '@octavo/server/maintenance/backup/restore'
import { openDatabase } from '@octavo/server/platform/database/open'
import Sqlite from 'better-sqlite3'
import { describe, expect, it } from 'vitest'
import { emptySite, log } from '../setup/archives.ts'
import { makeCollection } from '../setup/content.ts'
import { databaseDefaults } from '../setup/databases.ts'
import { restoreRelease } from '../setup/release.ts'
import { startService, type TestService } from '../setup/service.ts'
import { withClient } from './large-collection.ts'

const building = { signal: new AbortController().signal, waits: true, onBuilt: () => undefined }

/** All indexes of a database, as the server describes them. */
const indexesOf = (url: string): Promise<string[]> =>
  withClient(url, async (client) => {
    const { rows } = await client.query<{ sql: string }>(
      `SELECT pg_get_indexdef(indexrelid) AS sql FROM pg_index x JOIN pg_class c ON c.oid = x.indrelid
        WHERE c.relnamespace = 'public'::regnamespace AND x.indisvalid`,
    )
    return rows.map(({ sql }) => sql).toSorted()
  })

const notesOf = (url: string): Promise<string[]> =>
  withClient(url, async (client) => {
    const { rows } = await client.query<{ name: string }>('SELECT name FROM index_builds ORDER BY name')
    return rows.map(({ name }) => name)
  })

function embeddedNotes(dataDir: string): unknown[] {
  const sqlite = new Sqlite(join(dataDir, 'octavo.db'))
  try {
    return sqlite.prepare('SELECT name FROM index_builds').pluck().all()
  } finally {
    sqlite.close()
  }
}

describe('an upgrade of release 012 with large tables', () => {
  /** Upgrades it; gives the indexes of which only notes were made, and all indexes at the end. */
  async function upgraded(fill: readonly string[]): Promise<{ noted: number; indexes: string[] }> {
    const site = await restoreRelease('release-012', 'postgres')
    const url = site.databaseUrl ?? ''
    await withClient(url, async (client) => {
      await client.query('SET session_replication_role = replica')
      for (const table of fill) {
        // What counts is the size: few rows on each page.
        await client.query(`ALTER TABLE ${table} SET (fillfactor = 10)`)
        await client.query(copiesOf(table, await columnsOf(table)))
      }

      async function columnsOf(table: string): Promise<string[]> {
        const sql = `SELECT column_name AS name FROM information_schema.columns WHERE table_name = $1`
        return (await client.query<{ name: string }>(sql, [table])).rows.map(({ name }) => name)
      }
    })
    const database = await openDatabase({ ...databaseDefaults, databaseUrl: url })
    const noted = (await notesOf(url)).length
    await database.buildIndexes(building)
    expect(await notesOf(url)).toEqual([])
    await database.close()
    const indexes = await indexesOf(url)
    await site.remove()
    return { noted, indexes }
  }

  const own = new Set(['id', 'slug', 'translation_group', 'draft_revision_id', 'live_revision_id'])
  const copiesOf = (table: string, columns: readonly string[]): string => {
    const values = columns.map((name) => (own.has(name) ? `'fill' || i` : `t."${name}"`)).join(', ')
    return `INSERT INTO ${table} (${columns.map((name) => `"${name}"`).join(', ')})
      SELECT ${values} FROM generate_series(1, 4000) i CROSS JOIN (SELECT * FROM ${table} LIMIT 1) t`
  }

  it('ends with the indexes that small tables get at once', async () => {
    const small = await upgraded([])
    const large = await upgraded(['content_posts', 'audit_log'])
    expect(small.noted).toBe(0)
    expect(large.noted).toBeGreaterThan(10)
    expect(large.indexes).toEqual(small.indexes)
  })
})

/** Backs up a server with notes of indexes: name, table and definition. */
async function archiveWith(
  notes: readonly (readonly [string, string, string])[],
): Promise<{ archive: string; service: TestService }> {
  const service = await startService('postgres')
  await makeCollection(service, 'posts', { supports: [], fields: [{ slug: 'title', type: 'string' }] })
  await withClient(service.services.config.databaseUrl ?? '', async (client) => {
    const sql = 'INSERT INTO index_builds (name, table_name, definition) VALUES ($1, $2, $3)'
    for (const note of notes) await client.query(sql, [...note])
  })
  const archive = join(service.services.config.dataDir, 'site.tar')
  await backUp(archive, { config: service.services.config, log })
  return { archive, service }
}

describe('a backup of a server that has not built all indexes yet', () => {
  it('is restored with them: SQLite builds them at once, a server later', async () => {
    const { archive, service } = await archiveWith([['noted', '"content_posts"', '(version, id)']])
    const embedded = await emptySite('sqlite')
    await restore(archive, { config: embedded.config, log })
    const sqlite = new Sqlite(join(embedded.config.dataDir, 'octavo.db'))
    const sql = `SELECT name FROM sqlite_schema WHERE type = 'index' AND name = 'noted' UNION ALL SELECT name FROM index_builds`
    expect(sqlite.prepare(sql).pluck().all()).toEqual(['noted'])
    sqlite.close()
    await embedded.remove()

    const server = await emptySite('postgres')
    await restore(archive, { config: server.config, log })
    const url = server.config.databaseUrl ?? ''
    expect(await notesOf(url)).toEqual(['noted'])
    const database = await openDatabase({ ...databaseDefaults, databaseUrl: url })
    await database.buildIndexes(building)
    await database.close()
    expect(await notesOf(url)).toEqual([])
    expect((await indexesOf(url)).join()).toContain('noted')
    await server.remove()
    await service.close()
  })
  it.each(['sqlite', 'postgres'] as const)(
    'is restored without those of what is gone, on %s',
    async (kind) => {
      const { archive, service } = await archiveWith([
        ['no_table', '"content_gone"', '(id)'],
        ['no_column', '"content_posts"', '("gone")'],
      ])
      const site = await emptySite(kind)
      await restore(archive, { config: site.config, log })
      const database = await openDatabase({ ...databaseDefaults, ...site.config })
      await database.buildIndexes(building)
      await database.close()
      const { dataDir, databaseUrl } = site.config
      expect(kind === 'sqlite' ? embeddedNotes(dataDir) : await notesOf(databaseUrl ?? '')).toEqual([])
      await site.remove()
      await service.close()
    },
  )

  it.each(['sqlite', 'postgres'] as const)(
    'is refused where one is more than an index, on %s',
    async (kind) => {
      for (const note of [
        ['a', '"content_posts"', '(id); DROP TABLE users'],
        ['a" ON users (id); --', '"content_posts"', '(id)'],
      ] as const) {
        const { archive, service } = await archiveWith([note])
        const site = await emptySite(kind)
        await expect(restore(archive, { config: site.config, log })).rejects.toThrow(
          'The archive has an index with a definition that no index of Octavo has',
        )
        await site.remove()
        await service.close()
      }
    },
  )
})
