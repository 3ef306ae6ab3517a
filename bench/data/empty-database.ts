import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { queryRows, startPostgres } from '../servers/postgres.ts'

export interface EmptyDatabase {
  readonly folder: string
  /** of a service whose data is in the folder and the database */
  readonly settings: Readonly<Record<string, string>>
  /** Does now what autovacuum would do within some minutes, disturbing the first rounds. Only PostgreSQL has it. */
  vacuum(): Promise<void>
}

/** The choices of `--only` in sections that run on one database. */
const engines = ['sqlite', 'postgres']

/**
 * Calls `work` with an empty database: an embedded one, or a new PostgreSQL server if `only` is `postgres`. It is
 * removed afterwards.
 */
export async function withEmptyDatabase<Result>(
  only: string | undefined,
  work: (database: EmptyDatabase) => Promise<Result>,
): Promise<Result> {
  if (only !== undefined && !engines.includes(only))
    throw new Error(`--only must be ${engines.join(' or ')}; it is "${only}".`)
  const folder = mkdtempSync(join(tmpdir(), 'octavo-bench-empty-'))
  const postgres = only === 'postgres' ? await startPostgres() : undefined
  try {
    const settings = { OCTAVO_DATA_DIR: folder }
    if (postgres === undefined) return await work({ folder, settings, vacuum: async () => undefined })
    const url = await postgres.create('octavo')
    return await work({
      folder,
      settings: { ...settings, OCTAVO_DATABASE_URL: url },
      vacuum: async () => void (await queryRows(url, 'VACUUM ANALYZE')),
    })
  } finally {
    await postgres?.stop()
    rmSync(folder, { recursive: true, force: true })
  }
}
