import { spawn } from 'node:child_process'
import { once } from 'node:events'
import type { OldSite } from './release.ts'

const source = (file: string): string =>
  JSON.stringify(new URL(`../../packages/server/src/${file}`, import.meta.url).href)

/** Migrates the database of an older release in a process that is killed within a migration, before its second update. */
export async function killWithin(migration: string, { databaseUrl, dataDir }: OldSite): Promise<void> {
  const program = `
    import { readConfig } from ${source('config.ts')}
    import { createLog } from ${source('platform/log.ts')}
    import { migrations } from ${source('platform/database/migrations/registry.ts')}
    import { openDatabase } from ${source('platform/database/open.ts')}
    let updates = 0
    const killing = (db) => ({
      rows: (...query) => db.rows(...query),
      define: (sql) => db.define(sql),
      run: (sql, parameters) => {
        if (sql.startsWith('UPDATE') && ++updates === 2) process.kill(process.pid, 'SIGKILL')
        return db.run(sql, parameters)
      },
    })
    const changed = migrations.map((one) =>
      one.name === '${migration}' ? { ...one, run: (session) => one.run({ ...session, db: killing(session.db) }) } : one)
    const site = ${JSON.stringify({ databaseUrl, dataDir })}
    await openDatabase({ ...readConfig({}), ...site, log: createLog('silent'), migrations: changed })`
  const flags = ['--conditions=octavo-source', '--input-type=module', '--eval', program]
  const child = spawn(process.execPath, flags, { stdio: ['ignore', 'ignore', 'pipe'] })
  let complaints = ''
  child.stderr.setEncoding('utf8').on('data', (text: string) => (complaints += text))
  const [, signal] = (await once(child, 'close')) as [number | null, string | null]
  if (signal !== 'SIGKILL') throw new Error(`The process was not killed within the migration: ${complaints}`)
}
