import { mkdtempSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import Database from 'better-sqlite3'
import { createSite } from '../data/seed.ts'
import { below } from '../report/figures.ts'
import { queryRows, startPostgres } from '../servers/postgres.ts'
import type { Section } from './section.ts'

const items = 20_000

/** rich text of so many bytes makes an item whose values are 1 KB */
const bodyBytes = 720
const mostBytes = 2200

/** How many bytes the database grows by an item of 1 KB, with its revision, log entries and indexes. */
export const storage: Section = async () => {
  const sqlite = await onSqlite()
  const postgres = await onPostgres()
  return {
    comparisons: [],
    figures: [
      below('SQLite, stored for an item of 1 KB', sqlite.bytes, 'bytes', mostBytes),
      below('PostgreSQL, stored for an item of 1 KB', postgres.bytes, 'bytes', mostBytes),
    ],
    notes: [...sqlite.parts, ...postgres.parts],
  }
}

interface Stored {
  readonly bytes: number
  /** the largest tables and indexes, in bytes an item */
  readonly parts: readonly string[]
}

async function onSqlite(): Promise<Stored> {
  const folder = mkdtempSync(join(tmpdir(), 'octavo-bench-storage-'))
  try {
    const file = join(folder, 'octavo.db')
    const site = await createSite(folder)
    const before = usedBytes(file)
    await site.fill(items, bodyBytes)
    await site.close()
    const bytes = (usedBytes(file) - before) / items
    return { bytes, parts: [`SQLite: ${(statSync(file).size / 2 ** 20).toFixed(0)} MB`, ...partsOf(file)] }
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

function usedBytes(file: string): number {
  const database = new Database(file)
  database.pragma('wal_checkpoint(TRUNCATE)')
  const value = (name: string): number => Number(database.pragma(name, { simple: true }))
  const bytes = (value('page_count') - value('freelist_count')) * value('page_size')
  database.close()
  return bytes
}

function partsOf(file: string): string[] {
  const database = new Database(file, { readonly: true })
  try {
    const rows = database
      .prepare('SELECT name, sum(pgsize) AS bytes FROM dbstat GROUP BY name ORDER BY bytes DESC LIMIT 14')
      .all() as { name: string; bytes: number }[]
    return rows.map(({ name, bytes }) => `  ${(bytes / items).toFixed(0).padStart(5)} bytes an item: ${name}`)
  } finally {
    database.close()
  }
}

async function onPostgres(): Promise<Stored> {
  const folder = mkdtempSync(join(tmpdir(), 'octavo-bench-storage-'))
  const postgres = await startPostgres()
  try {
    const url = await postgres.create('bench_storage')
    const site = await createSite(folder, { settings: { OCTAVO_DATABASE_URL: url } })
    const size = async (): Promise<number> =>
      Number((await queryRows(url, 'SELECT pg_database_size(current_database()) AS size'))[0]?.['size'])
    const before = await size()
    await site.fill(items, bodyBytes)
    await site.close()
    await queryRows(url, 'VACUUM')
    const bytes = ((await size()) - before) / items
    const rows = await queryRows(
      url,
      `SELECT relname, pg_relation_size(oid) + coalesce(pg_relation_size(nullif(reltoastrelid, 0)), 0) AS bytes FROM pg_class WHERE relkind IN ('r', 'i') ORDER BY bytes DESC LIMIT 14`,
    )
    return {
      bytes,
      parts: rows.map(
        ({ relname, bytes: part }) =>
          `  ${(Number(part) / items).toFixed(0).padStart(5)} bytes an item on PostgreSQL: ${String(relname)}`,
      ),
    }
  } finally {
    await postgres.stop()
    rmSync(folder, { recursive: true, force: true })
  }
}
