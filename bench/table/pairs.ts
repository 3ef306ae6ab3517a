import { twin } from '../data/seed.ts'
import { everyMarker } from '../data/text.ts'
import { makeDrafts } from '../load/drafts.ts'
import { collectionPath, cursorBehind } from '../load/pages.ts'
import { contentGet } from '../load/mcp-messages.ts'
import type { Workload } from '../load/workload.ts'
import { usual } from '../sections/sizes.ts'
import type { Engine } from './engine.ts'
import type { Pair } from './pair.ts'

const deep = 9000
const readers = 32
const seekers = 8

/** Writes go to a collection without search by default, for the bare server has no index to keep in step. */
const writtenPath = collectionPath.replace(/posts$/, twin)

export async function readPairs(engine: Engine): Promise<Pair[]> {
  const { ids, octavo } = engine
  const same = (workload: Workload): Pick<Pair, 'octavo' | 'bare'> => ({ octavo: workload, bare: workload })
  const page = (query = ''): Workload => ({ kind: 'get', paths: [`${collectionPath}?limit=50${query}`] })
  const cursor = await cursorBehind(octavo, deep)
  return [
    {
      name: 'item',
      connections: readers,
      ...same({ kind: 'get', paths: ids.map((id) => `${collectionPath}/${id}`) }),
    },
    { name: 'list of 50', connections: readers, ...same(page()) },
    {
      name: 'page behind item 9,000',
      connections: readers,
      octavo: page(`&cursor=${cursor}`),
      bare: page(`&after=${await engine.positionOf(deep)}`),
    },
    {
      name: 'search',
      connections: seekers,
      ...same({ kind: 'get', paths: everyMarker.map((word) => `/_cms/api/search?q=${word}`) }),
    },
    {
      name: 'suggestions',
      connections: readers,
      octavo: { kind: 'get', paths: titleStarts.map((start) => `/_cms/api/search/suggest?q=${start}`) },
      bare: null,
    },
    { name: 'content_get over MCP', connections: readers, ...same(contentGet(ids)) },
  ]
}

/** beginnings of words that titles of the data set have */
const titleStarts = ['an', 'bo', 'cer', 'dul', 'gri', 'lum', 'mor', 'pel', 'qua'].flatMap((start) => [
  `${start}an`,
  `${start}bo`,
  `${start}ne`,
])

export async function writePairs({ ids, octavo }: Engine, path = writtenPath): Promise<Pair[]> {
  const create: Workload = { kind: 'create', status: 'draft', bodyBytes: usual.bodyBytes, path }
  const drafts = await makeDrafts(octavo, path)
  const update = (of: string, items: readonly string[]): Workload => ({
    kind: 'update',
    paths: items.map((id) => `${of}/${id}`),
  })
  return [1, 8].flatMap((connections): Pair[] => {
    const writers = connections === 1 ? '1 writer' : '8 writers'
    return [
      { name: `create, ${writers}`, connections, octavo: create, bare: { ...create, status: 'published' } },
      {
        name: `update, ${writers}`,
        connections,
        octavo: update(path, drafts),
        bare: update(collectionPath, ids.slice(0, drafts.length)),
      },
    ]
  })
}
