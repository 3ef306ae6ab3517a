import { randomBytes } from 'node:crypto'
import { Client } from 'pg'
import { inject } from 'vitest'

export interface TestDatabase {
  readonly url: string
  /** removes it, ending whatever connections are left */
  drop(): Promise<void>
}

/** Creates an empty database on the PostgreSQL server of this test run. */
export async function withPostgres(): Promise<TestDatabase> {
  const adminUrl = inject('adminDatabaseUrl')
  const name = `octavo_test_${randomBytes(8).toString('hex')}`
  await runAsAdmin(adminUrl, `CREATE DATABASE ${name}`)
  const url = new URL(adminUrl)
  url.pathname = `/${name}`
  return { url: url.href, drop: () => runAsAdmin(adminUrl, `DROP DATABASE IF EXISTS ${name} WITH (FORCE)`) }
}

async function runAsAdmin(url: string, statement: string): Promise<void> {
  const client = new Client({ connectionString: url })
  await client.connect()
  try {
    await client.query(statement)
  } finally {
    await client.end()
  }
}
