import { setTimeout as delay } from 'node:timers/promises'
import { median } from '../load/median.ts'
import { collectionPath } from '../load/pages.ts'
import { eventPage, openStreams } from '../load/stream-clients.ts'
import { atLeast, below, type Figure } from '../report/figures.ts'
import type { Server } from '../servers/server.ts'

/** events per second that one client reads by cursor */
const readingTarget = 20_000
const readings = 5

const streams = 1000
const changes = 20

/** Reads the whole log by cursor, several times. */
export async function measureReading(server: Server, engine: string): Promise<Figure> {
  const rates: number[] = []
  for (let round = 0; round < readings; round++) {
    const began = performance.now()
    const count = await readLog(server)
    rates.push(count / ((performance.now() - began) / 1000))
  }
  console.log(`${engine}: events per second by cursor: ${rates.map((rate) => rate.toFixed(0)).join(', ')}`)
  return atLeast(
    `${engine}: events per second by cursor, of ${readingTarget}`,
    median(rates) / readingTarget,
    100,
  )
}

async function readLog(server: Server): Promise<number> {
  let count = 0
  for (let after: string | undefined; ;) {
    const { items, nextCursor } = await eventPage(server, after)
    if (items.length === 0) return count
    count += items.length
    after = nextCursor
  }
}

/** Memory for many streams, and how long a publication takes to reach all of them. */
export async function measureStreams(
  server: Server,
  ids: readonly string[],
  engine: string,
): Promise<Figure[]> {
  const publish = (): Promise<unknown> => save(server, ids[0] ?? '')
  // The first requests compile code and fill caches, which would count as memory for streams.
  for (let warm = 0; warm < 50; warm++) await publish()
  const before = await settledMemory(server)
  const clients = await openStreams(server, streams)
  try {
    const times: number[] = []
    for (let change = 0; change < changes; change++) times.push(await clients.reachAll(publish, 20_000))
    const after = await settledMemory(server)
    const slowest = Math.max(...times)
    console.log(
      `${engine}: a change reaches ${streams} streams in ${median(times).toFixed(0)} ms (slowest: ${slowest.toFixed(0)} ms)`,
    )
    return [
      below(`${engine}: memory for ${streams} streams`, after - before, 'MB', 60),
      below(`${engine}: a change reaches ${streams} streams`, slowest, 'ms', 2000),
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
