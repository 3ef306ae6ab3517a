import type { RequestListener } from 'node:http'
import type { Socket } from 'node:net'

/** maximum number of waiting requests of one connection */
const mostWaiting = 50

/**
 * Answers the requests of one connection one by one, with a turn of the event loop for all others in between. A client
 * that sends many without waiting for answers (pipelining) would have them all answered in one turn.
 */
export class RequestTurns {
  /** connection → its waiting requests; present while a request of the connection is being answered */
  readonly #waiting = new WeakMap<Socket, (() => void)[]>()

  isAnswering(connection: Socket): boolean {
    return this.#waiting.has(connection)
  }

  oneByOne(answer: RequestListener): RequestListener {
    return (request, response) => {
      const { socket } = request
      if (socket.destroyed) return
      const begin = (): void => {
        response.once('close', () => setImmediate(() => this.#answerNext(socket)))
        answer(request, response)
      }
      const queue = this.#waiting.get(socket)
      if (queue === undefined) {
        this.#waiting.set(socket, [])
        begin()
      } else if (queue.push(begin) > mostWaiting) socket.destroy()
      else socket.pause()
    }
  }

  #answerNext(socket: Socket): void {
    const queue = this.#waiting.get(socket) ?? []
    const next = socket.destroyed ? undefined : queue.shift()
    if (next === undefined) this.#waiting.delete(socket)
    else next()
    if (queue.length === 0 && !socket.destroyed) socket.resume()
  }
}
