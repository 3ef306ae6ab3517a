import { randomBytes } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'
import { eventsIn, type Receiver, startReceiver } from '../../tests/setup/webhooks.ts'
import { itemData } from '../data/text.ts'
import { collectionPath } from '../load/pages.ts'
import { median } from '../load/median.ts'
import { below, type Figure } from '../report/figures.ts'
import { usual } from '../sections/sizes.ts'
import type { Server } from '../servers/server.ts'
import type { Site } from './sites.ts'

/** publications of each node, one after the other */
const publications = 300

/** milliseconds that the last webhook may take */
const patience = 30_000

interface Place {
  readonly site: Site
  readonly nodes: number
  readonly engine: string
}

/** Publishes on all nodes at once; measures from the request of a publication to the arrival of its webhook. */
export async function measureWebhooks({ site, nodes, engine }: Place): Promise<Figure> {
  const receiver = await startReceiver()
  const servers: Server[] = []
  const token = await site.makeAdminToken()
  try {
    const settings = {
      OCTAVO_SECRET_KEY: randomBytes(32).toString('hex'),
      OCTAVO_WEBHOOK_ORIGINS: receiver.origin,
      OCTAVO_RATE_LIMIT: 'off',
    }
    for (let node = 0; node < nodes; node++) servers.push({ ...(await site.start(settings)), token })
    const [first] = servers as [Server]
    const body = { url: `${receiver.origin}/hook`, types: ['content.published'] }
    await post(first, '/_cms/api/webhooks', body)
    const sent = new Map<string, number>()
    await Promise.all(servers.map((server, node) => publishMany(server, node, sent)))
    const times = await arrivals(receiver, sent)
    const p99 = times[Math.floor(times.length * 0.99)] ?? Infinity
    console.log(
      `${engine}, ${nodes} nodes: publication to webhook: median ${median(times).toFixed(0)} ms, p99 ${p99.toFixed(0)} ms, slowest ${times.at(-1)?.toFixed(0)} ms`,
    )
    return below(`${engine}: publication to webhook on ${nodes} nodes, p99`, p99, 'ms', 2000)
  } finally {
    await Promise.all(servers.map((server) => server.stop()))
    await receiver.close()
  }
}

async function publishMany(server: Server, node: number, sent: Map<string, number>): Promise<void> {
  for (let index = 0; index < publications; index++) {
    const number = 20_000_000 + node * publications + index
    const began = performance.now()
    const data = itemData(number, usual.bodyBytes)
    const { item } = await post(server, collectionPath, { data, status: 'published' })
    sent.set(item.id, began)
  }
}

/** Milliseconds from each publication to its first webhook, in ascending order. */
async function arrivals(receiver: Receiver, sent: ReadonlyMap<string, number>): Promise<number[]> {
  const until = performance.now() + patience
  for (;;) {
    const times = new Map<string, number>()
    for (const request of receiver.received) {
      for (const { itemId } of eventsIn([request])) {
        const began = sent.get(itemId)
        if (began !== undefined && !times.has(itemId)) times.set(itemId, request.at - began)
      }
    }
    if (times.size === sent.size) return [...times.values()].toSorted((a, b) => a - b)
    if (performance.now() > until) throw new Error(`${sent.size - times.size} webhooks have not come.`)
    await delay(100)
  }
}

async function post({ url, token }: Server, path: string, body: object): Promise<{ item: { id: string } }> {
  const response = await fetch(url + path, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
  if (!response.ok) throw new Error(await response.text())
  return ((await response.json()) as { data: { item: { id: string } } }).data
}
