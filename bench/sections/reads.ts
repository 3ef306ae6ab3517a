import { openDataSet } from '../data/data-set.ts'
import { ensureBareTable } from '../bare/tables.ts'
import { compare, type Contestant, type Measured, ratio } from '../load/compare.ts'
import { collectionPath, cursorBehind } from '../load/pages.ts'
import { demandSameAnswers } from '../load/same-answers.ts'
import { atLeast } from '../report/figures.ts'
import { type Server, startBare, startOctavo } from '../servers/server.ts'
import type { Section } from './section.ts'
import { usual } from './sizes.ts'

const connections = 32
const deep = 9000

/** Items and lists, against the bare server and against our own first page. */
export const reads: Section = async (client, { seconds, rounds }) => {
  const set = await openDataSet(usual)
  ensureBareTable(set.folder)
  const servers: Server[] = []
  try {
    const bare = await startBare(set, 'each')
    servers.push(bare)
    const octavo = await startOctavo(set)
    servers.push(octavo)
    await demandSameAnswers(octavo, bare, set)
    const rules = { connections, seconds, rounds }
    const items = await compare(client, itemContestants(bare, octavo, set), rules)
    const lists = await compare(client, await listContestants(bare, octavo), rules)
    return {
      comparisons: [
        { title: `Get an item, ${connections} connections`, rows: items },
        { title: `List 50 items, ${connections} connections`, rows: lists },
      ],
      figures: figuresOf(items, lists),
      notes: [],
    }
  } finally {
    await Promise.all(servers.map((server) => server.stop()))
  }
}

interface Names {
  ids: readonly string[]
  slugs: readonly string[]
}

function itemContestants(bare: Server, octavo: Server, { ids, slugs }: Names): Contestant[] {
  const get = (name: string, server: Server, names: readonly string[], query = ''): Contestant => ({
    name,
    server,
    workload: { kind: 'get', paths: names.map((part) => `${collectionPath}/${part}${query}`) },
  })
  return [
    get('bare, by id', bare, ids),
    get('octavo, by id', octavo, ids),
    get('octavo, by id, live view', octavo, ids, '?view=live'),
    get('bare, by slug', bare, slugs),
    get('octavo, by slug', octavo, slugs),
    get('octavo, by slug, live view', octavo, slugs, '?view=live'),
  ]
}

async function listContestants(bare: Server, octavo: Server): Promise<Contestant[]> {
  const list = (name: string, server: Server, query = ''): Contestant => ({
    name,
    server,
    workload: { kind: 'get', paths: [`${collectionPath}?limit=50${query}`] },
  })
  const cursor = await cursorBehind(octavo, deep)
  return [
    list('bare, first page', bare),
    list('octavo, first page', octavo),
    list(`octavo, page behind item ${deep}`, octavo, `&cursor=${cursor}`),
    list('octavo, by rank', octavo, '&orderBy=rank'),
    list('octavo, by title', octavo, '&orderBy=title&order=asc'),
    list('octavo, published only', octavo, '&status=published'),
    list('octavo, live view', octavo, '&view=live'),
    list('octavo, live view, by rank', octavo, '&view=live&orderBy=rank'),
  ]
}

function figuresOf(items: Measured[], lists: Measured[]): ReturnType<typeof atLeast>[] {
  const [bareItem, item, , bareSlug, slug] = items as [Measured, Measured, Measured, Measured, Measured]
  const [bareList, first, deepPage, byRank, byTitle] = lists as [
    Measured,
    Measured,
    Measured,
    Measured,
    Measured,
  ]
  return [
    atLeast('get an item by id, of bare', ratio(item, bareItem), 60),
    atLeast('get an item by slug, of bare', ratio(slug, bareSlug), 60),
    atLeast('list 50, of bare', ratio(first, bareList), 60),
    atLeast('deep page, of the first page', ratio(deepPage, first), 90),
    atLeast('list by rank, of the first page', ratio(byRank, first), 90),
    atLeast('list by title, of the first page', ratio(byTitle, first), 90),
  ]
}
