import type { Socket } from 'node:net'
import type { FastifyInstance } from 'fastify'
import type { ConnectionQueues } from './rest/connection-queues.ts'

/** milliseconds in which a request that is on its way may still arrive during shutdown */
const arrivalTime = 1000

/** milliseconds between two looks for unused connections */
const checkInterval = 20

/** During shutdown, closes connections without a request: they would keep the process running. */
export function closeUnusedConnections(app: FastifyInstance, queues: ConnectionQueues): void {
  const sockets = new Set<Socket>()
  app.server.on('connection', (socket) => {
    sockets.add(socket)
    socket.once('close', () => sockets.delete(socket))
  })
  let timer: NodeJS.Timeout | undefined
  app.addHook('preClose', (done) => {
    const arrivalEnd = performance.now() + arrivalTime
    timer = setInterval(() => {
      app.server.closeIdleConnections()
      // Node does not count a connection as idle before its first request, or while a request is incomplete. These
      // are closed below, after the time in which requests may still arrive.
      if (performance.now() < arrivalEnd) return
      for (const socket of sockets) if (!queues.isAnswering(socket)) socket.destroy()
    }, checkInterval)
    done()
  })
  app.server.on('close', () => clearInterval(timer))
}
