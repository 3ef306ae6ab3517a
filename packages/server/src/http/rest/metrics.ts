import { createHash, timingSafeEqual } from 'node:crypto'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Services } from '../../core/context.ts'
import { OctavoError } from '../../platform/errors.ts'
import { metricsText } from '../metrics-text.ts'

const loopback = /^(127\.\d+\.\d+\.\d+|::1|::ffff:127\.\d+\.\d+\.\d+)$/

/** headers that proxies add: a request with one has the address of the proxy, not that of its client */
const forwardingHeaders = [
  'forwarded',
  'via',
  'x-forwarded-for',
  'x-forwarded-host',
  'x-forwarded-proto',
  'x-real-ip',
]

/** `/_cms/metrics`: for a monitoring system with the token of the settings, or on this machine. It is not logged. */
export function mountMetrics(app: FastifyInstance, services: Services): void {
  const { metricsToken } = services.config
  app.get('/_cms/metrics', { config: { isAlwaysAdmitted: true } }, async (request, reply) => {
    authorizeMetrics(request, metricsToken)
    return reply
      .header('content-type', 'text/plain; version=0.0.4; charset=utf-8')
      .header('cache-control', 'no-store')
      .send(metricsText(services))
  })
}

/** Throws UNAUTHORIZED unless the request has the token, or comes from this machine. */
function authorizeMetrics(request: FastifyRequest, token: string | null): void {
  const given = /^Bearer (.+)$/i.exec(request.headers.authorization ?? '')?.[1]
  if (given !== undefined) {
    if (token !== null && isSame(given, token)) return
    throw new OctavoError('UNAUTHORIZED', 'The token is not that of OCTAVO_METRICS_TOKEN.')
  }
  const isForwarded = forwardingHeaders.some((name) => request.headers[name] !== undefined)
  if (!isForwarded && loopback.test(request.socket.remoteAddress ?? '')) return
  throw new OctavoError(
    'UNAUTHORIZED',
    'Metrics are for programs on the machine of the service, and for requests with the token of OCTAVO_METRICS_TOKEN.',
  )
}

/** Compares hashes, so that the time says nothing about the token. */
function isSame(given: string, token: string): boolean {
  const hash = (text: string): Buffer => createHash('sha256').update(text).digest()
  return timingSafeEqual(hash(given), hash(token))
}
