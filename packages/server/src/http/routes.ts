import type { Operation, RestBinding } from '@octavo/contract/define'
import { operationList } from '@octavo/contract/operations/registry'
import { apiPath } from '@octavo/contract/rest'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Services } from '../context.ts'
import { Encoded, envelopeEnd, envelopeStart, TextResult } from '../encoded.ts'
import { invoke } from '../invoke.ts'
import { authenticate } from './authenticate.ts'
import { sendError } from './errors.ts'
import { inputReader } from './input.ts'

/** The REST door: every operation with a REST binding, opened as its definition says. */
export function mountOperations(app: FastifyInstance, services: Services): void {
  for (const operation of operationList) {
    if (operation.rest !== undefined) mount(app, services, operation, operation.rest)
  }
}

function mount(app: FastifyInstance, services: Services, operation: Operation, rest: RestBinding): void {
  const readInput = inputReader(operation, rest)
  app.route({
    method: rest.method,
    url: apiPath + rest.path,
    errorHandler: (error, request, reply) => sendError(error, request, reply, operation),
    // Before the body is read: strangers cannot make the service read theirs.
    onRequest: async (request) => {
      request.caller = await authenticate(services, request)
    },
    handler: async (request, reply) => {
      const result = await invoke(services, {
        operation,
        caller: request.caller,
        ...readInput(request),
        ifMatch: tagsOf(request.headers['if-match']),
      })
      return send(request, reply, rest, result)
    },
  })
}

function send(
  request: FastifyRequest,
  reply: FastifyReply,
  rest: RestBinding,
  result: unknown,
): FastifyReply {
  if (rest.status !== undefined) reply.code(rest.status)
  if (result instanceof TextResult) {
    return reply
      .header('cache-control', 'private, no-store')
      .header('content-type', `${result.mediaType}; charset=utf-8`)
      .send(result.text)
  }
  reply.header('content-type', 'application/json; charset=utf-8')
  if (!(result instanceof Encoded)) {
    return reply
      .header('cache-control', 'private, no-store')
      .send(`${envelopeStart}${JSON.stringify(result)}${envelopeEnd}`)
  }
  if (result.rev === null) return reply.header('cache-control', 'private, no-store').send(result.enveloped)
  // Clients may keep an item, and must ask each time whether it still holds.
  reply.header('etag', `"${result.rev}"`).header('cache-control', 'private, no-cache')
  const known = rest.method === 'GET' ? tagsOf(request.headers['if-none-match']) : undefined
  if (known === null || known?.includes(result.rev) === true) return reply.code(304).send()
  return reply.send(result.enveloped)
}

/** The revs in If-Match or If-None-Match; null for `*`, undefined when it was not sent. */
function tagsOf(header: string | undefined): string[] | null | undefined {
  if (header === undefined) return undefined
  if (header.trim() === '*') return null
  return [...header.matchAll(/"([^"]*)"/g)].map(([, tag]) => tag ?? '')
}
