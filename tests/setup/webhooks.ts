import { createServer, type IncomingHttpHeaders, type RequestListener, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { realNetwork } from '@octavo/server/platform/outbound/network'
import { Outbound } from '@octavo/server/platform/outbound/outbound'

const refusedHost = 'refused.example'

/** An address whose host is on no public network: nothing is sent to it. */
export const refusedAddress = `https://${refusedHost}/hook`

/** The HTTP client of the service, which knows the host of `refusedAddress` without a look-up. */
export const outbound = new Outbound({
  resolve: async (host) =>
    host === refusedHost ? [{ address: '203.0.113.7', family: 4 }] : realNetwork.resolve(host),
})

export interface Received {
  readonly id: string
  readonly path: string
  readonly headers: IncomingHttpHeaders
  readonly body: string
  readonly at: number
}

export interface Receiver {
  readonly origin: string
  readonly received: Received[]
  /** answers a request; the default answers 204 */
  answer: (received: Received, response: ServerResponse) => void
  /** what has come to a path, in order */
  at(path: string): Received[]
  close(): Promise<void>
}

/** A program that is sent webhooks. */
export async function startReceiver(): Promise<Receiver> {
  const received: Received[] = []
  const accept: Receiver['answer'] = (_received, response) => void response.writeHead(204).end()
  const listener: RequestListener = async (request, response) => {
    const { headers, url: path = '' } = request
    const one = {
      id: String(headers['webhook-id']),
      path,
      headers,
      body: await text(request),
      at: performance.now(),
    }
    received.push(one)
    receiver.answer(one, response)
  }
  const server = createServer((request, response) => void listener(request, response))
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  const { port } = server.address() as AddressInfo
  const receiver: Receiver = {
    origin: `http://127.0.0.1:${port}`,
    received,
    answer: accept,
    at: (path) => received.filter((one) => one.path === path),
    close: () =>
      new Promise((done) => {
        server.close(() => done())
        server.closeAllConnections()
      }),
  }
  return receiver
}

/** The events that requests carry, in order. */
export function eventsIn(
  requests: readonly Received[],
): { id: string; type: string; itemId: string; slug: string }[] {
  return requests.flatMap(({ body }) => {
    const { type, data } = JSON.parse(body)
    return type === 'events' ? data.events : [data]
  })
}
