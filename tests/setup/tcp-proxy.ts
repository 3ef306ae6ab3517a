import { once } from 'node:events'
import { connect, createServer, type Socket } from 'node:net'

/**
 * `open` passes everything on. `frozen` passes nothing on, in either direction, and closes nothing, as a network does
 * that drops packets. `closed` ends every connection at once.
 */
type Mode = 'open' | 'frozen' | 'closed'

export interface TcpProxy {
  readonly port: number
  /** connections that were refused so far */
  readonly refused: number
  /** for connections that are there and those that come */
  set(mode: Mode): void
  /** freezes the connections that are there; new ones work */
  freezeExisting(): void
  /**
   * passes on the next data from the client that contains this text, and nothing of what is answered to it: on a connection
   * that was sent the mark before or with it, so that the work of others is left alone
   */
  loseAnswerTo(text: string, mark: string): void
  close(): Promise<void>
}

interface Pair {
  readonly client: Socket
  readonly target: Socket
  isFrozen: boolean
  hasMark: boolean
}

/** Stands between the service and something that it needs, and breaks their connections as networks do. */
export async function startTcpProxy(host: string, port: number): Promise<TcpProxy> {
  const pairs = new Set<Pair>()
  let mode: Mode = 'open'
  let refused = 0
  let lost: { readonly text: string; readonly mark: string } | null = null

  const freeze = (pair: Pair): void => {
    pair.isFrozen = true
    pair.client.pause()
    pair.target.pause()
  }
  const end = ({ client, target }: Pair): void => {
    client.destroy()
    target.destroy()
  }

  const server = createServer((client) => {
    if (mode === 'closed') {
      refused++
      client.destroy()
      return
    }
    const target = connect(port, host)
    const pair: Pair = { client, target, isFrozen: false, hasMark: false }
    pairs.add(pair)
    client.on('data', (data) => {
      target.write(data)
      if (lost === null) return
      pair.hasMark ||= data.includes(lost.mark)
      if (!pair.hasMark || !data.includes(lost.text)) return
      lost = null
      freeze(pair)
    })
    target.on('data', (data) => client.write(data))
    for (const socket of [client, target]) {
      socket.on('error', () => end(pair))
      socket.on('close', () => {
        pairs.delete(pair)
        end(pair)
      })
    }
    if (mode === 'frozen') freeze(pair)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()

  return {
    port: typeof address === 'object' && address !== null ? address.port : 0,
    get refused() {
      return refused
    },
    set: (next) => {
      mode = next
      for (const pair of pairs) {
        if (mode === 'closed') end(pair)
        if (mode === 'frozen') freeze(pair)
        if (mode !== 'open' || !pair.isFrozen) continue
        pair.isFrozen = false
        pair.client.resume()
        pair.target.resume()
      }
    },
    freezeExisting: () => pairs.forEach(freeze),
    loseAnswerTo: (text, mark) => void (lost = { text, mark }),
    close: async () => {
      server.close()
      pairs.forEach(end)
      await once(server, 'close')
    },
  }
}
