import { limits } from '@octavo/contract/limits'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { strangerCaller } from '../caller.ts'
import { isRefusal } from '../grants/refusal.ts'
import type { Doorway } from '../http/routes.ts'
import { visitOf } from '../http/visit.ts'
import { invoke } from '../invoke.ts'
import { demandAddressRate } from '../rate-limits/demand.ts'
import { forEveryOrigin, sendProtocol, sendProtocolFailure, statusOf } from './answers.ts'
import { mountAuthorizePage } from './authorize-page.ts'
import { mountDevicePage } from './device-page.ts'
import { type Endpoint, endpoints } from './endpoints.ts'
import { authorizationServer, metadataPaths, protectedResource } from './metadata.ts'
import { readForm } from './parameters.ts'

/** bytes of a body: the largest is a registration with many addresses */
const mostBytes = 65_536

/** The OAuth door: documents, protocol endpoints, and the two pages where people decide. */
export function mountOAuth(app: FastifyInstance, doorway: Doorway): void {
  void app.register(async (scope) => {
    // The rule for the API would answer the configured origins with credentials, and no others.
    scope.addHook('onRoute', (route) => {
      route.config = { ...route.config, cors: false }
    })
    scope.addContentTypeParser(
      /^application\/x-www-form-urlencoded(\s*;.*)?$/i,
      { parseAs: 'string', bodyLimit: mostBytes },
      (_request, body, done) => done(null, readForm(String(body))),
    )
    const { baseUrl } = doorway.services.config
    for (const path of metadataPaths.protectedResource) mountDocument(scope, path, protectedResource(baseUrl))
    for (const path of metadataPaths.authorizationServer)
      mountDocument(scope, path, authorizationServer(baseUrl))
    for (const endpoint of endpoints)
      for (const path of endpoint.paths) mountEndpoint(scope, doorway, endpoint, path)
    mountAuthorizePage(scope, doorway)
    mountDevicePage(scope, doorway)
  })
}

function mountDocument(scope: FastifyInstance, path: string, document: object): void {
  const json = JSON.stringify(document)
  allowEveryOrigin(scope, path, 'GET')
  scope.get(path, async (_request, reply) =>
    reply
      .headers({
        ...forEveryOrigin,
        'cache-control': 'public, max-age=3600',
        'content-type': 'application/json; charset=utf-8',
      })
      .send(json),
  )
}

function mountEndpoint(scope: FastifyInstance, doorway: Doorway, endpoint: Endpoint, path: string): void {
  allowEveryOrigin(scope, path, 'POST')
  scope.post(path, {
    bodyLimit: mostBytes,
    errorHandler: (error, request, reply) => sendProtocolFailure(error, request, reply, doorway),
    onRequest: async (request) => {
      request.startedAt = performance.now()
      await demandAddressRate(doorway.services, {
        endpoint: endpoint.limitedAs,
        address: request.ip,
        limit: limits.addressRequests,
      })
    },
    handler: (request, reply) => answer(request, reply, doorway, endpoint),
  })
}

async function answer(
  request: FastifyRequest,
  reply: FastifyReply,
  { services, logRequest }: Doorway,
  endpoint: Endpoint,
): Promise<FastifyReply> {
  const step = endpoint.stepOf(request)
  const call = { caller: strangerCaller('rest'), visit: visitOf(services.config, request, reply) }
  const result = isRefusal(step) ? step : ((await invoke(services, { ...step, ...call })) as object)
  const status = statusOf(result, request, endpoint.status)
  if (status === 401) reply.header('www-authenticate', 'Basic realm="Octavo"')
  logRequest(request, status)
  sendProtocol(reply, status, result)
  return reply
}

/** What browsers ask before a script may send such a request (CORS). */
function allowEveryOrigin(scope: FastifyInstance, path: string, method: 'GET' | 'POST'): void {
  scope.options(path, async (_request, reply) =>
    reply
      .code(204)
      .headers({
        ...forEveryOrigin,
        'access-control-allow-methods': method,
        // The star stands for all but the one that must be named.
        'access-control-allow-headers': '*, Authorization',
        'access-control-max-age': '86400',
      })
      .send(),
  )
}
