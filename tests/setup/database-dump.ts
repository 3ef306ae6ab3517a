import { createHash } from 'node:crypto'
import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import type { TestService } from './service.ts'

type Dumped = Pick<TestService, 'services' | 'engine'>

const tableNames = {
  sqlite: `SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite\\_%' ESCAPE '\\' ORDER BY name`,
  postgres: `SELECT table_name::text AS name FROM information_schema.tables WHERE table_schema = current_schema() ORDER BY table_name`,
} as const

/** Everything that the service keeps: all tables with their columns, and the names of all files. */
export async function dumpOf({ services, engine }: Dumped): Promise<Record<string, string>> {
  const { reader } = services.database
  const dump: Record<string, string> = { files: filesBelow(join(services.config.dataDir, 'files')).join() }
  for (const { name } of await reader.rows<{ name: string }>(tableNames[engine], [])) {
    const sql = engine === 'sqlite' ? `SELECT * FROM "${name}"` : `SELECT t::text AS row FROM "${name}" t`
    const rows = (await reader.rows<object>(sql, [])).map((row) => JSON.stringify(row)).toSorted()
    const columns = await columnsOf({ services, engine }, name)
    const digest = createHash('sha256').update(rows.join('\n')).digest('hex')
    dump[name] = `${columns}: ${rows.length} ${digest}`
  }
  return dump
}

async function columnsOf({ services, engine }: Dumped, table: string): Promise<string> {
  const sql =
    engine === 'sqlite'
      ? `SELECT name FROM pragma_table_info(?)`
      : `SELECT column_name::text AS name FROM information_schema.columns WHERE table_schema = current_schema() AND table_name = ?`
  const rows = await services.database.reader.rows<{ name: string }>(sql, [table])
  return rows
    .map(({ name }) => name)
    .toSorted()
    .join()
}

/** The same when nothing in the background has changed it for some time. */
export async function settledDumpOf(service: Dumped, quiet = 2): Promise<Record<string, string>> {
  let last = await dumpOf(service)
  for (let same = 0; same < quiet;) {
    await delay(10)
    const dump = await dumpOf(service)
    same = JSON.stringify(dump) === JSON.stringify(last) ? same + 1 : 0
    last = dump
  }
  return last
}

function filesBelow(folder: string): string[] {
  if (!existsSync(folder)) return []
  return readdirSync(folder, { recursive: true, encoding: 'utf8' }).toSorted()
}
