import { openDataSet } from '../data/data-set.ts'
import { compare, type Contestant, type Measured, ratio } from '../load/compare.ts'
import { collectionPath, cursorBehind } from '../load/pages.ts'
import { atLeast } from '../report/figures.ts'
import type { Comparison } from '../report/print.ts'
import { type Server, startOctavo } from '../servers/server.ts'
import type { Section } from './section.ts'
import { smallItemBytes, usual } from './sizes.ts'

const connections = 32
const forms = ['get', 'list 50', 'deep page', 'by rank'] as const

/** The same reads on a small and on a large collection of the same items. */
export const growth: Section = async (client, { seconds, rounds, largeItems }) => {
  const small = await openDataSet({ items: usual.items, bodyBytes: smallItemBytes })
  const large = await openDataSet({ items: largeItems, bodyBytes: smallItemBytes })
  const servers: Server[] = []
  try {
    const contestants: Contestant[][] = []
    for (const set of [small, large]) {
      const server = await startOctavo(set)
      servers.push(server)
      contestants.push(await contestantsOf(server, set))
    }
    const comparisons: Comparison[] = []
    const figures: ReturnType<typeof atLeast>[] = []
    for (const [index, form] of forms.entries()) {
      const pair = contestants.map((list) => list[index] as Contestant)
      const rows = await compare(client, pair, { connections, seconds, rounds })
      comparisons.push({ title: `Growth: ${form}, ${connections} connections`, rows })
      const [before, after] = rows as [Measured, Measured]
      figures.push(
        atLeast(`${form} with ${largeItems} items, of that with ${usual.items}`, ratio(after, before), 80),
      )
    }
    return { comparisons, figures, notes: [] }
  } finally {
    await Promise.all(servers.map((server) => server.stop()))
  }
}

async function contestantsOf(
  server: Server,
  { items, ids }: { items: number; ids: readonly string[] },
): Promise<Contestant[]> {
  const cursor = await cursorBehind(server, items * 0.9)
  const paths: Record<(typeof forms)[number], readonly string[]> = {
    get: ids.map((id) => `${collectionPath}/${id}`),
    'list 50': [`${collectionPath}?limit=50`],
    'deep page': [`${collectionPath}?limit=50&cursor=${cursor}`],
    'by rank': [`${collectionPath}?limit=50&orderBy=rank`],
  }
  return forms.map((form) => ({
    name: `${form}, ${items} items`,
    server,
    workload: { kind: 'get', paths: paths[form] },
  }))
}
