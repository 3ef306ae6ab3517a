import type { RequestListener } from 'node:http'
import type { Socket } from 'node:net'

/** maximum number of waiting requests of one connection */
const mostWaiting = 50

/** The requests of a connection. */
interface Queue {
  /** whether one of them is being answered */
  isAnswering: boolean
  readonly waiting: (() => void)[]
}

/**
 * Answers the requests of one connection one by one, with a turn of the event loop for other connections in between.
 * Otherwise the requests of a client that does not wait for answers (pipelining) would all be answered in one turn.
 */
export class ConnectionQueues {
  readonly #queues = new WeakMap<Socket, Queue>()

  isAnswering(connection: Socket): boolean {
    return this.#queues.get(connection)?.isAnswering === true
  }

  /** A listener that passes on requests one by one. */
  oneByOne(answer: RequestListener): RequestListener {
    return (request, response) => {
      const { socket } = request
      if (socket.destroyed) return
      const queue = this.#queueOf(socket)
      const begin = (): void => {
        // A response is closed once; `on` is used because `once` is slower.
        response.on('close', () => {
          // When a client disconnects, Node does not set `aborted` of a request without a body. The framework reads it
          // before it reports a failure of an answer that is a stream.
          if (!response.writableFinished) request.aborted = true
          endRequest(socket, queue)
        })
        answer(request, response)
      }
      if (!queue.isAnswering) {
        queue.isAnswering = true
        begin()
      } else if (queue.waiting.push(begin) > mostWaiting) socket.destroy()
      // No more is read from the connection until none of its requests waits.
      else socket.pause()
    }
  }

  #queueOf(socket: Socket): Queue {
    let queue = this.#queues.get(socket)
    if (queue === undefined) this.#queues.set(socket, (queue = { isAnswering: false, waiting: [] }))
    return queue
  }
}

/**
 * Ends a request. If another one of the connection waits, it is answered in the next turn of the event loop; requests
 * that the client sends later come in a later turn anyway.
 */
function endRequest(socket: Socket, queue: Queue): void {
  if (queue.waiting.length === 0) queue.isAnswering = false
  else setImmediate(answerNext, socket, queue)
}

function answerNext(socket: Socket, queue: Queue): void {
  const next = socket.destroyed ? undefined : queue.waiting.shift()
  if (next === undefined) queue.isAnswering = false
  else next()
  if (queue.waiting.length === 0 && !socket.destroyed) socket.resume()
}
