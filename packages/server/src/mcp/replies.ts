import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Reply } from './protocol.ts'
import { internalMessage, RpcError, rpcCodes } from './rpc-error.ts'

const json = 'application/json; charset=utf-8'

export function jsonReply(status: number, text: string): Reply {
  return { status, mediaType: json, text }
}

export function errorReply(status: number, code: number, message: string): Reply {
  return jsonReply(status, errorJson(null, new RpcError(code, message)))
}

export function errorJson(id: string | number | null, { code, message, data }: RpcError): string {
  return JSON.stringify({ jsonrpc: '2.0', id, error: { code, message, ...(data !== undefined && { data }) } })
}

/** What is answered to a message that does not reach the protocol; null for other failures. */
export function refusedBody(status: number, { message }: Error): Reply | null {
  switch (status) {
    case 400:
      return errorReply(400, rpcCodes.parseError, 'Parse error: the body is not valid JSON in UTF-8.')
    case 413:
      return errorReply(413, rpcCodes.transport, 'The body is larger than the service accepts.')
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

/** What is answered to other methods than the one that brings messages; null for that one. */
export function refusedMethod({ method }: FastifyRequest): Reply | null {
  return method === 'POST'
    ? null
    : errorReply(405, rpcCodes.transport, `${method} is not allowed here: send messages by POST.`)
}

/** What is refused before the message is looked at; null when it is not. */
export function refusedRequest({ headers, body }: FastifyRequest): Reply | null {
  if (!takesJson(headers.accept))
    return errorReply(406, rpcCodes.transport, 'The answer is JSON: Accept must allow application/json.')
  return body === undefined
    ? errorReply(400, rpcCodes.parseError, 'Parse error: the request has no body.')
    : null
}

/** Clients should name both JSON and events; those that name less get their JSON all the same. */
function takesJson(accept: string | undefined): boolean {
  return accept === undefined || accept.trim() === '' || /application\/(json|\*)|\*\/\*/i.test(accept)
}

/** Something failed outside of any tool. */
export function failed({ id, body }: FastifyRequest): Reply {
  const given = (body as { id?: unknown } | null | undefined)?.id
  const messageId = typeof given === 'string' || typeof given === 'number' ? given : null
  const text = errorJson(messageId, new RpcError(rpcCodes.internalError, internalMessage(id)))
  return jsonReply(500, text)
}

export function send(reply: FastifyReply, { status, mediaType, text }: Reply): void {
  void reply.code(status).header('cache-control', 'private, no-store')
  if (status === 405) void reply.header('allow', 'POST')
  if (status === 429) void reply.header('retry-after', '60')
  if (mediaType !== null) void reply.header('content-type', mediaType)
  void reply.send(text === '' ? undefined : text)
}
