import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify'
import { OctavoError } from '../errors.ts'
import { isRefusal } from '../grants/refusal.ts'
import type { Doorway } from '../http/routes.ts'

/** Any page of a browser may ask these endpoints; none can send our cookies with it, and none are looked at. */
export const forEveryOrigin = { 'access-control-allow-origin': '*' } as const

/** Answers in the form of RFC 6749: bare, and kept by nobody. */
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

/** The status of a result: a refusal is 400, and 401 for who tried another way to say who they are (RFC 6749, 5.2). */
export function statusOf(result: object, request: FastifyRequest, success: number): number {
  if (!isRefusal(result)) return success
  return result.error === 'invalid_client' && request.headers.authorization !== undefined ? 401 : 400
}

/** Sends what could not even be refused by a rule, in the same form. What is inside goes to the log alone. */
export function sendProtocolFailure(
  error: unknown,
  request: FastifyRequest,
  reply: FastifyReply,
  { services, logRequest }: Doorway,
): void {
  const { status, body } = failureOf(error, request)
  if (status >= 500) services.log.error({ requestId: request.id, err: error }, 'an OAuth endpoint failed')
  if (status === 429) reply.header('retry-after', '60')
  logRequest(request, status)
  sendProtocol(reply, status, body)
}

function failureOf(error: unknown, { id }: FastifyRequest): { status: number; body: object } {
  if (error instanceof OctavoError && error.status < 500) {
    const { status, message } = error
    const refusal = { error: 'invalid_request', error_description: message }
    if (error.code !== 'RATE_LIMITED') return { status, body: refusal }
    // A name that clients know for it, though no RFC has one; ours stands beside it.
    return { status, body: { ...refusal, error: 'too_many_requests', code: error.code } }
  }
  const { statusCode: status } = error as FastifyError
  if (typeof status === 'number' && status >= 400 && status < 500) {
    const description =
      status === 415
        ? 'The body must be a form (application/x-www-form-urlencoded) or JSON (application/json).'
        : 'The request is not one that HTTP allows here (its address, length or encoding).'
    return { status, body: { error: 'invalid_request', error_description: description } }
  }
  const description = `Something failed inside the service. The request id is ${id}.`
  return { status: 500, body: { error: 'server_error', error_description: description } }
}
