import type { FastifyRequest } from 'fastify'
import type { Logger } from 'pino'

/** Writes the line of a request when it is answered: reads that went well only when debugging. */
export type RequestLog = (request: FastifyRequest, status: number) => void

export function createRequestLog(log: Logger): RequestLog {
  const logsReads = log.isLevelEnabled('debug')
  return (request, status) => {
    const { id, method, url, startedAt } = request
    const isQuiet = status < 400 && (method === 'GET' || method === 'HEAD')
    if (isQuiet && !logsReads) return
    const ms = startedAt === 0 ? undefined : Math.round(performance.now() - startedAt)
    log[isQuiet ? 'debug' : 'info'](
      { requestId: id, method, url: withoutSecrets(url), status, ms },
      'request',
    )
  }
}

const secret = 'token|code|user_code|state|code_challenge'
const inQuery = new RegExp(`([?&](?:${secret})=)[^&#]*`, 'g')
/** of an address to come back to, which is itself a parameter */
const inReturn = new RegExp(`((?:%3F|%26)(?:${secret})%3D)(?:(?!%26)[^&#])*`, 'gi')

/** Links carry their secret in the query; one that was refused, for its haste or by mistake, may still work. */
function withoutSecrets(url: string): string {
  return url.replace(inQuery, '$1…').replace(inReturn, '$1…')
}
