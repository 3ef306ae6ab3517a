import { limits } from '@octavo/contract/limits'
import type { FastifyRequest } from 'fastify'
import type { Logger } from 'pino'

/**
 * Logs a request when its response has been sent. Successful reads are logged at debug level only, and so are failures
 * caused by an outage, which has its own log lines.
 */
export type RequestLog = (request: FastifyRequest, status: number) => void

export function createRequestLog(log: Logger): RequestLog {
  const logsAll = log.isLevelEnabled('debug')
  return (request, status) => {
    const { method, startedAt, response } = request
    const isQuiet = (status < 400 && (method === 'GET' || method === 'HEAD')) || status === 503
    if (isQuiet && !logsAll) return
    // 0: the request was refused before the hook of its route set the time, such as one with an invalid address.
    const ms = startedAt === 0 ? undefined : Math.round(performance.now() - startedAt)
    whenSent(response, () =>
      log[isQuiet ? 'debug' : 'info'](
        { ...aboutRequest(request), status, ms, bytes: bytesOf(request) },
        'request',
      ),
    )
  }
}

function aboutRequest({ id, method, url, ip, caller, span }: FastifyRequest): object {
  const { userId, tokenId } = caller ?? {}
  return {
    requestId: id,
    method,
    url: shortened(url),
    address: ip,
    ...(typeof userId === 'string' && { userId }),
    ...(typeof tokenId === 'string' && { tokenId }),
    ...(span !== null && { traceId: span.context.traceId }),
  }
}

/**
 * Calls back once, when the response has been sent or its connection is closed; at once if that has happened already,
 * or if no hook has set the response yet (null).
 */
function whenSent(response: FastifyRequest['response'], call: () => void): void {
  if (response === null || response.writableFinished || response.destroyed) return call()
  let isCalled = false
  const callOnce = (): void => {
    if (isCalled) return
    isCalled = true
    call()
  }
  response.once('finish', callOnce)
  response.once('close', callOnce)
}

/**
 * The number of sent bytes, including headers; undefined in tests, whose requests have no connection that counts them.
 */
function bytesOf({ raw, bytesBefore }: FastifyRequest): number | undefined {
  const sent = raw.socket.bytesWritten - bytesBefore
  return Number.isFinite(sent) ? sent : undefined
}

/**
 * An address of bounded length, because anybody can send long ones. The last word before the cut is removed, so that
 * no part of a secret remains.
 */
function shortened(url: string): string {
  return url.length <= limits.url ? url : `${url.slice(0, limits.url).replace(/[\w%-]*$/, '')}…`
}
