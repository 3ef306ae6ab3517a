import type { FastifyReply, FastifyRequest } from 'fastify'
import { isUnavailable, OctavoError } from '../../platform/errors.ts'
import { setRetryAfter } from '../rest/errors.ts'
import { isMark } from '../../platform/json-safety.ts'
import { toolsetProblem } from './asked-tools.ts'
import type { Reply } from './protocol.ts'
import { internalMessage, RpcError, rpcCodes } from './rpc-error.ts'

const json = 'application/json; charset=utf-8'

/** A reply with a body of JSON. */
export function jsonReply(status: number, text: string): Reply {
  return { status, mediaType: json, text }
}

/** A reply with a JSON-RPC error that belongs to no message. */
export function errorReply(status: number, code: number, message: string): Reply {
  return jsonReply(status, errorJson(null, new RpcError(code, message)))
}

/** A JSON-RPC error as JSON; `id` is that of the message. */
export function errorJson(id: string | number | null, { code, message, data }: RpcError): string {
  return JSON.stringify({ jsonrpc: '2.0', id, error: { code, message, ...(data !== undefined && { data }) } })
}

/** The response to a message that was refused before it reached the protocol; null for other failures. */
export function refusedBody(status: number, error: Error): Reply | null {
  const { message } = error
  switch (status) {
    case 400:
      return errorReply(400, rpcCodes.parseError, 'Parse error: the body is not valid JSON in UTF-8.')
    case 413:
      return errorReply(
        413,
        rpcCodes.transport,
        error instanceof OctavoError ? message : 'The body is larger than the service accepts.',
      )
    case 415:
      return errorReply(
        415,
        rpcCodes.transport,
        'The body must be JSON, sent with Content-Type: application/json.',
      )
    case 429:
      return errorReply(429, rpcCodes.transport, message)
    default:
      return null
  }
}

/** The response to methods other than POST; null for POST. */
export function refusedMethod({ method }: FastifyRequest): Reply | null {
  return method === 'POST'
    ? null
    : errorReply(405, rpcCodes.transport, `${method} is not allowed here: send messages by POST.`)
}

/** The response to a request that is refused before its message is read; null if it is accepted. */
export function refusedRequest({ headers, body, query }: FastifyRequest): Reply | null {
  if (!takesJson(headers.accept))
    return errorReply(406, rpcCodes.transport, 'The answer is JSON: Accept must allow application/json.')
  const problem = toolsetProblem(query)
  if (problem !== null) return errorReply(400, rpcCodes.invalidRequest, problem)
  if (body === undefined) return errorReply(400, rpcCodes.parseError, 'Parse error: the request has no body.')
  // A mark is what the JSON parser puts in the place of a number that JavaScript cannot keep, or of a repeated key. A
  // response with such an id could not be matched to its request.
  return isMark((body as { id?: unknown } | null)?.id)
    ? errorReply(400, rpcCodes.invalidRequest, 'The id must be a text or an integer up to 2^53, given once.')
    : null
}

/** Clients should accept both JSON and events; those that accept less get JSON anyway. */
function takesJson(accept: string | undefined): boolean {
  return accept === undefined || accept.trim() === '' || /application\/(json|\*)|\*\/\*/i.test(accept)
}

/** The response to a failure outside of any tool; an outage is reported as such. */
export function failed({ id, body }: FastifyRequest, error: unknown): Reply {
  const given = (body as { id?: unknown } | null | undefined)?.id
  const messageId = typeof given === 'string' || typeof given === 'number' ? given : null
  const isOutage = error instanceof OctavoError && isUnavailable(error)
  const message = isOutage ? error.message : internalMessage(id)
  const text = errorJson(messageId, new RpcError(rpcCodes.internalError, message))
  return jsonReply(isOutage ? error.status : 500, text)
}

/** Sends a reply, which no cache may keep. */
export function send(reply: FastifyReply, { status, mediaType, text }: Reply): void {
  void reply.code(status).header('cache-control', 'private, no-store')
  if (status === 405) void reply.header('allow', 'POST')
  setRetryAfter(reply, status)
  if (mediaType !== null) void reply.header('content-type', mediaType)
  void reply.send(text === '' ? undefined : text)
}
