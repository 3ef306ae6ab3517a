import { bareTableSql } from '../bare/postgres.ts'
import { type Site, serverSites } from '../events/sites.ts'
import type { Client } from '../load/client.ts'
import { compare, type Contestant, type Measured, ratio } from '../load/compare.ts'
import { makeDrafts } from '../load/drafts.ts'
import { collectionPath, cursorBehind } from '../load/pages.ts'
import { demandSameAnswers } from '../load/same-answers.ts'
import type { Workload } from '../load/workload.ts'
import { atLeast, type Figure } from '../report/figures.ts'
import type { Comparison } from '../report/print.ts'
import { queryRows, startPostgres } from '../servers/postgres.ts'
import { type Server, startBarePostgres } from '../servers/server.ts'
import type { Section, Settings } from './section.ts'
import { usual } from './sizes.ts'

const deep = 9000
const readers = 32

/** numbers of writers, and the part of the bare server's rate that each must reach, in percent */
const writers: readonly (readonly [connections: number, floor: number])[] = [
  [1, 60],
  [8, 60],
]

/** Items, lists and writes on PostgreSQL, against a bare server on the same one. */
export const postgres: Section = async (client, settings) => {
  const database = await startPostgres()
  try {
    const [site] = await serverSites(database, 1, usual.items)
    if (site === undefined || site.url === null) throw new Error('There is no site.')
    await queryRows(site.url, bareTableSql)
    await queryRows(site.url, 'VACUUM ANALYZE bare_posts')
    const servers = { bare: await startBarePostgres(site.url, site.token), octavo: await site.start() }
    try {
      return await measure(client, servers, site, settings)
    } finally {
      await Promise.all([servers.bare.stop(), servers.octavo.stop()])
      site.remove()
    }
  } finally {
    await database.stop()
  }
}

interface Servers {
  readonly bare: Server
  readonly octavo: Server
}

/** The same work for both servers, and the part of the bare server's rate that must be reached, in percent. */
interface Pair {
  readonly name: string
  readonly bare: Workload
  readonly octavo: Workload
  readonly floor: number
}

async function measure(
  client: Client,
  servers: Servers,
  site: Site,
  { seconds, rounds }: Settings,
): ReturnType<Section> {
  await demandSameAnswers(servers.octavo, servers.bare, site)
  const comparisons: Comparison[] = []
  const figures: Figure[] = []
  const run = async (title: string, connections: number, pairs: readonly Pair[]): Promise<void> => {
    const contestants = pairs.flatMap((pair) => contestantsOf(servers, pair))
    const rows = await compare(client, contestants, { connections, seconds, rounds })
    comparisons.push({ title, rows })
    figures.push(...pairs.map((pair, index) => figureOf(pair, rows.slice(2 * index), connections)))
  }
  await run(`PostgreSQL: reads, ${readers} connections`, readers, await readPairs(servers.octavo, site))
  const drafts = await makeDrafts(servers.octavo)
  for (const [connections, floor] of writers)
    await run(
      `PostgreSQL: writes of 4.5 KB, ${connections} connections`,
      connections,
      writePairs(site.ids, drafts, floor),
    )
  return { comparisons, figures, notes: [] }
}

function contestantsOf({ bare, octavo }: Servers, pair: Pair): Contestant[] {
  return [
    { name: `bare ${pair.name}`, server: bare, workload: pair.bare },
    { name: `octavo ${pair.name}`, server: octavo, workload: pair.octavo },
  ]
}

function figureOf({ name, floor }: Pair, rows: readonly Measured[], connections: number): Figure {
  const [bare, octavo] = rows as [Measured, Measured]
  return atLeast(`PostgreSQL, ${name}, ${connections} connections, of bare`, ratio(octavo, bare), floor)
}

async function readPairs(octavo: Server, { ids, url }: Site): Promise<Pair[]> {
  const items: Workload = { kind: 'get', paths: ids.map((id) => `${collectionPath}/${id}`) }
  const page = (query: string): Workload => ({ kind: 'get', paths: [`${collectionPath}?limit=50${query}`] })
  const deepQuery = `&cursor=${await cursorBehind(octavo, deep)}`
  const bareDeepQuery = `&after=${await positionOf(url ?? '', deep)}`
  return [
    { name: 'item', bare: items, octavo: items, floor: 70 },
    { name: 'list of 50', bare: page(''), octavo: page(''), floor: 85 },
    { name: `page behind item ${deep}`, bare: page(bareDeepQuery), octavo: page(deepQuery), floor: 80 },
  ]
}

/** Where the bare server's list is after its first `count` items. */
async function positionOf(url: string, count: number): Promise<string> {
  const [row] = await queryRows(
    url,
    `SELECT created_at, id FROM bare_posts ORDER BY created_at DESC, id DESC OFFSET ${count - 1} LIMIT 1`,
  )
  return `${String(row?.['created_at'])},${String(row?.['id'])}`
}

function writePairs(ids: readonly string[], drafts: readonly string[], floor: number): Pair[] {
  const create = (status: 'draft' | 'published'): Workload => ({
    kind: 'create',
    status,
    bodyBytes: usual.bodyBytes,
  })
  const update = (names: readonly string[]): Workload => ({
    kind: 'update',
    paths: names.map((id) => `${collectionPath}/${id}`),
  })
  return [
    { name: 'create', bare: create('published'), octavo: create('draft'), floor },
    {
      name: 'update of a draft',
      bare: update(ids.slice(0, drafts.length)),
      octavo: update(drafts),
      floor,
    },
  ]
}
