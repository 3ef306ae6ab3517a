import { ensureBareIndex } from '../bare/tables.ts'
import { copyOf, openDataSet } from '../data/data-set.ts'
import { twin } from '../data/seed.ts'
import { everyMarker } from '../data/text.ts'
import { compare, type Contestant, type Measured, ratio } from '../load/compare.ts'
import { collectionPath, fetchBytes } from '../load/pages.ts'
import { atLeast } from '../report/figures.ts'
import type { Comparison } from '../report/print.ts'
import { type Server, startBare, startOctavo } from '../servers/server.ts'
import type { Section, Settings } from './section.ts'
import { smallItemBytes, usual } from './sizes.ts'

const connections = 8
const searchPath = '/_cms/api/search?q='
const everyMarkerPath = everyMarker.map((word) => searchPath + word)

type Client = Parameters<Section>[0]

/** Finding a word that some items have, and one that all have; saving with and without an index. */
export const search: Section = async (client, settings) => {
  const finding = await measureFinding(client, settings)
  const saving = await measureSaving(client, settings)
  const [bare, some, all] = finding.rows as [Measured, Measured, Measured]
  const [plain, indexed] = saving.rows as [Measured, Measured]
  return {
    comparisons: [finding, saving],
    figures: [
      atLeast('a word in 2 % of 10,000, of bare', ratio(some, bare), 50),
      atLeast('a word in all of 100,000, of a word in 2 % of 10,000', ratio(all, some), 33),
      atLeast('saving what is searched, of what is not', ratio(indexed, plain), 62.5),
    ],
    notes: [],
  }
}

async function measureFinding(client: Client, { seconds, rounds }: Settings): Promise<Comparison> {
  const small = await openDataSet({ ...usual, isSearched: true })
  const large = await openDataSet({ items: 100_000, bodyBytes: smallItemBytes, isSearched: true })
  ensureBareIndex(small.folder)
  const servers: Server[] = []
  try {
    const bare = await startBare(small, 'each')
    servers.push(bare)
    const octavo = await startOctavo(small)
    servers.push(octavo)
    const crowded = await startOctavo(large)
    servers.push(crowded)
    await demandSameHits(octavo, bare)
    const find = (name: string, server: Server, paths: readonly string[]): Contestant => ({
      name,
      server,
      workload: { kind: 'get', paths },
    })
    const contestants = [
      find('bare, a word in 2 %', bare, everyMarkerPath),
      find('octavo, a word in 2 %', octavo, everyMarkerPath),
      find('octavo, a word in all of 100,000', crowded, [`${searchPath}everywhere`]),
      find('octavo, a word in 2 % of 100,000', crowded, everyMarkerPath),
      find(
        'octavo, one letter wrong',
        octavo,
        everyMarkerPath.map((path) => path.replace('marker', 'everywhree+marker')),
      ),
    ]
    const rows = await compare(client, contestants, { connections, seconds, rounds })
    return { title: `Search, limit 20, ${connections} connections`, rows }
  } finally {
    await Promise.all(servers.map((server) => server.stop()))
  }
}

/** Throws unless both find the same number of items and mark the word in each. */
async function demandSameHits(octavo: Server, bare: Server): Promise<void> {
  for (const path of everyMarkerPath.slice(0, 5)) {
    const counts = await Promise.all(
      [octavo, bare].map(
        async (server) => (await fetchBytes(server, path)).toString().split('</mark>').length - 1,
      ),
    )
    if (counts.some((count) => count !== 20))
      throw new Error(`Octavo and the bare server find ${counts.join(' and ')} items by ${path}.`)
  }
}

async function measureSaving(client: Client, { seconds, rounds }: Settings): Promise<Comparison> {
  const set = await openDataSet({ ...usual, isSearched: true })
  const copy = copyOf(set.folder)
  try {
    const octavo = await startOctavo({ ...set, folder: copy.folder })
    try {
      const create = (name: string, path: string): Contestant => ({
        name,
        server: octavo,
        workload: { kind: 'create', status: 'published', bodyBytes: usual.bodyBytes, path },
      })
      const contestants = [
        create('create, not searched', collectionPath.replace('posts', twin)),
        create('create, searched', collectionPath),
      ]
      const rows = await compare(client, contestants, { connections, seconds, rounds })
      return { title: `Saves of 4.5 KB, ${connections} connections`, rows }
    } finally {
      await octavo.stop()
    }
  } finally {
    copy.remove()
  }
}
