import type { FastifyInstance } from 'fastify'
import type { Services } from '../../core/context.ts'
import { isReady } from '../readiness.ts'
import { setRetryAfter } from './errors.ts'

/** health checks are answered under overload too */
const routeOptions = { config: { isAlwaysAdmitted: true } }

/**
 * The health checks for load balancers and supervisors, without authentication: liveness and readiness. They are not
 * logged.
 */
export function mountHealth(app: FastifyInstance, { readiness }: Pick<Services, 'readiness'>): void {
  for (const path of ['/_cms/health', '/_cms/health/live']) {
    app.get(path, routeOptions, async (_request, reply) => {
      reply.header('cache-control', 'no-store')
      return { status: 'ok' }
    })
  }
  app.get('/_cms/health/ready', routeOptions, async (_request, reply) => {
    const checks = await readiness.checks()
    const status = isReady(checks) ? 200 : 503
    setRetryAfter(reply, status)
    return reply.code(status).header('cache-control', 'no-store').send({ checks })
  })
}
