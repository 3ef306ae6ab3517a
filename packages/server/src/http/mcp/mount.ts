import { apiPath } from '@octavo/contract/rest'
import type { FastifyInstance } from 'fastify'
import type { Caller } from '../../core/caller.ts'
import { OctavoError } from '../../platform/errors.ts'
import { authenticate } from '../rest/authenticate.ts'
import { challengeOf } from '../rest/challenge.ts'
import type { HttpDependencies } from '../rest/routes.ts'
import { enforceApiRate } from '../../core/rate-limit.ts'
import { Endpoint } from './endpoint.ts'
import { requireOwnOrigin } from './origin.ts'
import { refusedMethod, send } from './replies.ts'

/** The MCP interface: Streamable HTTP without sessions. */
export function mountMcp(app: FastifyInstance, dependencies: HttpDependencies): void {
  const { services, logRequest } = dependencies
  const resourceMetadata = `resource_metadata="${services.config.baseUrl}/.well-known/oauth-protected-resource"`
  const endpoint = new Endpoint(dependencies)
  app.addHook('onClose', () => endpoint.close())

  const limitedByRate = (caller: Caller): Caller => {
    enforceApiRate(services, caller)
    // The caller of a session has the interface `rest`.
    return { ...caller, interface: 'mcp' }
  }

  app.route({
    method: ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'],
    url: `${apiPath}/mcp`,
    // The other methods are mounted only to refuse them in the form of the protocol.
    config: { allowed: ['POST'] },
    errorHandler: (error, request, reply) => {
      const status = error instanceof OctavoError ? error.status : (error.statusCode ?? 500)
      if (status === 401) void reply.header('www-authenticate', challengeOf(error, resourceMetadata))
      endpoint.refuse(error, request, reply)
    },
    onRequest: (request, reply, done) => {
      request.startedAt = performance.now()
      requireOwnOrigin(services.config, request.headers.origin)
      const caller = authenticate(services, request, { permission: 'signedIn', interface: 'mcp' })
      const enter = (known: Caller): void => {
        request.caller = known
        // Checked before the body is read, because a refused request does not need it.
        const refused = refusedMethod(request)
        if (refused === null) return done()
        logRequest(request, refused.status)
        send(reply, refused)
      }
      if (caller instanceof Promise) caller.then(limitedByRate).then(enter, done)
      else enter(limitedByRate(caller))
    },
    handler: (request, reply) => void endpoint.answer(request, reply),
  })
}
