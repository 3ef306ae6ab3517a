import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify'
import { isUnavailable, OctavoError } from '../../platform/errors.ts'
import { namedFailure } from '../../platform/full-disk.ts'
import { isRefusal } from '../../identity/grants/refusal.ts'
import { setRetryAfter } from '../rest/errors.ts'
import type { HttpDependencies } from '../rest/routes.ts'
import { logFailure } from '../../platform/log.ts'

/** Scripts of any site may use these endpoints, because they read no cookies. */
export const forEveryOrigin = { 'access-control-allow-origin': '*' } as const

/** Sends a response in the form of RFC 6749: without our envelope and not cached. */
export function sendProtocol(reply: FastifyReply, status: number, body: object): void {
  void reply
    .code(status)
    .headers({
      ...forEveryOrigin,
      'cache-control': 'no-store',
      pragma: 'no-cache',
      'content-type': 'application/json; charset=utf-8',
    })
    .send(JSON.stringify(body))
}

/** The status of a result: 400 for a refusal, 401 for failed client authentication by header (RFC 6749, 5.2). */
export function statusOf(result: object, request: FastifyRequest, success: number): number {
  if (!isRefusal(result)) return success
  return result.error === 'invalid_client' && request.headers.authorization !== undefined ? 401 : 400
}

/** Sends a failure in the form of RFC 6749. Internal details are only logged. */
export function sendProtocolFailure(
  error: unknown,
  request: FastifyRequest,
  reply: FastifyReply,
  { services, logRequest }: HttpDependencies,
): void {
  // `namedFailure` recognizes a full disk and a locked database.
  const { status, body } = failureOf(namedFailure(error), request)
  if (status >= 500) logFailure(services.log, 'an OAuth endpoint failed', { error, requestId: request.id })
  setRetryAfter(reply, status)
  logRequest(request, status)
  sendProtocol(reply, status, body)
}

function failureOf(error: unknown, { id }: FastifyRequest): { status: number; body: object } {
  if (error instanceof OctavoError && error.status < 500) {
    const { status, message } = error
    const refusal = { error: 'invalid_request', error_description: message }
    if (error.code !== 'RATE_LIMITED') return { status, body: refusal }
    // A name that clients know although no RFC defines it, with our own code.
    return { status, body: { ...refusal, error: 'too_many_requests', code: error.code } }
  }
  if (error instanceof OctavoError && (isUnavailable(error) || error.code === 'INSUFFICIENT_STORAGE')) {
    const { status, message } = error
    return { status, body: { error: 'temporarily_unavailable', error_description: message } }
  }
  // Errors of the framework have a status, but no code of ours.
  const { statusCode: status } = error as FastifyError
  if (typeof status === 'number' && status >= 400 && status < 500) {
    return { status, body: { error: 'invalid_request', error_description: refusedRequest(status) } }
  }
  const description = `An internal error occurred. The request id is ${id}.`
  return { status: 500, body: { error: 'server_error', error_description: description } }
}

/** The reason why the framework refused a request before an endpoint read it. */
function refusedRequest(status: number): string {
  switch (status) {
    case 413:
      return 'The body is larger than this endpoint accepts.'
    case 415:
      return 'The body must be a form (application/x-www-form-urlencoded) or JSON (application/json).'
    default:
      return 'The request is not valid HTTP (its address, length or encoding).'
  }
}
