import { limits } from '@octavo/contract/limits'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { anonymousCaller } from '../../core/caller.ts'
import { isRefusal } from '../../identity/grants/refusal.ts'
import type { HttpDependencies } from '../rest/routes.ts'
import { clientContextOf } from '../rest/client-context.ts'
import { invoke } from '../../core/invoke.ts'
import { enforceAddressRate } from '../../core/rate-limit.ts'
import { forEveryOrigin, sendProtocol, sendProtocolFailure, statusOf } from './answers.ts'
import { mountAuthorizePage } from './authorize-page.ts'
import { mountDevicePage } from './device-page.ts'
import { type Endpoint, endpoints } from './endpoints.ts'
import { authorizationServer, metadataPaths, protectedResource } from './metadata.ts'
import { readForm } from './parameters.ts'

/** The OAuth interface: metadata, protocol endpoints, and the pages for consent and device codes. */
export function mountOAuth(app: FastifyInstance, dependencies: HttpDependencies): void {
  void app.register(async (scope) => {
    // The CORS rule of the API would allow only the configured origins, and with credentials.
    scope.addHook('onRoute', (route) => {
      route.config = { ...route.config, cors: false }
    })
    scope.addContentTypeParser(
      /^application\/x-www-form-urlencoded(\s*;.*)?$/i,
      { parseAs: 'string', bodyLimit: limits.publicBody },
      (_request, body, done) => done(null, readForm(String(body))),
    )
    const { baseUrl } = dependencies.services.config
    for (const path of metadataPaths.protectedResource) mountDocument(scope, path, protectedResource(baseUrl))
    for (const path of metadataPaths.authorizationServer)
      mountDocument(scope, path, authorizationServer(baseUrl))
    for (const endpoint of endpoints)
      for (const path of endpoint.paths) mountEndpoint(scope, dependencies, endpoint, path)
    mountAuthorizePage(scope, dependencies)
    mountDevicePage(scope, dependencies)
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

function mountEndpoint(
  scope: FastifyInstance,
  dependencies: HttpDependencies,
  endpoint: Endpoint,
  path: string,
): void {
  allowEveryOrigin(scope, path, 'POST')
  scope.post(path, {
    bodyLimit: endpoint.maxBytes ?? limits.publicBody,
    config: { isPublic: true },
    errorHandler: (error, request, reply) => sendProtocolFailure(error, request, reply, dependencies),
    onRequest: async (request) => {
      request.startedAt = performance.now()
      await enforceAddressRate(dependencies.services, {
        endpoint: endpoint.limitedAs,
        address: request.ip,
        limit: limits.addressRequests,
      })
    },
    handler: (request, reply) => answer(request, reply, dependencies, endpoint),
  })
}

async function answer(
  request: FastifyRequest,
  reply: FastifyReply,
  { services, logRequest }: HttpDependencies,
  endpoint: Endpoint,
): Promise<FastifyReply> {
  // A refusal is a result too: an answer in the form of the RFCs, not an error.
  const step = endpoint.stepOf(request)
  const call = {
    caller: anonymousCaller('rest'),
    clientContext: clientContextOf(services.config, request, reply),
  }
  const result = isRefusal(step) ? step : ((await invoke(services, { ...step, ...call })) as object)
  const status = statusOf(result, request, endpoint.status)
  // The scheme by which the app tried to authenticate (RFC 6749, 5.2).
  if (status === 401) reply.header('www-authenticate', 'Basic realm="Octavo"')
  logRequest(request, status)
  sendProtocol(reply, status, result)
  return reply
}

/** Answers preflight requests (CORS). */
function allowEveryOrigin(scope: FastifyInstance, path: string, method: 'GET' | 'POST'): void {
  scope.options(path, async (_request, reply) =>
    reply
      .code(204)
      .headers({
        ...forEveryOrigin,
        'access-control-allow-methods': method,
        // The star covers all headers except Authorization, which must be named.
        'access-control-allow-headers': '*, Authorization',
        'access-control-max-age': '86400',
      })
      .send(),
  )
}
