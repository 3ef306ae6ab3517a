import { randomBytes } from 'node:crypto'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { readConfig } from '@octavo/server/config'
import { openDatabase } from '@octavo/server/platform/database/open'
import { createLog } from '@octavo/server/platform/log'
import { inject } from 'vitest'
import { asAdmin, dropDatabase } from './database-server.ts'

/** Settings to open a database, apart from its address. */
export const databaseDefaults = { ...readConfig({}), log: createLog('silent') }

export interface TestDatabase {
  readonly url: string
  /** removes it, ending whatever connections are left */
  drop(): Promise<void>
}

/** Creates an empty database on the PostgreSQL server of this test run. */
export function withPostgres(): Promise<TestDatabase> {
  return createDatabase('template1')
}

/** Creates one that a service has just migrated, as a copy: that takes a fraction of the time. */
export async function withMigratedPostgres(): Promise<TestDatabase> {
  migrated ??= makeMigrated()
  return createDatabase(await migrated)
}

let migrated: Promise<string> | undefined

/** any number; it keeps processes from making the same database at once */
const makingLock = 730_114

/** The database that others are copies of. Until it is whole it has another name. */
async function makeMigrated(): Promise<string> {
  const name = inject('migratedDatabase')
  await asAdmin(inject('adminDatabaseUrl'), async (client) => {
    await client.query('SELECT pg_advisory_lock($1)', [makingLock])
    const { rows } = await client.query('SELECT 1 FROM pg_database WHERE datname = $1', [name])
    if (rows.length > 0) return
    await client.query(`CREATE DATABASE ${name}_begun`)
    const databaseUrl = urlOf(`${name}_begun`)
    const database = await openDatabase({ ...databaseDefaults, databaseUrl })
    await database.close()
    await client.query(`ALTER DATABASE ${name}_begun RENAME TO ${name}`)
  })
  return name
}

/** Writes a database that a service has just migrated into a folder for data, as a copy: that takes a tenth of the time. */
export async function putMigratedSqlite(dataDir: string): Promise<void> {
  migratedFile ??= makeMigratedFile()
  await writeFile(join(dataDir, 'octavo.db'), await migratedFile, { mode: 0o600 })
}

let migratedFile: Promise<Buffer> | undefined

async function makeMigratedFile(): Promise<Buffer> {
  const dataDir = await mkdtemp(join(tmpdir(), 'octavo-migrated-'))
  try {
    const database = await openDatabase({ ...databaseDefaults, dataDir })
    // The last connection moves everything into the one file.
    await database.close()
    return await readFile(join(dataDir, 'octavo.db'))
  } finally {
    await rm(dataDir, { recursive: true, force: true })
  }
}

/** Files are copied as they are: writing the copies to the log as well takes four times the work. */
const strategy = 'STRATEGY FILE_COPY'

async function createDatabase(template: string): Promise<TestDatabase> {
  const adminUrl = inject('adminDatabaseUrl')
  const name = `octavo_test_${randomBytes(8).toString('hex')}`
  await asAdmin(adminUrl, (client) =>
    client.query(`CREATE DATABASE ${name} TEMPLATE ${template} ${strategy}`),
  )
  return { url: urlOf(name), drop: () => dropDatabase(adminUrl, name) }
}

function urlOf(name: string): string {
  const url = new URL(inject('adminDatabaseUrl'))
  url.pathname = `/${name}`
  return url.href
}
