import { get, type IncomingMessage } from 'node:http'
import type { Server } from '../servers/server.ts'

export interface StreamClients {
  /** Sends a change; resolves with the milliseconds until every client has received an event. */
  reachAll(change: () => Promise<unknown>, patience: number): Promise<number>
  close(): void
}

/** Opens streams of events; resolves when each has received the cursor at which it begins. */
export async function openStreams({ url, token }: Server, count: number): Promise<StreamClients> {
  const { nextCursor } = await end({ url, token })
  let received = new Set<number>()
  let onReceived: () => void = () => undefined
  const open = (index: number): Promise<IncomingMessage> =>
    new Promise((resolve, reject) => {
      const address = `${url}/_cms/api/events/stream?after=${encodeURIComponent(nextCursor)}`
      const headers = { authorization: `Bearer ${token}` }
      get(address, { headers, agent: false }, (response) => {
        if (response.statusCode !== 200)
          reject(new Error(`A stream was answered with ${response.statusCode}.`))
        response.setEncoding('utf8').on('data', (text: string) => {
          if (!text.includes('data: ')) return
          received.add(index)
          onReceived()
        })
        response.once('data', () => resolve(response))
      }).once('error', reject)
    })
  const responses: IncomingMessage[] = []
  for (let from = 0; from < count; from += 50)
    responses.push(...(await Promise.all(Array.from({ length: 50 }, (_, at) => open(from + at)))))
  return {
    reachAll: async (change, patience) => {
      received = new Set()
      const began = performance.now()
      const all = new Promise<void>((resolve, reject) => {
        const timer = setTimeout(
          () => reject(new Error(`${received.size} of ${count} streams received an event.`)),
          patience,
        )
        onReceived = () => {
          if (received.size < count) return
          clearTimeout(timer)
          resolve()
        }
      })
      await change()
      await all
      return performance.now() - began
    },
    close: () => {
      for (const response of responses) response.destroy()
    },
  }
}

interface Page {
  readonly items: readonly unknown[]
  readonly nextCursor: string
}

/** A page of the log of events. */
export async function eventPage(
  { url, token }: Pick<Server, 'url' | 'token'>,
  after: string | undefined,
): Promise<Page> {
  const cursor = after === undefined ? '' : `&after=${encodeURIComponent(after)}`
  const response = await fetch(`${url}/_cms/api/events?limit=1000${cursor}`, {
    headers: { authorization: `Bearer ${token}` },
  })
  const { data } = (await response.json()) as { data: Page }
  return data
}

/** Reads the log to its end. */
async function end(server: Pick<Server, 'url' | 'token'>): Promise<Page> {
  for (let after: string | undefined; ;) {
    const page = await eventPage(server, after)
    if (page.items.length === 0) return page
    after = page.nextCursor
  }
}
