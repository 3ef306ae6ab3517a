import { createServer, request } from 'node:http'
import type { AddressInfo } from 'node:net'
import { pipeline } from 'node:stream'

/** Passes requests on to a port of this machine, and remembers them. */
export interface CountingProxy {
  readonly url: string
  /** what was asked, and how many bytes the answer had */
  readonly passed: { path: string; bytes: number }[]
  close(): Promise<void>
}

export async function startCountingProxy(port: number): Promise<CountingProxy> {
  const passed: CountingProxy['passed'] = []
  const server = createServer((incoming, outgoing) => {
    const { method, url: path = '', headers } = incoming
    const one = { path, bytes: 0 }
    passed.push(one)
    // As it is without compression, so that bytes can be counted.
    const onward = request({
      host: '127.0.0.1',
      port,
      method,
      path,
      headers: { ...headers, 'accept-encoding': 'identity' },
    })
    onward.on('error', () => outgoing.destroy())
    onward.on('response', (answer) => {
      outgoing.writeHead(answer.statusCode ?? 502, answer.headers)
      answer.on('data', (part: Buffer) => (one.bytes += part.length))
      pipeline(answer, outgoing, () => {})
    })
    pipeline(incoming, onward, () => {})
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    passed,
    close: () =>
      new Promise((done) => {
        server.close(() => done())
        server.closeAllConnections()
      }),
  }
}
