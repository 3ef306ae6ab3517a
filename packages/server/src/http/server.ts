import { randomBytes } from 'node:crypto'
import type { Socket } from 'node:net'
import { apiPath } from '@octavo/contract/rest'
import fastify, {
  type FastifyBaseLogger,
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
  LogController,
} from 'fastify'
import type { Logger } from 'pino'
import type { Caller } from '../caller.ts'
import type { Services } from '../context.ts'
import { OctavoError } from '../errors.ts'
import { acceptJson } from './body.ts'
import { errorBody, sendError } from './errors.ts'
import { mountDocuments } from './documents.ts'
import { mountOperations } from './routes.ts'

declare module 'fastify' {
  interface FastifyRequest {
    caller: Caller
  }
}

/** characters of one path segment: a slug of 200 characters, each up to twelve when it is encoded */
const longestSegment = 2400

/** What answers HTTP, with all routes; it does not listen yet. */
export async function createServer(services: Services): Promise<FastifyInstance> {
  const { config, log } = services
  const app = fastify({
    loggerInstance: log as FastifyBaseLogger,
    logController: new LogController({ disableRequestLogging: true }),
    genReqId: requestIds(),
    // A logger for each request would cost more than the token check; lines that need the id say it themselves.
    childLoggerFactory: (logger) => logger,
    bodyLimit: config.maxBodyBytes,
    trustProxy: config.trustProxy.length === 0 ? false : [...config.trustProxy],
    requestTimeout: 300_000,
    forceCloseConnections: 'idle',
    routerOptions: { maxParamLength: longestSegment },
    frameworkErrors: (error, request, reply) => sendError(error, request, reply),
    clientErrorHandler: refuseGarbage,
  })
  app.decorateRequest('caller')
  app.addHook('onRequest', (request, reply, next) => {
    reply.header('x-request-id', request.id).header('x-content-type-options', 'nosniff')
    next()
  })
  let isClosing = false
  app.addHook('preClose', (done) => {
    isClosing = true
    done()
  })
  const logsReads = log.isLevelEnabled('debug')
  app.addHook('onResponse', (request, reply, next) => {
    const isQuietRead = (request.method === 'GET' || request.method === 'HEAD') && reply.statusCode < 400
    if (!isQuietRead || logsReads) logRequest(log, request, reply, isQuietRead ? 'debug' : 'info')
    // A connection that was busy when the closing began would be kept alive, and keep the process.
    if (isClosing) request.raw.socket.destroySoon()
    next()
  })
  acceptJson(app)
  if (config.corsOrigins.length > 0) {
    const { default: cors } = await import('@fastify/cors')
    await app.register(cors, {
      origin: [...config.corsOrigins],
      credentials: true,
      methods: ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE'],
      exposedHeaders: ['ETag', 'X-Request-Id', 'Retry-After'],
    })
  }
  app.setErrorHandler((error, request, reply) => sendError(error, request, reply))
  app.setNotFoundHandler((request, reply) =>
    sendError(
      new OctavoError('NOT_FOUND', `There is no ${request.method} ${pathOf(request.url)}.`),
      request,
      reply,
    ),
  )
  app.get('/_cms/health', { logLevel: 'silent' }, async () => ({ status: 'ok' }))
  mountDocuments(app, services, apiPath)
  mountOperations(app, services)
  return app
}

function logRequest(
  log: Logger,
  request: FastifyRequest,
  reply: FastifyReply,
  level: 'debug' | 'info',
): void {
  const { id, method, url } = request
  log[level](
    { requestId: id, method, url, status: reply.statusCode, ms: Math.round(reply.elapsedTime) },
    'request',
  )
}

/** Ids that are unique among all processes and cheap to make. */
function requestIds(): () => string {
  const prefix = randomBytes(5).toString('hex')
  let count = 0
  return () => `${prefix}-${(++count).toString(36)}`
}

function pathOf(url: string): string {
  return (url.split('?', 1)[0] ?? '').slice(0, 200)
}

/** What is not HTTP at all never reaches a route. */
function refuseGarbage(error: Error & { code?: string }, socket: Socket): void {
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
    `HTTP/1.1 ${status}\r\nContent-Type: application/json; charset=utf-8\r\nContent-Length: ${Buffer.byteLength(body)}\r\nConnection: close\r\n\r\n${body}`,
  )
}
