import { bareIndexSql, bareTableSql } from '../bare/postgres.ts'
import { serverSites } from '../events/sites.ts'
import { usual } from '../sections/sizes.ts'
import { queryRows, startPostgres } from '../servers/postgres.ts'
import { startBarePostgres } from '../servers/server.ts'
import type { Engine } from './engine.ts'
import { counting, countStatements } from './statement-times.ts'

/** Both servers on one database. The bare server has its own table, `bare_posts`. */
export async function openPostgres({ countsStatements = false } = {}): Promise<Engine> {
  const database = await startPostgres(countsStatements ? counting : {})
  const [site] = await serverSites(database, 1, { items: usual.items, isSearched: true })
  if (site === undefined || site.url === null) throw new Error('There is no site.')
  const { url } = site
  await queryRows(url, bareTableSql)
  await queryRows(url, bareIndexSql)
  await queryRows(url, 'VACUUM ANALYZE')
  const bare = await startBarePostgres(url, site.token)
  const octavo = await site.start()
  return {
    name: 'PostgreSQL',
    bare,
    octavo,
    ids: site.ids,
    ...(countsStatements && { statements: await countStatements(url) }),
    positionOf: async (count) => {
      const [row] = await queryRows(
        url,
        `SELECT created_at, id FROM bare_posts ORDER BY created_at DESC, id DESC OFFSET ${count - 1} LIMIT 1`,
      )
      return `${String(row?.['created_at'])},${String(row?.['id'])}`
    },
    stop: async () => {
      await Promise.all([bare.stop(), octavo.stop()])
      site.remove()
      await database.stop()
    },
  }
}
