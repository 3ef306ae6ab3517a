import type { LimitedEndpoint, Operation, RestBinding } from '@octavo/contract/define'
import type { Issue } from '@octavo/contract/errors'
import { limits } from '@octavo/contract/limits'
import { apiPath, changeHeader } from '@octavo/contract/rest'
import type { FastifyInstance, FastifyReply, FastifyRequest, RouteOptions } from 'fastify'
import { authorize, type Caller } from '../../core/caller.ts'
import type { Services } from '../../core/context.ts'
import type { Upload } from '../../platform/files/incoming.ts'
import { frozen } from '../../core/frozen.ts'
import { invoke, type CachedInput } from '../../core/invoke.ts'
import { enforceAddressRate, enforceApiRate, enforceVisitorRate } from '../../core/rate-limit.ts'
import { headerOf } from './header.ts'
import { knownTagsOf, sendResult, strongTagsOf } from './answer.ts'
import { authenticate } from './authenticate.ts'
import type { SendError } from './errors.ts'
import type { CachedRead, OperationRoute, OperationRoutes } from './operation-routes.ts'
import { requireOwnPage } from './own-origin.ts'
import { previewCallerOf } from './preview-requests.ts'
import type { RequestLog } from './request-log.ts'
import { clientContextOf } from './client-context.ts'
import { receiveForm } from './upload.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** the file sent with a form, until the request is answered */
    upload: Upload | null
    /** the operation that answers the request, if any */
    operationRoute: OperationRoute | null
    /** what its address says (route, parameters and input), if a request to it was answered before */
    cachedRead: CachedRead | null
  }
  interface FastifyContextConfig {
    /** whether the route answers for operations, of which each request has one */
    isOperation?: boolean
  }
}

export interface HttpDependencies {
  readonly services: Services
  readonly sendError: SendError
  readonly logRequest: RequestLog
}

/**
 * The REST interface: every operation with a REST binding, mounted as its definition says. One route of the framework
 * serves all operations of a method (see `OperationRoutes`), except those that accept other bodies.
 */
export function mountOperations(
  app: FastifyInstance,
  dependencies: HttpDependencies,
  routes: OperationRoutes,
): void {
  app.decorateRequest('upload', null)
  const shared = { ...routeOptions(dependencies, routes), config: { isOperation: true } }
  app.route({ ...shared, method: 'GET', url: `${apiPath}/*`, exposeHeadRoute: true })
  for (const method of ['POST', 'PUT', 'PATCH', 'DELETE'])
    app.route({ ...shared, method, url: `${apiPath}/*` })
  // Operations with other bodies have their own routes besides: forms with a file, or bodies of anonymous callers.
  for (const { operation, rest, url, hasHead } of routes.all) {
    const route = { ...shared, method: rest.method, url, exposeHeadRoute: hasHead }
    if (rest.upload !== undefined) mountWithUpload(app, dependencies, { upload: rest.upload, route })
    else if (operation.permission === 'public')
      app.route({ ...route, bodyLimit: limits.publicBody, config: { ...shared.config, isPublic: true } })
  }
}

interface UploadRoute {
  readonly upload: NonNullable<RestBinding['upload']>
  readonly route: RouteOptions
}

/** Mounts an operation that accepts forms with a file, in its own scope, because no other route accepts forms. */
function mountWithUpload(
  app: FastifyInstance,
  { services }: HttpDependencies,
  { upload, route }: UploadRoute,
): void {
  const { incoming, config } = services
  void app.register(async (scope) => {
    scope.addContentTypeParser('multipart/form-data', async (request: FastifyRequest) => {
      const maxBytes = upload.isImport === true ? config.maxImportBytes : config.maxUploadBytes
      const form = await receiveForm(request.raw, upload, { incoming, maxBytes })
      request.upload = form.upload
      return form.input
    })
    scope.route(route)
  })
}

/** The handling of a request that all operations share. */
function routeOptions(
  dependencies: HttpDependencies,
  routes: OperationRoutes,
): Pick<RouteOptions, 'errorHandler' | 'onRequest' | 'handler'> {
  const { services, sendError, logRequest } = dependencies

  const answer = async (request: FastifyRequest, reply: FastifyReply): Promise<void> => {
    const route = routeOf(request)
    const { operation, rest } = route
    let cacheTags = ''
    try {
      const { input, issues, cached } = inputOf(request, route)
      const result = await invoke(services, {
        operation,
        caller: request.caller,
        input,
        issues,
        cached,
        ifMatch: strongTagsOf(request.headers['if-match']),
        idempotencyKey: headerOf(request.headers, 'idempotency-key'),
        confirmation: headerOf(request.headers, 'x-octavo-confirm'),
        knownTags: knownTagsOf(request),
        onCacheTags: (tags) => void (cacheTags = tags),
        upload: request.upload,
        onChange: (changeId) => void reply.header(changeHeader, changeId),
        clientContext: clientContextOf(services.config, request, reply),
      })
      logRequest(request, sendResult(request, reply, { operation, rest, cacheTags }, result))
      cacheInput(routes, request, { route, cached })
    } catch (error) {
      sendError(error, request, reply, operation)
    } finally {
      if (request.upload !== null) await services.incoming.discard(request.upload)
    }
  }

  return {
    errorHandler: (error, request, reply) => sendError(error, request, reply, routeOf(request).operation),
    // The caller is found before the body is read, so that anonymous callers cannot make the service read it.
    onRequest: (request, _reply, done) => {
      const { operation, rest } = routeOf(request)
      request.startedAt = performance.now()
      // Data has just arrived from the network, so the reads of this turn of the event loop can share a snapshot.
      if (operation.effect === 'read') services.database.readTogether()
      if (operation.startsSession === true) requireOwnPage(services.config, request.headers)
      const caller = callerOf(services, request, operation)
      const limitedByRate = (known: Caller): Caller => {
        // Callers of public operations are anonymous: only the limits of their endpoints apply (`callerOf`).
        if (known.isVisitor === true) enforceVisitorRate(services, request.ip)
        else if (operation.permission !== 'public') enforceApiRate(services, known)
        return known
      }
      const enter = (known: Caller): void => {
        request.caller = known
        // Before a file is read, the rights are checked here; without one `invoke` checks them, after the body was
        // read.
        done(rest.upload === undefined ? undefined : refusal(known, operation))
      }
      if (caller instanceof Promise) caller.then(limitedByRate).then(enter, done)
      else enter(limitedByRate(caller))
    },
    // It returns no promise: the framework would wait for it, and then handle a response that is already sent.
    handler: (request, reply) => void answer(request, reply),
  }
}

interface RequestInput {
  readonly input: unknown
  readonly issues: readonly Issue[]
  /** `input`, if it can be cached for further requests */
  readonly cached?: CachedInput | undefined
}

const noIssues: readonly Issue[] = []

/**
 * The input of a request. That of a read is cached, unless it depends on more than the address, or the address has a
 * secret.
 */
function inputOf(request: FastifyRequest, route: OperationRoute): RequestInput {
  const { cachedRead } = request
  if (cachedRead !== null)
    return { input: cachedRead.cached.input, issues: noIssues, cached: cachedRead.cached }
  const { input, issues } = route.readInput(request)
  const { operation, rest } = route
  // With alternatives, the input depends on `Accept`. The parameter `preview` is the secret of a preview link.
  const followsFromAddress = request.method === 'GET' && rest.alternatives === undefined
  const isPreview = (request.query as { preview?: unknown }).preview !== undefined
  const canCache = operation.effect === 'read' && followsFromAddress && !isPreview && issues.length === 0
  return { input, issues, cached: canCache ? { input } : undefined }
}

/**
 * Caches the input of a request that was answered, unless it is cached already. `invoke` has set `parsed` if the input
 * can be cached.
 */
function cacheInput(
  routes: OperationRoutes,
  request: FastifyRequest,
  { route, cached }: { readonly route: OperationRoute; readonly cached: CachedInput | undefined },
): void {
  if (request.cachedRead !== null || cached?.parsed === undefined) return
  routes.cache(request, { route, params: frozen(request.params as Record<string, string>), cached })
}

/** The route of a request. Requests without one are answered earlier. */
function routeOf({ operationRoute }: FastifyRequest): OperationRoute {
  if (operationRoute === null) throw new Error('the request has no operation')
  return operationRoute
}

/**
 * The caller of a request. The rate limits of the endpoint apply first, so that a limited address causes no look-up.
 */
function callerOf(
  services: Services,
  request: FastifyRequest,
  operation: Operation,
): Caller | Promise<Caller> {
  const previewCaller = previewCallerOf(services, request, operation)
  if (previewCaller !== undefined) return previewCaller
  const { limitedAs: endpoint, permission, isForVisitors } = operation
  const access = { permission, isForVisitors, interface: 'rest' } as const
  if (endpoint === undefined) return authenticate(services, request, access)
  return enforceRate(services, request, endpoint).then(() => authenticate(services, request, access))
}

async function enforceRate(
  services: Services,
  { ip: address }: FastifyRequest,
  endpoint: LimitedEndpoint,
): Promise<void> {
  await enforceAddressRate(services, { endpoint, address, limit: limits.addressRequests })
}

/** The error if a caller may not call an operation; undefined if they may. */
function refusal(caller: Caller, operation: Operation): Error | undefined {
  try {
    authorize(caller, operation)
    return undefined
  } catch (error) {
    return error as Error
  }
}
