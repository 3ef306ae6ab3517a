import type { Operation } from '@octavo/contract/define'
import { type ErrorCode, errorCodes } from '@octavo/contract/errors'
import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify'
import type { Logger } from 'pino'
import { OctavoError, retryAfterSeconds } from '../../platform/errors.ts'
import { namedFailure } from '../../platform/full-disk.ts'
import { logFailure } from '../../platform/log.ts'
import { PluginFailure } from '../../plugins/failure.ts'
import { type Answering, setCommonHeaders } from './answer.ts'
import { challengeOf } from './challenge.ts'
import type { RequestLog } from './request-log.ts'

/** The error envelope. */
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

/**
 * A function that sends failures. Known failures are sent unchanged; of others only a code, without internal details.
 */
export function errorSender({ log, logRequest, headers }: ErrorSending): SendError {
  return (error, request, reply, operation) => {
    // `namedFailure` recognizes a full disk and a locked database.
    const reported = publicError(namedFailure(error), request, operation)
    const { status } = reported
    if (status >= 500) {
      const about = { requestId: request.id, operation: operation?.name, ...pluginOf(error) }
      logFailure(log, reported.code, { error, ...about })
    }
    logRequest(request, status)
    // A failure after the headers were sent can only abort the response.
    if (reply.raw.headersSent) {
      reply.raw.destroy()
      return
    }
    // The hooks that set these headers do not run when the framework itself refuses a request.
    setCommonHeaders(request, reply, headers)
    if (status === 401 && !reply.hasHeader('www-authenticate'))
      reply.header('www-authenticate', challengeOf(reported))
    setRetryAfter(reply, status)
    void reply
      .code(status)
      .header('cache-control', 'private, no-store')
      .header('content-type', 'application/json; charset=utf-8')
      .send(JSON.stringify(errorBody(reported)))
  }
}

/** Sets Retry-After where retrying can help. */
export function setRetryAfter(reply: FastifyReply, status: number): void {
  if (status === 429) reply.header('retry-after', '60')
  if (status === 503) reply.header('retry-after', String(retryAfterSeconds))
}

/**
 * The failure as it is sent: a known one, one of the framework, or else the code that the operation names for its
 * unexpected failures (`failure`).
 */
function publicError(error: unknown, request: FastifyRequest, operation: Operation | undefined): OctavoError {
  if (error instanceof OctavoError) return error
  const framework = frameworkError(error as FastifyError, request)
  if (framework !== null) return framework
  const code = operation?.failure ?? 'INTERNAL_ERROR'
  const culprit = error instanceof PluginFailure ? `The plugin "${error.pluginId}" failed. ` : ''
  return new OctavoError(
    internalError(code),
    `${errorCodes[internalError(code)].meaning} ${culprit}The request id is ${request.id}.`,
  )
}

function pluginOf(error: unknown): object {
  return error instanceof PluginFailure ? { plugin: error.pluginId } : {}
}

/** The code, if its status is that of an internal error; else the general code. */
function internalError(code: ErrorCode): ErrorCode {
  return errorCodes[code].status === 500 ? code : 'INTERNAL_ERROR'
}

/** Converts errors of the HTTP framework that occur before a handler runs; null for other errors. */
export function frameworkError(
  { code, statusCode }: FastifyError,
  request: FastifyRequest,
): OctavoError | null {
  switch (code) {
    case 'FST_ERR_CTP_BODY_TOO_LARGE':
      return new OctavoError(
        'PAYLOAD_TOO_LARGE',
        `The body is larger than the ${sizeText(request.routeOptions.bodyLimit ?? 0)} that the service accepts here.`,
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
        'The request is not valid HTTP (its address, length or encoding).',
      )
  }
}

function sizeText(bytes: number): string {
  const kilobytes = Math.floor(bytes / 1024)
  return kilobytes < 1024 ? `${kilobytes} KB` : `${Math.floor(kilobytes / 1024)} MB`
}
