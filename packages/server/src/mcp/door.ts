import { apiPath } from '@octavo/contract/rest'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Caller } from '../caller.ts'
import { OctavoError } from '../errors.ts'
import { codingOf, sendBytes } from '../http/answer.ts'
import { authenticate } from '../http/authenticate.ts'
import type { Doorway } from '../http/routes.ts'
import { demandApiRate } from '../rate-limits/demand.ts'
import { callTool, type ToolAnswer } from './call.ts'
import { demandOwnOrigin } from './origin.ts'
import type { Protocol, Reply } from './protocol.ts'
import { internalMessage, RpcError, rpcCodes } from './rpc-error.ts'
import { callAnswer, listAnswer, modernRevision, type PlainMessage, plainMessage } from './short-path.ts'
import { toolbox } from './tools.ts'

const json = 'application/json; charset=utf-8'
/** messages of one batch; a later revision of the protocol took batches away */
const longestBatch = 100

/** The MCP door (specification 4.9): Streamable HTTP without sessions. */
export function mountMcp(app: FastifyInstance, doorway: Doorway): void {
  const { services, sendError, logRequest } = doorway
  const challenge = `Bearer resource_metadata="${services.config.baseUrl}/.well-known/oauth-protected-resource"`
  const endpoint = new Endpoint(doorway)
  app.addHook('onClose', () => endpoint.close())

  const admit = (known: Caller): Caller => {
    demandApiRate(services, known)
    return { ...known, door: 'mcp' }
  }

  app.route({
    method: ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'],
    url: `${apiPath}/mcp`,
    errorHandler: (error, request, reply) => {
      const status = error instanceof OctavoError ? error.status : (error.statusCode ?? 500)
      if (status === 401) void reply.header('www-authenticate', challenge)
      const refused = refusedBody(status)
      if (refused === null) return sendError(error, request, reply)
      logRequest(request, status)
      send(reply, { status, mediaType: json, text: errorJson(null, refused) })
    },
    onRequest: (request, _reply, done) => {
      request.startedAt = performance.now()
      demandOwnOrigin(services.config, request.headers.origin)
      const caller = authenticate(services, request)
      const enter = (known: Caller): void => {
        request.caller = known
        done()
      }
      if (caller instanceof Promise) caller.then(admit).then(enter, done)
      else enter(admit(caller))
    },
    handler: (request, reply) => void endpoint.answer(request, reply),
  })
}

/** What a body is told that does not reach the protocol; null for other failures. */
function refusedBody(status: number): RpcError | null {
  switch (status) {
    case 400:
      return new RpcError(rpcCodes.parseError, 'Parse error: the body is not valid JSON in UTF-8.')
    case 413:
      return new RpcError(rpcCodes.transport, 'The body is larger than the service accepts.')
    case 415:
      return new RpcError(
        rpcCodes.transport,
        'The body must be JSON, sent with Content-Type: application/json.',
      )
    default:
      return null
  }
}

class Endpoint {
  readonly #doorway: Doorway
  #protocol: Promise<Protocol> | undefined

  constructor(doorway: Doorway) {
    this.#doorway = doorway
  }

  async answer(request: FastifyRequest, reply: FastifyReply): Promise<void> {
    const { logRequest, sendError, services } = this.#doorway
    try {
      const refused = refusedRequest(request)
      if (refused !== null) {
        logRequest(request, refused.status)
        return send(reply, refused)
      }
      const { body, headers } = request
      const plain = plainMessage(body, headers)
      if (plain !== null) return await this.#answerPlain(request, reply, plain)
      const answered = Array.isArray(body)
        ? await this.#answerBatch(request, body)
        : await this.#ask(request, body)
      logRequest(request, answered.status)
      send(reply, answered)
    } catch (error) {
      if (error instanceof OctavoError) return sendError(error, request, reply)
      services.log.error({ requestId: request.id, err: error }, 'MCP failed')
      logRequest(request, 500)
      send(reply, failed(request))
    }
  }

  async #answerPlain(request: FastifyRequest, reply: FastifyReply, message: PlainMessage): Promise<void> {
    const text = await this.#plainText(request, message)
    if (!isRead(message)) this.#doorway.logRequest(request, 200)
    const bytes = Buffer.from(text)
    const headers = ['Cache-Control', 'private, no-store']
    sendBytes(request, reply, { status: 200, headers, bytes, coding: codingOf(request, bytes.length) })
  }

  async #plainText({ caller, id: requestId }: FastifyRequest, message: PlainMessage): Promise<string> {
    const { services } = this.#doorway
    if (message.call === null) return listAnswer(message)
    if (isRead(message)) services.database.readTogether()
    let answer: ToolAnswer
    try {
      answer = await callTool({ services, caller, requestId, ...message.call })
    } catch (error) {
      if (!(error instanceof RpcError)) throw error
      return errorJson(message.id, error)
    }
    return callAnswer(message, answer)
  }

  /** One after the other, so that a later message finds what an earlier one has done. */
  async #answerBatch(request: FastifyRequest, messages: readonly unknown[]): Promise<Reply> {
    const { services } = this.#doorway
    const isOlder = request.headers['mcp-protocol-version'] !== modernRevision
    if (!isOlder || messages.length === 0 || messages.some(isInitialize)) return this.#ask(request, messages)
    if (messages.length > longestBatch) {
      const error = new RpcError(rpcCodes.invalidRequest, `A batch has at most ${longestBatch} messages.`)
      return { status: 400, mediaType: json, text: errorJson(null, error) }
    }
    // The first was counted with the request; none is answered unless all may be sent.
    for (let count = 1; count < messages.length; count++) demandApiRate(services, request.caller)
    const texts: string[] = []
    for (const message of messages) {
      const { text } = Array.isArray(message) ? nestedBatch : await this.#ask(request, message)
      if (text !== '') texts.push(text)
    }
    return texts.length === 0
      ? { status: 202, mediaType: null, text: '' }
      : { status: 200, mediaType: json, text: `[${texts.join(',')}]` }
  }

  async #ask({ caller, id: requestId, headers }: FastifyRequest, body: unknown): Promise<Reply> {
    const { services } = this.#doorway
    // Most calls never need the SDK: it is loaded with the first that does.
    this.#protocol ??= import('./protocol.ts').then(
      ({ Protocol }) => new Protocol((error) => services.log.debug({ err: error }, 'MCP refused a message')),
    )
    const protocol = await this.#protocol
    return protocol.answer({ headers, body, about: { services, caller, requestId } })
  }

  async close(): Promise<void> {
    await (await this.#protocol)?.close()
  }
}

const nestedBatch: Reply = {
  status: 400,
  mediaType: json,
  text: errorJson(null, new RpcError(rpcCodes.invalidRequest, 'A batch holds messages, not batches.')),
}

/** What is refused before the message is looked at; null when it is not. */
function refusedRequest({ method, headers, body }: FastifyRequest): Reply | null {
  if (method !== 'POST') {
    const error = new RpcError(rpcCodes.transport, `${method} is not allowed here: send messages by POST.`)
    return { status: 405, mediaType: json, text: errorJson(null, error) }
  }
  if (!takesJson(headers.accept)) {
    const error = new RpcError(rpcCodes.transport, 'The answer is JSON: Accept must allow application/json.')
    return { status: 406, mediaType: json, text: errorJson(null, error) }
  }
  if (body !== undefined) return null
  const error = new RpcError(rpcCodes.parseError, 'Parse error: the request has no body.')
  return { status: 400, mediaType: json, text: errorJson(null, error) }
}

/** Clients should name both JSON and events; those that name less get their JSON all the same. */
function takesJson(accept: string | undefined): boolean {
  return accept === undefined || /application\/(json|\*)|\*\/\*/i.test(accept)
}

function isInitialize(message: unknown): boolean {
  return (message as { method?: unknown } | null)?.method === 'initialize'
}

function isRead({ call }: PlainMessage): boolean {
  return call === null || toolbox().byName.get(call.name)?.operation.effect === 'read'
}

function errorJson(id: string | number | null, { code, message, data }: RpcError): string {
  return JSON.stringify({ jsonrpc: '2.0', id, error: { code, message, ...(data !== undefined && { data }) } })
}

function failed({ id, body }: FastifyRequest): Reply {
  const given = (body as { id?: unknown } | null | undefined)?.id
  const messageId = typeof given === 'string' || typeof given === 'number' ? given : null
  const text = errorJson(messageId, new RpcError(rpcCodes.internalError, internalMessage(id)))
  return { status: 500, mediaType: json, text }
}

function send(reply: FastifyReply, { status, mediaType, text }: Reply): void {
  void reply.code(status).header('cache-control', 'private, no-store')
  if (status === 405) void reply.header('allow', 'POST')
  if (mediaType !== null) void reply.header('content-type', mediaType)
  void reply.send(text === '' ? undefined : text)
}
