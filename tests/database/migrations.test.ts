import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Database } from '@octavo/server/platform/database/database'
import { addContentColumn, updateInBatches } from '@octavo/server/platform/database/migrations/content-tables'
import type { Migration } from '@octavo/server/platform/database/migration'
import { migrations } from '@octavo/server/platform/database/migrations/registry'
import { openDatabase } from '@octavo/server/platform/database/open'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { databaseDefaults, withPostgres } from '../setup/databases.ts'
import { type Engine, engines } from '../setup/service.ts'

/** 1,200 rows: more than two batches. */
const itemCount = 1200

const collections: Migration = {
  name: 'collections',
  run: async ({ db, dialect }) => {
    for (const [id, slug] of [
      ['c1', 'posts'],
      ['c2', 'order'],
    ] as const) {
      await db.run(
        `INSERT INTO collections (id, slug, label, supports, created_at, updated_at) VALUES (?, ?, ?, '[]', '', '')`,
        [id, slug, slug],
      )
      const text = dialect.columnType('TEXT')
      await db.define(`CREATE TABLE "content_${slug}" (id ${text} PRIMARY KEY, title ${text})`)
    }
    for (let n = 0; n < itemCount; n++)
      await db.run('INSERT INTO "content_posts" (id, title) VALUES (?, ?)', [`i${n}`, `Title ${n}`])
  },
}

const lengths: Migration = {
  name: 'lengths',
  run: async (session) => {
    await addContentColumn(session, { name: 'first', type: 'TEXT', value: 'substr(title, 1, 1)' })
    await addContentColumn(session, { name: 'length', type: 'INTEGER', constraint: 'NOT NULL DEFAULT 0' })
    const change = ({ title }: { id: string; title: string }): { length: number } => ({
      length: title.length,
    })
    await updateInBatches(session, { table: '"content_posts"', columns: ['title'] }, change)
  },
}

const failing: Migration = {
  name: 'failing',
  statements: ['DELETE FROM collections', 'CREATE TABLE half_done (id TEXT)'],
  run: () => Promise.reject(new Error('the reason')),
}

describe.each(engines)('migrations in code on %s', (engine: Engine) => {
  const site = { dataDir: '', databaseUrl: null as string | null, drop: async () => undefined as void }

  beforeEach(async () => {
    site.dataDir = mkdtempSync(join(tmpdir(), 'octavo-migrations-'))
    const postgres = engine === 'postgres' ? await withPostgres() : null
    site.databaseUrl = postgres?.url ?? null
    site.drop = async () => postgres?.drop()
  })

  afterEach(async () => {
    await site.drop()
    rmSync(site.dataDir, { recursive: true })
  })

  const open = (...further: Migration[]): Promise<Database> =>
    openDatabase({
      ...databaseDefaults,
      ...site,
      migrations: [...migrations, ...further],
    })

  test('change the tables of all collections, rows included', async () => {
    await (await open(collections)).close()
    const database = await open(collections, lengths)
    try {
      const rows = await database.reader.rows<{ title: string; first: string; length: number }>(
        'SELECT title, first, length FROM content_posts',
        [],
      )
      expect(rows).toHaveLength(itemCount)
      expect(rows.filter(({ title, first, length }) => first !== 'T' || length !== title.length)).toEqual([])
      expect(await database.reader.rows('SELECT first, length FROM "content_order"', [])).toEqual([])
    } finally {
      await database.close()
    }
  })

  test('leave the database as it was when one fails, and name it', async () => {
    await (await open(collections)).close()
    await expect(open(collections, lengths, failing)).rejects.toThrow(
      'The migration failing failed, and the database is as it was before: the reason',
    )
    const database = await open(collections)
    try {
      const rows = await database.reader.rows('SELECT slug FROM collections ORDER BY slug', [])
      expect(rows).toEqual([{ slug: 'order' }, { slug: 'posts' }])
      await expect(database.reader.rows('SELECT length FROM content_posts', [])).rejects.toThrow('length')
      await expect(database.reader.rows('SELECT id FROM half_done', [])).rejects.toThrow('half_done')
    } finally {
      await database.close()
    }
  })

  test('refuse a database that a newer version has migrated', async () => {
    await (await open(collections)).close()
    await expect(open()).rejects.toThrow('it has the migration collections')
  })
})
