import { withEmptyDatabase } from '../data/empty-database.ts'
import { seedQueries } from '../data/query-seed.ts'
import { compare, type Contestant, ratio } from '../load/compare.ts'
import { allCursors, collectionPath } from '../load/pages.ts'
import { atMost } from '../report/figures.ts'
import { type Server, startOctavo } from '../servers/server.ts'
import type { Section } from './section.ts'
import { usual } from './sizes.ts'

const connections = 32
const path = `${collectionPath}?limit=50&view=live`

/**
 * items between the beginnings of two pages that are read: all of these pages are more than the service keeps in memory
 */
const step = 10

/**
 * A list that its reader has already, against the whole one: read from the database, and as the service keeps it in
 * memory while nothing changes. It runs on SQLite, or with `--only postgres` on PostgreSQL.
 */
export const caching: Section = (client, { seconds, rounds, only }) =>
  withEmptyDatabase(only, async ({ folder, settings, vacuum }) => {
    const { token } = await seedQueries(settings, usual)
    await vacuum()
    const server = await startOctavo({ folder, token }, settings)
    try {
      const ifNoneMatch = await tagOf(server)
      const contestants: Contestant[] = [
        { name: 'the whole list, read', server, workload: { kind: 'get', paths: await pagesOf(server) } },
        { name: 'the whole list, kept', server, workload: { kind: 'get', paths: [path] } },
        { name: 'answered 304', server, workload: { kind: 'get', paths: [path], ifNoneMatch } },
      ]
      const rows = await compare(client, contestants, { connections, seconds, rounds })
      const [read, kept, unchanged] = rows
      if (!read || !kept || !unchanged) return { comparisons: [], figures: [], notes: [] }
      return {
        comparisons: [{ title: `List 50 items, ${connections} connections`, rows }],
        figures: [
          atMost('a list answered 304, processor time of one read', ratio(unchanged, read, 'cpu'), 20),
        ],
        notes: [`of a list that the service keeps: ${(100 * ratio(unchanged, kept, 'cpu')).toFixed(0)} %`],
      }
    } finally {
      await server.stop()
    }
  })

async function pagesOf(server: Server): Promise<string[]> {
  return (await allCursors(server, step, '&view=live')).map((cursor) => `${path}&cursor=${cursor}`)
}

async function tagOf({ url, token }: Server): Promise<string> {
  const answer = await fetch(url + path, { headers: { authorization: `Bearer ${token}` } })
  await answer.arrayBuffer()
  return answer.headers.get('etag') ?? ''
}
