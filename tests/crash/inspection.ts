import { join } from 'node:path'
import { systemColumns } from '@octavo/server/core/model/system-columns'
import Engine from 'better-sqlite3'
import pg from 'pg'
import { expect } from 'vitest'
import type { Site } from './service-process.ts'

type Row = Record<string, unknown>

/** A look into the database past the service. */
export interface Look {
  rows(sql: string): Promise<Row[]>
  /** content table → its columns */
  tables(): Promise<Map<string, string[]>>
  indexes(): Promise<Set<string>>
  /** what the engine itself says is broken */
  damages(): Promise<unknown[]>
  close(): Promise<void>
}

export function lookInto({ databaseUrl, dataDir }: Site): Promise<Look> {
  return databaseUrl === null ? lookIntoSqlite(join(dataDir, 'octavo.db')) : lookIntoPostgres(databaseUrl)
}

async function lookIntoSqlite(file: string): Promise<Look> {
  const engine = new Engine(file)
  const all = (sql: string): Row[] => engine.prepare(sql).all() as Row[]
  return {
    rows: async (sql) => all(sql),
    tables: async () => {
      const names = all(
        `SELECT name FROM sqlite_master WHERE type = 'table' AND name LIKE 'content\\_%' ESCAPE '\\'`,
      )
      return new Map(
        names.map(({ name }) => [
          String(name),
          all(`PRAGMA table_info("${name}")`).map((row) => String(row['name'])),
        ]),
      )
    },
    indexes: async () =>
      new Set(all(`SELECT name FROM sqlite_master WHERE type = 'index'`).map(({ name }) => String(name))),
    damages: async () => [
      ...all('PRAGMA integrity_check').filter(({ integrity_check }) => integrity_check !== 'ok'),
      ...all('PRAGMA foreign_key_check'),
    ],
    close: async () => void engine.close(),
  }
}

async function lookIntoPostgres(url: string): Promise<Look> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  const all = async (sql: string): Promise<Row[]> => (await client.query<Row>(sql)).rows
  return {
    rows: all,
    tables: async () => {
      const columns = await all(
        `SELECT table_name, column_name FROM information_schema.columns WHERE table_schema = 'public' AND table_name LIKE 'content\\_%'`,
      )
      const grouped = Map.groupBy(columns, (row) => String(row['table_name']))
      return new Map(
        [...grouped].map(([name, found]) => [name, found.map((row) => String(row['column_name']))]),
      )
    },
    indexes: async () =>
      new Set((await all('SELECT indexname FROM pg_indexes')).map((row) => String(row['indexname']))),
    damages: () => all(`SELECT indexrelid::regclass FROM pg_index WHERE NOT indisvalid OR NOT indisready`),
    close: () => client.end(),
  }
}

/** Whatever happened: metadata and tables say the same, and nothing points at what is not there. */
export async function expectWhole(look: Look): Promise<void> {
  expect(await look.damages()).toEqual([])
  await expectSchemaInStep(look)
  for (const table of (await look.tables()).keys()) {
    for (const pointer of ['draft_revision_id', 'live_revision_id']) {
      const lost = await look.rows(
        `SELECT c.id FROM ${table} c LEFT JOIN revisions r ON r.id = c.${pointer} AND r.entry_id = c.id WHERE c.${pointer} IS NOT NULL AND r.id IS NULL`,
      )
      expect([table, pointer, lost]).toEqual([table, pointer, []])
    }
  }
}

async function expectSchemaInStep(look: Look): Promise<void> {
  const collections = await look.rows('SELECT id, slug FROM collections')
  const fields = await look.rows('SELECT id, collection_id, slug, type FROM fields')
  const expected = new Map(
    collections.map(({ id, slug }) => {
      const own = fields
        .filter((field) => field['collection_id'] === id)
        .flatMap(({ id: field, slug: name, type }) => [
          String(name),
          ...(/^(string|text|slug)$/.test(String(type)) ? [`_sort_${String(field).toLowerCase()}`] : []),
        ])
      return [`content_${slug}`, [...Object.keys(systemColumns), ...own].toSorted()]
    }),
  )
  const found = new Map([...(await look.tables())].map(([table, columns]) => [table, columns.toSorted()]))
  expect(new Map([...found].toSorted())).toEqual(new Map([...expected].toSorted()))
  const indexes = await look.indexes()
  const wanted = [
    ...collections.map(({ id }) => `${String(id).toLowerCase()}_slug_key`),
    ...fields.map(({ id }) => `${String(id).toLowerCase()}_sort`),
  ]
  expect(wanted.filter((name) => !indexes.has(name))).toEqual([])
}
