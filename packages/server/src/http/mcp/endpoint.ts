import { setImmediate } from 'node:timers/promises'
import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify'
import { limits } from '@octavo/contract/limits'
import { isUnavailable, OctavoError } from '../../platform/errors.ts'
import { codingOf, sendBytes } from '../rest/answer.ts'
import type { HttpDependencies } from '../rest/routes.ts'
import { logFailure } from '../../platform/log.ts'
import { enforceApiRate } from '../../core/rate-limit.ts'
import { callTool, type ToolAnswer } from './call.ts'
import type { Protocol, Reply } from './protocol.ts'
import { isTooLarge, refusedSize, tooManyValues } from './message-bounds.ts'
import { errorJson, errorReply, failed, jsonReply, refusedBody, refusedRequest, send } from './replies.ts'
import { RpcError, rpcCodes } from './rpc-error.ts'
import { callAnswer, listAnswer, type PlainMessage, plainMessage } from './short-path.ts'
import { listFor } from './tool-list.ts'
import { askedTools } from './asked-tools.ts'
import type { Toolbox } from './tools.ts'

/** the first revision of the protocol without batches; revisions are dates */
const revisionWithoutBatches = '2025-06-18'

const refusedBatch = errorReply(
  400,
  rpcCodes.invalidRequest,
  `There are no batches from revision ${revisionWithoutBatches} of the protocol on: send one message in each request.`,
)

const nestedBatch = errorReply(400, rpcCodes.invalidRequest, 'A batch holds messages, not batches.')

const batchedInitialize = errorReply(
  400,
  rpcCodes.invalidRequest,
  'A batch cannot hold initialize: send it by itself.',
)

/** Handles the messages sent to the endpoint: plain messages directly, all others with the SDK. */
export class Endpoint {
  readonly #dependencies: HttpDependencies
  #protocol: Promise<Protocol> | undefined

  constructor(dependencies: HttpDependencies) {
    this.#dependencies = dependencies
  }

  async answer(request: FastifyRequest, reply: FastifyReply): Promise<void> {
    const { logRequest } = this.#dependencies
    try {
      const refused = refusedRequest(request)
      if (refused !== null) {
        logRequest(request, refused.status)
        return send(reply, refused)
      }
      const { body, headers } = request
      const plain = plainMessage(body, headers)
      if (plain !== null) return await this.#answerPlain(request, reply, plain)
      const answer = Array.isArray(body)
        ? await this.#answerBatch(request, body)
        : await this.#ask(request, body)
      logRequest(request, answer.status)
      send(reply, answer)
    } catch (error) {
      this.refuse(error, request, reply)
    }
  }

  /** Responds to failures outside of any tool. Authentication failures get the same response as in REST. */
  refuse(error: unknown, request: FastifyRequest, reply: FastifyReply): void {
    const { logRequest, sendError, services } = this.#dependencies
    const status = error instanceof OctavoError ? error.status : ((error as FastifyError).statusCode ?? 500)
    if (status >= 500) logFailure(services.log, 'MCP failed', { error, requestId: request.id })
    const refused = status >= 500 ? failed(request, error) : refusedBody(status, error as Error)
    if (refused === null) return sendError(error, request, reply)
    logRequest(request, refused.status)
    send(reply, refused)
  }

  /** Answers a plain message: a call of a tool, or the request for the list of tools (`call` is null). */
  async #answerPlain(request: FastifyRequest, reply: FastifyReply, message: PlainMessage): Promise<void> {
    const tools = askedTools(request.query, request.caller)
    const answer = await this.#plainAnswer(request, message, tools)
    // Reads are not logged, as in REST; `logRequest` would take this POST for a change.
    if (!isRead(message, tools)) this.#dependencies.logRequest(request, 200)
    const bytes = typeof answer === 'string' ? Buffer.from(answer) : answer
    const headers = ['Cache-Control', 'private, no-store']
    sendBytes(request, reply, { status: 200, headers, bytes, coding: codingOf(request, bytes.length) })
  }

  async #plainAnswer(
    request: FastifyRequest,
    message: PlainMessage,
    tools: Toolbox,
  ): Promise<Buffer | string> {
    const { services } = this.#dependencies
    const { caller, id: requestId } = request
    if (message.call === null) return listAnswer(message, listFor(request))
    // Data has just arrived from the network, so the reads of this turn of the event loop can share a snapshot.
    if (isRead(message, tools)) services.database.readTogether()
    let answer: ToolAnswer
    try {
      answer = await callTool({ services, caller, requestId, tools, ...message.call })
    } catch (error) {
      if (!(error instanceof RpcError)) throw error
      return errorJson(message.id, error)
    }
    return callAnswer(message, answer)
  }

  /** Messages run in sequence, so that a later one sees the effects of an earlier one. */
  async #answerBatch(request: FastifyRequest, messages: readonly unknown[]): Promise<Reply> {
    const { services } = this.#dependencies
    const revision = request.headers['mcp-protocol-version']
    if (revision !== undefined && revision >= revisionWithoutBatches) return refusedBatch
    if (messages.length > limits.mcpBatch)
      return errorReply(400, rpcCodes.invalidRequest, `A batch has at most ${limits.mcpBatch} messages.`)
    if (messages.some(isInitialize)) return batchedInitialize
    // The SDK refuses an empty batch.
    if (messages.length === 0) return this.#ask(request, messages)
    // The first message was counted with the request. None runs unless the rate limit allows all of them.
    for (let count = 1; count < messages.length; count++) enforceApiRate(services, request.caller)
    const texts: string[] = []
    const startedAt = performance.now()
    /** why the remaining messages are not started */
    let stopReason: string | null = null
    for (const message of messages) {
      if (performance.now() - startedAt > limits.mcpBatchTime) stopReason ??= tookTooLong
      try {
        const refused = stopReason ?? (isTooLarge(message) ? tooManyValues : null)
        const text =
          refused === null ? (await this.#answerOne(request, message)).text : errorText(message, refused)
        if (text !== '') texts.push(text)
      } catch (error) {
        // During an outage the answers of earlier messages are still sent; before the first message, the whole request
        // gets 503.
        if (texts.length === 0 || !isUnavailable(error)) throw error
        texts.push(errorText(message, (error as Error).message, rpcCodes.internalError))
        stopReason = afterOutage
      }
      // Lets other requests run between two messages.
      await setImmediate()
    }
    // A batch of notifications only has no answer.
    return texts.length === 0
      ? { status: 202, mediaType: null, text: '' }
      : jsonReply(200, `[${texts.join(',')}]`)
  }

  #answerOne(request: FastifyRequest, message: unknown): Promise<Reply> | Reply {
    return Array.isArray(message) ? nestedBatch : this.#ask(request, message)
  }

  /** Answers a message with the SDK. */
  async #ask(request: FastifyRequest, body: unknown): Promise<Reply> {
    const { caller, id: requestId, headers, query } = request
    if (isTooLarge(body)) return refusedSize
    const { services } = this.#dependencies
    // Most calls do not need the SDK, so it is loaded by the first one that does.
    this.#protocol ??= import('./protocol.ts').then(
      ({ Protocol }) => new Protocol((error) => services.log.debug({ err: error }, 'MCP refused a message')),
    )
    const protocol = await this.#protocol
    return protocol.answer({
      headers,
      query,
      body,
      about: { services, caller, requestId, tools: askedTools(query, caller) },
    })
  }

  async close(): Promise<void> {
    await (await this.#protocol)?.close()
  }
}

const tookTooLong = `The batch took longer than ${limits.mcpBatchTime / 1000} s. Nothing was done for this message: send it by itself.`

const afterOutage =
  'The service was not available for a message before. Nothing was done for this message: send it again.'

/** The answer to a message of a batch that fails or is not started; none for a notification. */
function errorText(message: unknown, reason: string, code: number = rpcCodes.transport): string {
  const id = (message as { id?: unknown } | null)?.id
  return typeof id === 'string' || typeof id === 'number' ? errorJson(id, new RpcError(code, reason)) : ''
}

function isInitialize(message: unknown): boolean {
  return (message as { method?: unknown } | null)?.method === 'initialize'
}

function isRead({ call }: PlainMessage, { byName }: Toolbox): boolean {
  return call === null || byName.get(call.name)?.operation.effect === 'read'
}
