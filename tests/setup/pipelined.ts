import { connect, type Socket } from 'node:net'
import type { ListeningService } from './listening.ts'

/** Asks for several paths at once on a connection that reads nothing until it is resumed. */
export function askPipelined({ baseUrl, token }: ListeningService, paths: readonly string[]): Socket {
  const socket = connect(Number(new URL(baseUrl).port), '127.0.0.1')
  socket.pause()
  const requests = paths.map((path, index) => {
    const connection = index === paths.length - 1 ? 'close' : 'keep-alive'
    return `GET /_cms/api${path} HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer ${token}\r\nConnection: ${connection}\r\n\r\n`
  })
  socket.write(requests.join(''))
  return socket
}

/** The bodies of all responses that are still to come. */
export async function readBodies(socket: Socket): Promise<Buffer[]> {
  const chunks: Buffer[] = []
  for await (const chunk of socket) chunks.push(chunk as Buffer)
  const bodies: Buffer[] = []
  for (let rest = Buffer.concat(chunks); rest.length > 0;) {
    const start = rest.indexOf('\r\n\r\n') + 4
    const [, length] = /^content-length: (\d+)/im.exec(rest.subarray(0, start).toString()) ?? []
    const end = start + Number(length)
    bodies.push(rest.subarray(start, end))
    rest = rest.subarray(end)
  }
  return bodies
}
