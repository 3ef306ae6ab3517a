import { apiPath } from '@octavo/contract/rest'
import type { FastifyInstance } from 'fastify'
import type { Caller } from '../caller.ts'
import { OctavoError } from '../errors.ts'
import { authenticate } from '../http/authenticate.ts'
import type { Doorway } from '../http/routes.ts'
import { demandApiRate } from '../rate-limits/demand.ts'
import { Endpoint } from './endpoint.ts'
import { demandOwnOrigin } from './origin.ts'
import { refusedMethod, send } from './replies.ts'

/** The MCP door (specification 4.9): Streamable HTTP without sessions. */
export function mountMcp(app: FastifyInstance, doorway: Doorway): void {
  const { services, logRequest } = doorway
  const challenge = `Bearer resource_metadata="${services.config.baseUrl}/.well-known/oauth-protected-resource"`
  const endpoint = new Endpoint(doorway)
  app.addHook('onClose', () => endpoint.close())

  const admit = (known: Caller): Caller => {
    demandApiRate(services, known)
    return { ...known, door: 'mcp' }
  }

  app.route({
    method: ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'],
    url: `${apiPath}/mcp`,
    errorHandler: (error, request, reply) => {
      const status = error instanceof OctavoError ? error.status : (error.statusCode ?? 500)
      if (status === 401) void reply.header('www-authenticate', challenge)
      endpoint.refuse(error, request, reply)
    },
    onRequest: (request, reply, done) => {
      request.startedAt = performance.now()
      demandOwnOrigin(services.config, request.headers.origin)
      const caller = authenticate(services, request, { permission: 'signedIn' })
      const enter = (known: Caller): void => {
        request.caller = known
        // Before the body is read: what it holds is of no matter to other methods.
        const refused = refusedMethod(request)
        if (refused === null) return done()
        logRequest(request, refused.status)
        send(reply, refused)
      }
      if (caller instanceof Promise) caller.then(admit).then(enter, done)
      else enter(admit(caller))
    },
    handler: (request, reply) => void endpoint.answer(request, reply),
  })
}
