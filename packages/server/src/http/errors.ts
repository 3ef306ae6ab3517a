import type { IncomingMessage } from 'node:http'
import type { Operation } from '@octavo/contract/define'
import { type ErrorCode, errorCodes } from '@octavo/contract/errors'
import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify'
import type { Logger } from 'pino'
import { OctavoError } from '../errors.ts'
import { PluginFailure } from '../plugins/failure.ts'
import { type Answering, setCommonHeaders } from './answer.ts'
import type { RequestLog } from './request-log.ts'

/** The error envelope of specification 2.1. */
export function errorBody({ code, message, details }: OctavoError): object {
  return { success: false, error: { code, message, details: details ?? {} } }
}

export type SendError = (
  error: unknown,
  request: FastifyRequest,
  reply: FastifyReply,
  operation?: Operation,
) => void

interface ErrorSending {
  readonly log: Logger
  readonly logRequest: RequestLog
  readonly headers: Answering['headers']
}

/** Every failure leaves through here: known ones as they are, all others as a code without what is inside. */
export function errorSender({ log, logRequest, headers }: ErrorSending): SendError {
  return (error, request, reply, operation) => {
    const told = publicError(error, request, operation)
    const { status } = told
    if (status >= 500)
      log.error(
        { requestId: request.id, err: error, operation: operation?.name, ...pluginOf(error) },
        told.code,
      )
    logRequest(request, status)
    // What fails while an answer is on its way can only be cut off.
    if (reply.raw.headersSent) {
      reply.raw.destroy()
      return
    }
    // Hooks that do this for other answers are passed over by what the framework refuses at once.
    setCommonHeaders(request, reply, headers)
    if (status === 401 && !reply.hasHeader('www-authenticate')) reply.header('www-authenticate', 'Bearer')
    if (status === 429) reply.header('retry-after', '60')
    if (status === 413) readOn(request.raw)
    void reply
      .code(status)
      .header('cache-control', 'private, no-store')
      .header('content-type', 'application/json; charset=utf-8')
      .send(JSON.stringify(errorBody(told)))
  }
}

/** bytes of a refused body that are read and dropped; who sends more is cut off */
const mostDropped = 100 * 1024 * 1024

/** A client that is cut off while it sends would not see why. */
function readOn(body: IncomingMessage): void {
  let dropped = 0
  body.on('data', (chunk: Buffer) => {
    dropped += chunk.length
    if (dropped > mostDropped) body.destroy()
  })
  body.resume()
}

function publicError(error: unknown, request: FastifyRequest, operation: Operation | undefined): OctavoError {
  if (error instanceof OctavoError) return error
  const framework = frameworkError(error as FastifyError, request)
  if (framework !== null) return framework
  const code = operation?.failure ?? 'INTERNAL_ERROR'
  const culprit = error instanceof PluginFailure ? `The plugin "${error.pluginId}" failed. ` : ''
  return new OctavoError(
    fiveHundred(code),
    `${errorCodes[fiveHundred(code)].meaning} ${culprit}The request id is ${request.id}.`,
  )
}

function pluginOf(error: unknown): object {
  return error instanceof PluginFailure ? { plugin: error.pluginId } : {}
}

function fiveHundred(code: ErrorCode): ErrorCode {
  return errorCodes[code].status === 500 ? code : 'INTERNAL_ERROR'
}

/** What the HTTP framework refuses before a handler is asked. */
function frameworkError({ code, statusCode }: FastifyError, request: FastifyRequest): OctavoError | null {
  switch (code) {
    case 'FST_ERR_CTP_BODY_TOO_LARGE':
      return new OctavoError(
        'PAYLOAD_TOO_LARGE',
        `The body is larger than the ${Math.floor((request.routeOptions.bodyLimit ?? 0) / 1024 / 1024)} MB that the service accepts.`,
      )
    case 'FST_ERR_CTP_INVALID_MEDIA_TYPE':
      return new OctavoError(
        'UNSUPPORTED_MEDIA_TYPE',
        'The body must be JSON, sent with Content-Type: application/json.',
      )
    default:
      if (typeof statusCode !== 'number' || statusCode < 400 || statusCode >= 500) return null
      return new OctavoError(
        'VALIDATION_ERROR',
        'The request is not one that HTTP allows (its address, length or encoding).',
      )
  }
}
