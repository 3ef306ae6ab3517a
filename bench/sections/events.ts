import { setTimeout as delay } from 'node:timers/promises'
import { copyOf, openDataSet } from '../data/data-set.ts'
import type { Client } from '../load/client.ts'
import { compare, type Contestant, ratio } from '../load/compare.ts'
import { median } from '../load/median.ts'
import { collectionPath } from '../load/pages.ts'
import { eventPage, openStreams } from '../load/stream-clients.ts'
import { atLeast, below, type Figure } from '../report/figures.ts'
import type { SectionResult } from '../report/print.ts'
import { type Server, startOctavo, startOctavoWithoutEvents } from '../servers/server.ts'
import type { Section, Settings } from './section.ts'
import { usual } from './sizes.ts'

const streams = 1000
const changes = 20
const connections = 8
const updatedItems = 500

/** events per second that a reader by cursor gets */
const readingTarget = 20_000

/** What the log of events costs writers, and how fast its readers are told. */
export const events: Section = async (client, settings) => {
  const set = await openDataSet(usual)
  const copies = [copyOf(set.folder), copyOf(set.folder)]
  const [first, second] = copies.map(({ folder }) => ({ ...set, folder }))
  const servers: Server[] = []
  try {
    if (first === undefined || second === undefined) return { comparisons: [], figures: [], notes: [] }
    const octavo = await startOctavo(first)
    servers.push(octavo)
    const reading = await readAll(octavo)
    const streaming = await stream(octavo, set.ids)
    const without = await startOctavoWithoutEvents(second)
    servers.push(without)
    const writing = await write(client, { octavo, without }, { ids: set.ids, settings })
    return { ...writing, figures: [reading, ...streaming, ...writing.figures] }
  } finally {
    await Promise.all(servers.map((server) => server.stop()))
    for (const copy of copies) copy.remove()
  }
}

/** Reads the whole log by cursor, a few times. */
async function readAll(server: Server): Promise<Figure> {
  const rates: number[] = []
  for (let round = 0; round < 3; round++) {
    const began = performance.now()
    let count = 0
    for (let after: string | undefined; ;) {
      const { items, nextCursor } = await eventPage(server, after)
      if (items.length === 0) break
      count += items.length
      after = nextCursor
    }
    rates.push(count / ((performance.now() - began) / 1000))
  }
  console.log(`Events a second by cursor: ${rates.map((rate) => rate.toFixed(0)).join(', ')}`)
  return atLeast(`events a second by cursor, of ${readingTarget}`, median(rates) / readingTarget, 100)
}

/** Memory for many streams, and how long a change takes to reach them all. */
async function stream(server: Server, ids: readonly string[]): Promise<Figure[]> {
  const publish = (): Promise<unknown> => save(server, ids[0] ?? '')
  for (let warm = 0; warm < 50; warm++) await publish()
  const before = await settledMemory(server)
  const clients = await openStreams(server, streams)
  try {
    const times: number[] = []
    for (let change = 0; change < changes; change++) times.push(await clients.reachAll(publish, 20_000))
    const after = await settledMemory(server)
    const slowest = Math.max(...times)
    console.log(
      `A change reaches ${streams} streams in ${median(times).toFixed(0)} ms (slowest: ${slowest.toFixed(0)} ms)`,
    )
    return [
      below(`memory for ${streams} streams`, after - before, 'MB', 60),
      below(`a change reaches ${streams} streams`, slowest, 'ms', 2000),
    ]
  } finally {
    clients.close()
  }
}

let saves = 0

async function save({ url, token }: Server, id: string): Promise<void> {
  const response = await fetch(`${url}${collectionPath}/${id}`, {
    method: 'PUT',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify({ data: { excerpt: `Saved ${saves++}` }, status: 'published' }),
  })
  if (!response.ok) throw new Error(await response.text())
}

async function settledMemory(server: Server): Promise<number> {
  await delay(3000)
  return (await server.usage()).residentBytes / 2 ** 20
}

interface Servers {
  readonly octavo: Server
  readonly without: Server
}

interface Writing {
  readonly ids: readonly string[]
  readonly settings: Settings
}

/** Writes with the log against the same without it. */
async function write(
  client: Client,
  { octavo, without }: Servers,
  { ids, settings: { seconds, rounds } }: Writing,
): Promise<SectionResult> {
  const create = (name: string, server: Server): Contestant => ({
    name: `create, ${name}`,
    server,
    workload: { kind: 'create', status: 'published', bodyBytes: usual.bodyBytes },
  })
  const update = (name: string, server: Server): Contestant => ({
    name: `update, ${name}`,
    server,
    workload: { kind: 'update', paths: ids.slice(0, updatedItems).map((id) => `${collectionPath}/${id}`) },
  })
  const rows = await compare(
    client,
    [
      create('without events', without),
      create('with events', octavo),
      update('without events', without),
      update('with events', octavo),
    ],
    { connections, seconds, rounds },
  )
  const [plainCreate, loggedCreate, plainUpdate, loggedUpdate] = rows
  if (!plainCreate || !loggedCreate || !plainUpdate || !loggedUpdate)
    return { comparisons: [], figures: [], notes: [] }
  return {
    comparisons: [{ title: `The log of events, ${connections} connections`, rows }],
    figures: [
      atLeast('create, of one without events', ratio(loggedCreate, plainCreate), 90),
      atLeast('update, of one without events', ratio(loggedUpdate, plainUpdate), 90),
    ],
    notes: [],
  }
}
