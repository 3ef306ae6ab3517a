import { withEmptyDatabase } from '../data/empty-database.ts'
import { seedQueries, unindexed } from '../data/query-seed.ts'
import { compare, type Contestant, type Measured, ratio } from '../load/compare.ts'
import { collectionPath } from '../load/pages.ts'
import { atLeast, atMost } from '../report/figures.ts'
import { startOctavo } from '../servers/server.ts'
import type { Section } from './section.ts'
import { usual } from './sizes.ts'

const connections = 16

/** name → query, against the plain list; at least this part of its rate, in percent */
const filters: readonly (readonly [name: string, query: string, floor: number])[] = [
  ['by a select field', 'where[group]=group3', 80],
  ['by a reference', 'where[writer]=$PERSON', 80],
  ['by a term', 'where[terms.topics]=group3', 80],
  ['by a range that all items fulfil', 'where[rank][gte]=0', 80],
  ['by a range that half of the items fulfil', 'where[rank][gte]=12500', 80],
  ['by a range that a tenth fulfils', 'where[rank][lt]=2500', 80],
]

/**
 * Filters and includes, against the plain list of live items. It runs on SQLite, or with `--only postgres` on
 * PostgreSQL.
 */
export const queries: Section = (client, { seconds, rounds, only }) =>
  withEmptyDatabase(only, async ({ folder, settings, vacuum }) => {
    const { token, person } = await seedQueries(settings, usual)
    await vacuum()
    const server = await startOctavo({ folder, token }, settings)
    try {
      const list = (name: string, query: string): Contestant => ({
        name,
        server,
        workload: {
          kind: 'get',
          paths: [`${collectionPath}?limit=50&view=live&${query.replace('$PERSON', person)}`],
        },
      })
      const rows = await compare(
        client,
        [
          list('plain list', ''),
          ...filters.map(([name, query]) => list(name, query)),
          list('two includes', 'include=writer,terms'),
        ],
        { connections, seconds, rounds },
      )
      const [plain, ...others] = rows
      if (plain === undefined) return { comparisons: [], figures: [], notes: [] }
      const values = { group: 'group3', writer: person, editor: person }
      const create = (name: string, path: string): Contestant => ({
        name,
        server,
        workload: { kind: 'create', status: 'published', bodyBytes: usual.bodyBytes, path, values },
      })
      const created = await compare(
        client,
        [
          create('create', collectionPath),
          create('create, without indexes for filters', collectionPath.replace(/posts$/, unindexed)),
        ],
        { connections, seconds, rounds },
      )
      const [withIndexes, without] = created as [Measured, Measured]
      return {
        comparisons: [
          { title: `Filtered lists of 50, ${connections} connections`, rows },
          { title: `Creates of 4.5 KB, ${connections} connections`, rows: created },
        ],
        figures: [
          ...others.map((row, index) => {
            const [name, , floor] = filters[index] ?? []
            return name === undefined || floor === undefined
              ? atMost('two includes, processor time of the plain list', ratio(row, plain, 'cpu'), 160)
              : atLeast(`list ${name}, of the plain list`, ratio(row, plain), floor)
          }),
          atLeast('create, of that without indexes for filters', ratio(withIndexes, without), 90),
        ],
        notes: [],
      }
    } finally {
      await server.stop()
    }
  })
