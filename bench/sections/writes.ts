import { ensureBareTable } from '../bare/tables.ts'
import { copyOf, openDataSet } from '../data/data-set.ts'
import { compare, type Contestant, type Measured, ratio } from '../load/compare.ts'
import { makeDrafts } from '../load/drafts.ts'
import { collectionPath } from '../load/pages.ts'
import { atLeast } from '../report/figures.ts'
import { type Server, startBare, startOctavo } from '../servers/server.ts'
import type { Section } from './section.ts'
import { usual } from './sizes.ts'

const connections = 8

/** Creates and updates, each with its revision, against the bare server's insert. Every server writes into a copy. */
export const writes: Section = async (client, { seconds, rounds }) => {
  const set = await openDataSet(usual)
  ensureBareTable(set.folder)
  const copies = Array.from({ length: 3 }, () => copyOf(set.folder))
  const [first, second, third] = copies.map(({ folder }) => ({ ...set, folder }))
  const servers: Server[] = []
  try {
    if (first === undefined || second === undefined || third === undefined) return nothing
    const bare = await startBare(first, 'each')
    servers.push(bare)
    const shared = await startBare(second, 'shared')
    servers.push(shared)
    const octavo = await startOctavo(third)
    servers.push(octavo)
    const rules = { connections, seconds, rounds }
    const rows = await compare(client, await contestants({ bare, shared, octavo }, set.ids), rules)
    return {
      comparisons: [{ title: `Writes of 4.5 KB, ${connections} connections`, rows }],
      figures: figuresOf(rows),
      notes: [],
    }
  } finally {
    await Promise.all(servers.map((server) => server.stop()))
    for (const copy of copies) copy.remove()
  }
}

const nothing = { comparisons: [], figures: [], notes: [] }

interface Servers {
  bare: Server
  shared: Server
  octavo: Server
}

async function contestants({ bare, shared, octavo }: Servers, ids: readonly string[]): Promise<Contestant[]> {
  const insert = (name: string, server: Server, status: 'draft' | 'published'): Contestant => ({
    name,
    server,
    workload: { kind: 'create', status, bodyBytes: usual.bodyBytes },
  })
  const update = (name: string, server: Server, items: readonly string[]): Contestant => ({
    name,
    server,
    workload: { kind: 'update', paths: items.map((id) => `${collectionPath}/${id}`) },
  })
  const drafts = await makeDrafts(octavo)
  const published = ids.slice(0, drafts.length)
  return [
    insert('bare insert', bare, 'published'),
    insert('bare insert, shared commits', shared, 'published'),
    update('bare update', bare, published),
    insert('octavo create, draft', octavo, 'draft'),
    insert('octavo create, published', octavo, 'published'),
    update('octavo update, draft', octavo, drafts),
    update('octavo update, published (to its pending draft)', octavo, published),
  ]
}

function figuresOf(rows: Measured[]): ReturnType<typeof atLeast>[] {
  const [insert] = rows as [Measured]
  return rows
    .slice(3)
    .map((row) => atLeast(`${row.name.replace('octavo ', '')}, of the bare insert`, ratio(row, insert), 50))
}
