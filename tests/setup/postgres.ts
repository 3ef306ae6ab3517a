import { type ChildProcessByStdio, spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import type { Readable, Writable } from 'node:stream'
import { fileURLToPath } from 'node:url'
import type { TestProject } from 'vitest/node'
import { dropDatabase } from './database-server.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** of a PostgreSQL server, as a user who may create databases */
    adminDatabaseUrl: string
    /** the name of a database with all tables, which is made when it is first asked for */
    migratedDatabase: string
  }
}

/** Provides one PostgreSQL server for all tests: that of TEST_DATABASE_URL, or else one for this run. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const migrated = `octavo_test_migrated_${randomBytes(8).toString('hex')}`
  project.provide('migratedDatabase', migrated)
  const given = process.env['TEST_DATABASE_URL']
  if (given) {
    project.provide('adminDatabaseUrl', given)
    return () => dropDatabase(given, migrated)
  }
  const keeper = startKeeper()
  project.provide('adminDatabaseUrl', await readUrl(keeper))
  return async () => {
    keeper.stdin.end()
    if (keeper.exitCode === null && keeper.signalCode === null) await once(keeper, 'exit')
  }
}

type Keeper = ChildProcessByStdio<Writable, Readable, null>

/** A separate process group, so that killing the tests does not kill the cleanup. */
function startKeeper(): Keeper {
  const script = fileURLToPath(new URL('postgres-keeper.ts', import.meta.url))
  return spawn(process.execPath, [script], { stdio: ['pipe', 'pipe', 'inherit'], detached: true })
}

async function readUrl(keeper: Keeper): Promise<string> {
  for await (const line of createInterface({ input: keeper.stdout })) return line
  throw new Error(
    'The PostgreSQL server for the tests did not start. Its messages stand above; TEST_DATABASE_URL can name another.',
  )
}
