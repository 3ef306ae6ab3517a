import { Agent, createServer, type IncomingMessage, request, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { pipeline } from 'node:stream'

/** Spreads requests over nodes of this machine, as the proxy before a site does. */
export interface Balancer {
  readonly url: string
  /** nodes that are asked now, by port */
  readonly ready: readonly number[]
  /** the ports of all nodes; those that are ready get requests in turn */
  use(ports: readonly number[]): Promise<void>
  close(): Promise<void>
}

/** milliseconds between two looks at the nodes */
const interval = 50

export async function startBalancer(): Promise<Balancer> {
  const agent = new Agent({ keepAlive: true })
  let ports: readonly number[] = []
  /** by port */
  const states = new Map<number, boolean>()
  /** the running look at each node: one at a time, so that no earlier answer replaces a later one */
  const looks = new Map<number, Promise<void>>()
  let turns = 0

  const readyPorts = (): number[] => ports.filter((port) => states.get(port) === true)
  const lookAt = (port: number): Promise<void> => {
    const running = looks.get(port)
    if (running !== undefined) return running
    const look = isReady(port).then((state) => {
      states.set(port, state)
      looks.delete(port)
    })
    looks.set(port, look)
    return look
  }
  const timer = setInterval(() => ports.forEach((port) => void lookAt(port)), interval)

  function pass(incoming: IncomingMessage, outgoing: ServerResponse): void {
    const ready = readyPorts()
    const port = ready[turns++ % ready.length]
    if (port === undefined) {
      outgoing.writeHead(502).end()
      return
    }
    const { method, url: path, headers } = incoming
    const onward = request({ host: '127.0.0.1', port, method, path, headers, agent })
    onward.on('error', () => (outgoing.headersSent ? outgoing.destroy() : outgoing.writeHead(502).end()))
    onward.on('response', (answer) => {
      outgoing.writeHead(answer.statusCode ?? 502, answer.headers)
      pipeline(answer, outgoing, () => undefined)
    })
    pipeline(incoming, onward, () => undefined)
  }

  const server = createServer(pass)
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    get ready() {
      return readyPorts()
    },
    use: async (next) => {
      ports = next
      await Promise.all(ports.map(lookAt))
    },
    close: async () => {
      clearInterval(timer)
      agent.destroy()
      server.closeAllConnections()
      await new Promise((done) => server.close(done))
    },
  }
}

async function isReady(port: number): Promise<boolean> {
  const address = `http://127.0.0.1:${port}/_cms/health/ready`
  return fetch(address, { signal: AbortSignal.timeout(5000) }).then(
    async (response) => {
      await response.arrayBuffer()
      return response.ok
    },
    () => false,
  )
}
