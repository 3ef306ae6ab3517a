import type { IncomingMessage } from 'node:http'
import { Readable } from 'node:stream'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { invalidAt } from '../../platform/errors.ts'
import { hasBody } from './body.ts'
import { isRead } from './is-read.ts'

/** bytes of a refused body that are read and dropped; the connection of a client that sends more is closed */
const maxDropped = 100 * 1024 * 1024

/**
 * chunks that every body may have, and bytes that each further chunk must have on average, because each costs some
 * work
 */
const freeChunks = 1000
const bytesPerChunk = 64

/**
 * Limits how much of request bodies is read, for all interfaces. Clients send the body before they read the answer,
 * and closing a connection with unread bytes loses the answer; so the rest of a refused body is read and dropped, up
 * to a limit. The body of a GET or HEAD (`isRead`) has no meaning, and is dropped from the start.
 */
export function boundBodies(app: FastifyInstance): void {
  app.addHook('preParsing', (request, _reply, body, next) => {
    if (hasBody(request.headers)) {
      if (isRead(request)) drain(request.raw)
      else countChunks(body as IncomingMessage, () => refuse(body as IncomingMessage))
    }
    next(null, isWithoutEvents(request) ? Readable.from([]) : body)
  })
  app.addHook('onSend', (request, reply, payload, next) => {
    // The framework would close the connection after the answer.
    if (reply.statusCode === 413) reply.removeHeader('connection')
    // The hook above already drops the body of a read.
    if (!request.raw.complete && !isRead(request)) drain(request.raw)
    next(null, payload)
  })
}

/**
 * Whether Node has already ended a body, so that a parser would wait for its end for ever: with
 * `optimizeEmptyRequests`, an empty body has no events. Such a request gets an empty stream in place of its body. One
 * without a content type needs none, because nothing parses its body.
 */
function isWithoutEvents({ raw, headers }: FastifyRequest): boolean {
  return raw.readableEnded && headers['content-type'] !== undefined
}

/**
 * Ends a body with an error, which its parser reports. Without a listener for it, as after another refusal, the error
 * would end the process, so the body is destroyed instead.
 */
function refuse(body: IncomingMessage): void {
  if (body.listenerCount('error') === 0) body.destroy()
  else
    body.emit(
      'error',
      invalidAt('', 'the body was sent in too many small pieces: send fewer and larger ones'),
    )
}

/** Reads and drops the rest of a body, up to a limit. */
function drain(body: IncomingMessage): void {
  let dropped = 0
  body.on('data', (chunk: Buffer) => {
    dropped += chunk.length
    if (dropped > maxDropped) body.destroy()
  })
  countChunks(body, () => body.destroy())
  body.resume()
}

/** Calls back once if a body has too many small chunks. */
function countChunks(body: IncomingMessage, tooMany: () => void): void {
  let allowance = freeChunks
  const count = (chunk: Buffer): void => {
    allowance += chunk.length / bytesPerChunk - 1
    if (allowance >= 0) return
    body.off('data', count)
    tooMany()
  }
  body.on('data', count)
}
