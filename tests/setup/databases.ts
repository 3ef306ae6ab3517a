import { randomBytes } from 'node:crypto'
import pg from 'pg'
import { inject } from 'vitest'

/** A fresh, empty database on the PostgreSQL of this run; drop it at the end. */
export async function withPostgres(): Promise<{ url: string; drop(): Promise<void> }> {
  const admin = inject('postgresUrl')
  const name = `octavo_test_${randomBytes(8).toString('hex')}`
  await run(admin, `CREATE DATABASE ${name}`)
  const url = new URL(admin)
  url.pathname = `/${name}`
  return { url: url.href, drop: () => run(admin, `DROP DATABASE IF EXISTS ${name} WITH (FORCE)`) }
}

async function run(url: string, sql: string): Promise<void> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    await client.query(sql)
  } finally {
    await client.end()
  }
}
