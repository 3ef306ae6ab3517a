import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify'
import { OctavoError } from '../errors.ts'
import { codingOf, sendBytes } from '../http/answer.ts'
import type { Doorway } from '../http/routes.ts'
import { demandApiRate } from '../rate-limits/demand.ts'
import { callTool, type ToolAnswer } from './call.ts'
import type { Protocol, Reply } from './protocol.ts'
import { errorJson, errorReply, failed, jsonReply, refusedBody, refusedRequest, send } from './replies.ts'
import { RpcError, rpcCodes } from './rpc-error.ts'
import { callAnswer, listAnswer, modernRevision, type PlainMessage, plainMessage } from './short-path.ts'
import { toolbox } from './tools.ts'

/** messages of one batch; a later revision of the protocol took batches away */
const longestBatch = 100

const nestedBatch = errorReply(400, rpcCodes.invalidRequest, 'A batch holds messages, not batches.')

const batchedBeginning = errorReply(
  400,
  rpcCodes.invalidRequest,
  'A batch cannot hold initialize: send it by itself.',
)

/** Answers what is sent to the endpoint: plain messages directly, all others by the SDK. */
export class Endpoint {
  readonly #doorway: Doorway
  #protocol: Promise<Protocol> | undefined

  constructor(doorway: Doorway) {
    this.#doorway = doorway
  }

  async answer(request: FastifyRequest, reply: FastifyReply): Promise<void> {
    const { logRequest } = this.#doorway
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
      this.refuse(error, request, reply)
    }
  }

  /** Answers to what stops a request outside of any tool; who may not come in at all is told so as by REST. */
  refuse(error: unknown, request: FastifyRequest, reply: FastifyReply): void {
    const { logRequest, sendError, services } = this.#doorway
    const status = error instanceof OctavoError ? error.status : ((error as FastifyError).statusCode ?? 500)
    if (status >= 500) services.log.error({ requestId: request.id, err: error }, 'MCP failed')
    const refused = status >= 500 ? failed(request) : refusedBody(status, error as Error)
    if (refused === null) return sendError(error, request, reply)
    logRequest(request, refused.status)
    send(reply, refused)
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
    if (messages.some(isInitialize)) return batchedBeginning
    if (!isOlder || messages.length === 0) return this.#ask(request, messages)
    if (messages.length > longestBatch)
      return errorReply(400, rpcCodes.invalidRequest, `A batch has at most ${longestBatch} messages.`)
    // The first was counted with the request; none is answered unless all may be sent.
    for (let count = 1; count < messages.length; count++) demandApiRate(services, request.caller)
    const texts: string[] = []
    for (const message of messages) {
      const { text } = Array.isArray(message) ? nestedBatch : await this.#ask(request, message)
      if (text !== '') texts.push(text)
    }
    return texts.length === 0
      ? { status: 202, mediaType: null, text: '' }
      : jsonReply(200, `[${texts.join(',')}]`)
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

function isInitialize(message: unknown): boolean {
  return (message as { method?: unknown } | null)?.method === 'initialize'
}

function isRead({ call }: PlainMessage): boolean {
  return call === null || toolbox().byName.get(call.name)?.operation.effect === 'read'
}
