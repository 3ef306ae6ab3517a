import { randomBytes } from 'node:crypto'
import {
  createServer as createHttpServer,
  type IncomingMessage,
  type ServerOptions,
  type ServerResponse,
} from 'node:http'
import type { Socket } from 'node:net'
import { operationList } from '@octavo/contract/operations/registry'
import { changeHeader } from '@octavo/contract/rest'
import fastify, {
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
  type FastifyServerOptions,
} from 'fastify'
import { admitRequests } from './admission.ts'
import { AddressScheduler } from './address-scheduler.ts'
import type { Caller } from '../core/caller.ts'
import type { Services } from '../core/context.ts'
import { OctavoError } from '../platform/errors.ts'
import { mountPages } from './pages/routes.ts'
import { mountMcp } from './mcp/mount.ts'
import { type Answering, setCommonHeaders } from './rest/answer.ts'
import { acceptJson } from './rest/body.ts'
import { boundBodies } from './rest/bounded-bodies.ts'
import { compressWhatIsSent } from './rest/compressed-sending.ts'
import { errorBody, errorSender } from './rest/errors.ts'
import { mountOAuth } from './oauth/mount.ts'
import { mountDocuments } from './rest/documents.ts'
import { mountEventStream } from './rest/event-stream.ts'
import { mountHealth } from './rest/health.ts'
import { mountMetrics } from './rest/metrics.ts'
import { longestSegment, OperationRoutes } from './rest/operation-routes.ts'
import { allowPreviewOrigins } from './rest/preview-requests.ts'
import { createRequestLog } from './rest/request-log.ts'
import { ConnectionQueues } from './rest/connection-queues.ts'
import { mountMediaFiles } from './rest/media-file.ts'
import { mountMediaUploads } from './rest/media-upload.ts'
import { mountOperations } from './rest/routes.ts'
import { safetyHeaders } from './rest/safety-headers.ts'
import { traceRequests } from './traced-requests.ts'
import { closeUnusedConnections } from './unused-connections.ts'
import { answerUnknown, ServedAddresses } from './unknown-address.ts'

declare module 'fastify' {
  interface FastifyInstance {
    answering: Answering
  }
  interface FastifyRequest {
    caller: Caller
    /** from `performance.now()`, in milliseconds; 0 before the request reaches its operation */
    startedAt: number
    /** null before the first hook */
    response: ServerResponse | null
    /** bytes that were sent on the connection before the response */
    bytesBefore: number
  }
}

const serverOptions: ServerOptions & { readonly optimizeEmptyRequests: boolean } = {
  /** milliseconds that a request may take to arrive */
  requestTimeout: 300_000,
  /** milliseconds that a connection is kept for the next request */
  keepAliveTimeout: 72_000,
  /**
   * Requests without a body have no events of a body. Older versions of Node ignore this option, and `boundBodies`
   * works with and without it.
   */
  optimizeEmptyRequests: true,
}

/** The contract validates inputs and we serialize responses, so the framework need not load compilers for either. */
const compilersFactory = {
  buildValidator: () => () => () => true,
  buildSerializer: () => () => JSON.stringify,
} as unknown as NonNullable<NonNullable<FastifyServerOptions['schemaController']>['compilersFactory']>

/** Creates the HTTP server with all routes; it does not listen yet. */
export async function createServer(services: Services): Promise<FastifyInstance> {
  const { config, log } = services
  const logRequest = createRequestLog(log)
  const headers = safetyHeaders(config)
  const sendError = errorSender({ log, logRequest, headers })
  const scheduler = new AddressScheduler()
  const connectionQueues = new ConnectionQueues()
  const unknown = (request: FastifyRequest, reply: FastifyReply): void =>
    answerUnknown(request, reply, { config, addresses, routes, sendError })
  const app = fastify({
    genReqId: requestIds(),
    bodyLimit: config.maxBodyBytes,
    trustProxy: config.trustProxy.length === 0 ? false : [...config.trustProxy],
    serverFactory: (answer) => createHttpServer(serverOptions, connectionQueues.oneByOne(answer)),
    forceCloseConnections: 'idle',
    // Requests that arrive on open connections during shutdown are answered normally.
    return503OnClosing: false,
    schemaController: { compilersFactory },
    routerOptions: { maxParamLength: longestSegment, ignoreTrailingSlash: true },
    frameworkErrors: (error, request, reply) => {
      // A request with such an error has no decorations, and no hook runs for it.
      Object.assign(request, { startedAt: 0, span: null, isCounted: null })
      beginAnswer(request, reply)
      scheduler.enter(request, () =>
        error.code === 'FST_ERR_BAD_URL' ? unknown(request, reply) : sendError(error, request, reply),
      )
    },
    clientErrorHandler: answerInvalidHttp,
  })
  const routes = new OperationRoutes(operationList)
  // It learns of routes by a hook, so it comes before all routes are mounted.
  const addresses = new ServedAddresses(app, routes.all)
  app.decorateRequest('caller')
  app.decorateRequest('startedAt', 0)
  app.decorateRequest('response', null)
  app.decorateRequest('bytesBefore', 0)
  app.decorateRequest('span', null)
  app.decorateRequest('operationRoute', null)
  app.decorateRequest('cachedRead', null)
  const headerList = Object.entries(headers).flat()
  app.decorate('answering', { headers, headerList, compresses: config.compresses, config })
  app.addHook('onSend', (request, reply, payload, next) => {
    setCommonHeaders(request, reply, headers)
    next(null, payload)
  })
  // The first hook of a request: the next ones rely on what it sets.
  app.addHook('onRequest', (request, reply, next) => {
    beginAnswer(request, reply)
    findOperation(request, routes)
    scheduler.enter(request, next)
  })
  if (services.tracer !== null) traceRequests(app, services.tracer)
  boundBodies(app)
  admitRequests(app, { requests: services.admission, downloads: services.downloads })
  if (config.compresses) compressWhatIsSent(app)
  closeUnusedConnections(app, connectionQueues)
  acceptJson(app)
  // This hook comes before that of the configured origins, which answers all preflight requests.
  allowPreviewOrigins(app, services)
  if (config.corsOrigins.length > 0) {
    const { default: cors } = await import('@fastify/cors')
    await app.register(cors, {
      origin: [...config.corsOrigins],
      methods: ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE'],
      exposedHeaders: [
        'ETag',
        'X-Request-Id',
        'Retry-After',
        'WWW-Authenticate',
        'Accept-Ranges',
        'Content-Range',
        changeHeader,
      ],
      // Avoids a preflight before each request; all browsers cache it for ten minutes.
      maxAge: 600,
      strictPreflight: false,
    })
  }
  app.setErrorHandler((error, request, reply) => sendError(error, request, reply))
  app.setNotFoundHandler(unknown)
  // Requests to unknown addresses are answered before the body is read: it may be large, and they need no
  // authentication.
  app.addHook('onRequest', (request, reply, next) => (isUnknown(request) ? unknown(request, reply) : next()))
  mountHealth(app, services)
  mountMetrics(app, services)
  mountDocuments(app, { services, sendError, logRequest })
  mountPages(app, { services, sendError, logRequest })
  mountOperations(app, { services, sendError, logRequest }, routes)
  mountEventStream(app, { services, sendError, logRequest })
  mountMediaFiles(app, { services, sendError, logRequest })
  mountMediaUploads(app, { services, sendError, logRequest })
  mountOAuth(app, { services, sendError, logRequest })
  mountMcp(app, { services, sendError, logRequest })
  return app
}

/** Stores the data of a response that the log needs. */
function beginAnswer(request: FastifyRequest, { raw }: FastifyReply): void {
  request.response = raw
  request.bytesBefore = request.raw.socket.bytesWritten
}

/**
 * Sets the operation of a request and its parameters: all operations of a method share one route of the framework
 * (`isOperation`). An address that was answered before is known, so no route is searched for.
 */
function findOperation(request: FastifyRequest, routes: OperationRoutes): void {
  const known = routes.cached(request)
  if (known !== undefined) request.cachedRead = known
  else if (request.routeOptions.config.isOperation !== true) return
  const found = known ?? routes.find(request)
  if (found === undefined) return
  request.operationRoute = found.route
  request.params = found.params
}

/**
 * Whether nothing is at the address of a request: no route, or the shared route of operations without one of them. The
 * framework makes its description of the route each time it is asked for, so it is asked last.
 */
function isUnknown(request: FastifyRequest): boolean {
  if (request.operationRoute !== null) return false
  return request.is404 || request.routeOptions.config.isOperation === true
}

/** ids of other services that can be a part of a log line and of a header */
const givenId = /^[\w.:@/+=-]{1,128}$/

/** The id that the caller gives, or one that is unique across processes and cheap to create. */
function requestIds(): (request: Pick<IncomingMessage, 'headers'>) => string {
  const prefix = randomBytes(5).toString('hex')
  let count = 0
  return ({ headers }) => {
    const given = headers['x-request-id']
    if (typeof given === 'string' && givenId.test(given)) return given
    return `${prefix}-${(++count).toString(36)}`
  }
}

/** Answers bytes that are not HTTP, which reach no route and no hook, and closes their connection. */
function answerInvalidHttp(error: Error & { code?: string }, socket: Socket): void {
  if (error.code === 'ECONNRESET' || !socket.writable) return
  const isTooLarge = error.code === 'HPE_HEADER_OVERFLOW'
  const status = isTooLarge ? '431 Request Header Fields Too Large' : '400 Bad Request'
  const body = JSON.stringify(
    errorBody(
      new OctavoError(
        'VALIDATION_ERROR',
        isTooLarge ? 'The address or the headers are too long.' : 'The request is not HTTP.',
      ),
    ),
  )
  socket.end(
    `HTTP/1.1 ${status}\r\nContent-Type: application/json; charset=utf-8\r\nX-Content-Type-Options: nosniff\r\nContent-Length: ${Buffer.byteLength(body)}\r\nConnection: close\r\n\r\n${body}`,
  )
}
