import { everyMarker } from '../data/text.ts'
import { collectionPath, cursorBehind } from '../load/pages.ts'
import type { Workload } from '../load/workload.ts'
import { smallItemBytes } from '../sections/sizes.ts'
import type { Server } from '../servers/server.ts'

/** A service with so many items. */
export interface Grown {
  readonly items: number
  /** a sample of their ids, in no order */
  readonly ids: readonly string[]
  readonly server: Server
  stop(): Promise<void>
}

export interface Form {
  readonly name: string
  readonly connections: number
  readonly workload: Workload
}

const readers = 32
const seekers = 8
const writers = 8

/** the ranks of the items: see `itemData` */
const ranks = 25_000

/** items in a range, and how many ranges there are */
const inRange = 500
const ranges = 1000

const get = (paths: readonly string[]): Workload => ({ kind: 'get', paths })
const list = (query = ''): string => `${collectionPath}?limit=50${query}`

/** What is asked of a small and of a large collection alike; what changes them comes last. */
export async function formsOf({ items, ids, server }: Grown): Promise<Form[]> {
  const cursor = await cursorBehind(server, items * 0.9)
  const width = (ranks * inRange) / items
  const range = (index: number): string => {
    const start = (index * (ranks - width)) / ranges
    return list(`&view=live&where[rank][gte]=${start}&where[rank][lt]=${start + width}`)
  }
  const word = (index: number): string => `/_cms/api/search?q=${Math.floor((index * items) / ranges)}`
  const every = (make: (index: number) => string): string[] =>
    Array.from({ length: ranges }, (_, index) => make(index))
  const reads: readonly (readonly [name: string, paths: readonly string[]])[] = [
    ['an item, in no order', ids.map((id) => `${collectionPath}/${id}`)],
    ['list of 50', [list()]],
    ['page behind nine tenths', [list(`&cursor=${cursor}`)]],
    ['list by a number', [list('&orderBy=rank')]],
    ['filtered by a range', [range(ranges / 2)]],
    ['filtered by 1,000 ranges', every(range)],
  ]
  return [
    ...reads.map(([name, paths]) => ({ name, connections: readers, workload: get(paths) })),
    { name: 'search for a word of one item', connections: seekers, workload: get(every(word)) },
    {
      name: 'search for a word of one of fifty',
      connections: seekers,
      workload: get(everyMarker.map((marker) => `/_cms/api/search?q=${marker}`)),
    },
    {
      name: 'update',
      connections: writers,
      workload: { kind: 'update', paths: ids.map((id) => `${collectionPath}/${id}`) },
    },
    {
      name: 'create',
      connections: writers,
      workload: { kind: 'create', status: 'published', bodyBytes: smallItemBytes },
    },
  ]
}
