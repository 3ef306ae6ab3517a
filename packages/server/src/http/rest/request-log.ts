import { limits } from '@octavo/contract/limits'
import type { FastifyRequest } from 'fastify'
import type { Logger } from 'pino'

/**
 * Logs a request when it is answered. Successful reads, and failures caused by an outage, are logged at debug level
 * only, because an outage has its own log lines.
 */
export type RequestLog = (request: FastifyRequest, status: number) => void

export function createRequestLog(log: Logger): RequestLog {
  const logsAll = log.isLevelEnabled('debug')
  return (request, status) => {
    const { id, method, url, startedAt } = request
    const isQuiet = (status < 400 && (method === 'GET' || method === 'HEAD')) || status === 503
    if (isQuiet && !logsAll) return
    const ms = startedAt === 0 ? undefined : Math.round(performance.now() - startedAt)
    log[isQuiet ? 'debug' : 'info']({ requestId: id, method, url: shortened(url), status, ms }, 'request')
  }
}

/** Anybody can send long addresses. What may be the beginning of a secret goes with the rest of it. */
function shortened(url: string): string {
  return url.length <= limits.url ? url : `${url.slice(0, limits.url).replace(/[\w%-]*$/, '')}…`
}
