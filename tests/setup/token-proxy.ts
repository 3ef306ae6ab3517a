import { createServer, request, type Server } from 'node:http'
import { pipeline } from 'node:stream'

/** Passes requests on to a port of this machine with a token added, for tools that cannot send one. */
export interface TokenProxy {
  readonly url: string
  forwardTo(port: number, token: string): void
  close(): Promise<void>
}

export async function startTokenProxy(): Promise<TokenProxy> {
  let target: { port: number; token: string } | undefined
  const server = createServer((incoming, outgoing) => {
    const { method, url: path, headers } = incoming
    const onward = request({
      host: '127.0.0.1',
      port: target?.port,
      method,
      path,
      headers: { ...headers, authorization: `Bearer ${target?.token}` },
    })
    onward.on('error', () => outgoing.destroy())
    onward.on('response', (answer) => {
      outgoing.writeHead(answer.statusCode ?? 502, answer.headers)
      pipeline(answer, outgoing, () => {})
    })
    pipeline(incoming, onward, () => {})
  })
  return {
    url: `http://localhost:${await portOf(server)}`,
    forwardTo: (port, token) => void (target = { port, token }),
    close: async () => {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

function portOf(server: Server): Promise<number> {
  return new Promise((resolve, reject) => {
    server.once('error', reject)
    server.listen(0, '127.0.0.1', () => {
      const address = server.address()
      if (typeof address === 'object' && address !== null) resolve(address.port)
    })
  })
}
