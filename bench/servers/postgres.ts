import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Client } from 'pg'
import { usablePrograms } from '../../tests/setup/postgres-programs.ts'
import { createCluster, startServer } from '../../tests/setup/postgres-server.ts'

/** A PostgreSQL server for measurements; it writes to disk as in production. */
export interface Postgres {
  /** Creates a database, empty or as a copy of another one that has no connections; returns its address. */
  create(name: string, template?: string): Promise<string>
  stop(): Promise<void>
}

const durable = { fsync: 'on', synchronous_commit: 'on', full_page_writes: 'on' }

/** Starts one, with further settings. */
export async function startPostgres(settings: Readonly<Record<string, string>> = {}): Promise<Postgres> {
  const folder = mkdtempSync(join(tmpdir(), 'octavo-bench-postgres-'))
  // The server runs as another user where this one is root.
  chmodSync(folder, 0o711)
  const programs = await usablePrograms(folder)
  const cluster = await createCluster(programs, folder)
  const server = await startServer(programs, cluster, { settings: { ...durable, ...settings } })
  return {
    create: async (name, template = 'template1') => {
      await queryRows(server.url, `CREATE DATABASE ${name} TEMPLATE ${template}`)
      const url = new URL(server.url)
      url.pathname = `/${name}`
      return url.href
    },
    stop: async () => {
      await server.stop()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

export async function queryRows(url: string, sql: string): Promise<Record<string, unknown>[]> {
  const client = new Client({ connectionString: url })
  await client.connect()
  try {
    return (await client.query(sql)).rows
  } finally {
    await client.end()
  }
}
