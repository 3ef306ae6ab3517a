import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { makeToken } from '../../tests/crash/service-process.ts'
import { copyOf, type DataSet } from '../data/data-set.ts'
import { createSite } from '../data/seed.ts'
import { type Postgres, queryRows } from '../servers/postgres.ts'
import { octavoEnvironment, type Server, startBuilt } from '../servers/server.ts'
import { usual } from '../sections/sizes.ts'

/** A filled database that one server after the other, or several at once, can use. */
export interface Site {
  readonly ids: readonly string[]
  /** of the servers: it may read and write content */
  readonly token: string
  /** null for an embedded database */
  readonly url: string | null
  start(settings?: Readonly<Record<string, string>>): Promise<Server>
  /** the same service without the log of events */
  startWithoutEvents(): Promise<Server>
  /** a new token of an administrator */
  makeAdminToken(): Promise<string>
  remove(): void
}

/** Copies of a data set on SQLite. */
export function embeddedSites(set: DataSet, count: number): Site[] {
  return Array.from({ length: count }, () => {
    const { folder, remove } = copyOf(set.folder)
    const place = { folder, token: set.token }
    return {
      ids: set.ids,
      token: set.token,
      url: null,
      start: (settings = {}) => startBuilt(place, { hasEvents: true, settings }),
      startWithoutEvents: () => startBuilt(place, { hasEvents: false }),
      makeAdminToken: () => makeToken(octavoEnvironment(folder)),
      remove,
    }
  })
}

/** items on PostgreSQL by default; fewer than on SQLite, because they are created in each run */
const usualItems = 5000

/** Copies of a data set on PostgreSQL. Each start has its own data folder, as a node has. */
export async function serverSites(
  postgres: Postgres,
  count: number,
  { items = usualItems, isSearched = false }: { items?: number; isSearched?: boolean } = {},
): Promise<Site[]> {
  const root = mkdtempSync(join(tmpdir(), 'octavo-bench-events-'))
  const folder = (): string => mkdtempSync(join(root, 'node-'))
  const first = await postgres.create('bench_0')
  const site = await createSite(folder(), { isSearched, settings: { OCTAVO_DATABASE_URL: first } })
  await site.fill(items, usual.bodyBytes)
  await site.close()
  // As autovacuum does within a minute after so many writes.
  await queryRows(first, 'VACUUM ANALYZE')
  const ids = (await queryRows(first, 'SELECT id FROM content_posts')).map(({ id }) => String(id))
  const urls = [first]
  for (let index = 1; index < count; index++) urls.push(await postgres.create(`bench_${index}`, 'bench_0'))
  return urls.map((url) => {
    const database = { OCTAVO_DATABASE_URL: url }
    const place = (): { folder: string; token: string } => ({ folder: folder(), token: site.token })
    return {
      ids,
      token: site.token,
      url,
      start: (settings = {}) =>
        startBuilt(place(), { hasEvents: true, settings: { ...database, ...settings } }),
      startWithoutEvents: () => startBuilt(place(), { hasEvents: false, settings: database }),
      makeAdminToken: () => makeToken({ ...octavoEnvironment(folder()), ...database }),
      remove: () => rmSync(root, { recursive: true, force: true }),
    }
  })
}
