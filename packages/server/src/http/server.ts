import { randomBytes } from 'node:crypto'
import type { Socket } from 'node:net'
import { apiPath } from '@octavo/contract/rest'
import fastify, { type FastifyInstance, type FastifyServerOptions } from 'fastify'
import type { Caller } from '../caller.ts'
import type { Services } from '../context.ts'
import { OctavoError } from '../errors.ts'
import { mountPages } from '../pages/routes.ts'
import { mountMcp } from '../mcp/door.ts'
import { type Answering, setCommonHeaders } from './answer.ts'
import { acceptJson } from './body.ts'
import { compressWhatIsSent } from './compressed-sending.ts'
import { errorBody, errorSender } from './errors.ts'
import { mountOAuth } from '../oauth/mount.ts'
import { mountDocuments } from './documents.ts'
import { createRequestLog } from './request-log.ts'
import { mountMediaFiles } from './media-file.ts'
import { mountOperations } from './routes.ts'
import { safetyHeaders } from './safety-headers.ts'

declare module 'fastify' {
  interface FastifyInstance {
    answering: Answering
  }
  interface FastifyRequest {
    caller: Caller
    /** on the clock of `performance.now()`, in milliseconds; 0 before the request reaches its operation */
    startedAt: number
  }
}

/** characters of one path segment: a slug of 200 characters, each up to twelve when it is encoded */
const longestSegment = 2400

/** Inputs are checked by the contract, and answers encoded by us: the framework need not load compilers for either. */
const compilersFactory = {
  buildValidator: () => () => () => true,
  buildSerializer: () => () => JSON.stringify,
} as unknown as NonNullable<NonNullable<FastifyServerOptions['schemaController']>['compilersFactory']>

/** What answers HTTP, with all routes; it does not listen yet. */
export async function createServer(services: Services): Promise<FastifyInstance> {
  const { config, log } = services
  const logRequest = createRequestLog(log)
  const headers = safetyHeaders(config)
  const sendError = errorSender({ log, logRequest, headers })
  const app = fastify({
    genReqId: requestIds(),
    bodyLimit: config.maxBodyBytes,
    trustProxy: config.trustProxy.length === 0 ? false : [...config.trustProxy],
    requestTimeout: 300_000,
    forceCloseConnections: 'idle',
    // What still comes over an open connection while the service closes is answered like anything else.
    return503OnClosing: false,
    schemaController: { compilersFactory },
    routerOptions: { maxParamLength: longestSegment },
    frameworkErrors: (error, request, reply) => sendError(error, request, reply),
    clientErrorHandler: refuseGarbage,
  })
  app.decorateRequest('caller')
  app.decorateRequest('startedAt', 0)
  app.decorate('answering', { headers, compresses: config.compresses })
  app.addHook('onSend', (request, reply, payload, next) => {
    setCommonHeaders(request, reply, headers)
    next(null, payload)
  })
  if (config.compresses) compressWhatIsSent(app)
  closeWhatIsIdle(app)
  acceptJson(app)
  if (config.corsOrigins.length > 0) {
    const { default: cors } = await import('@fastify/cors')
    await app.register(cors, {
      origin: [...config.corsOrigins],
      credentials: true,
      methods: ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE'],
      exposedHeaders: [
        'ETag',
        'X-Request-Id',
        'Retry-After',
        'WWW-Authenticate',
        'Accept-Ranges',
        'Content-Range',
      ],
      // Asking before each request would double their number; ten minutes is what all browsers keep.
      maxAge: 600,
      strictPreflight: false,
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
  app.get('/_cms/health', async () => ({ status: 'ok' }))
  mountDocuments(app, services, apiPath)
  mountPages(app, { services, sendError, logRequest })
  mountOperations(app, { services, sendError, logRequest })
  mountMediaFiles(app, { services, sendError, logRequest })
  mountOAuth(app, { services, sendError, logRequest })
  mountMcp(app, { services, sendError, logRequest })
  return app
}

/** A connection that was busy when the closing began would be kept alive after its answer, and keep the process. */
function closeWhatIsIdle(app: FastifyInstance): void {
  let timer: NodeJS.Timeout | undefined
  app.addHook('preClose', (done) => {
    timer = setInterval(() => app.server.closeIdleConnections(), 20)
    done()
  })
  app.server.on('close', () => clearInterval(timer))
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
    `HTTP/1.1 ${status}\r\nContent-Type: application/json; charset=utf-8\r\nX-Content-Type-Options: nosniff\r\nContent-Length: ${Buffer.byteLength(body)}\r\nConnection: close\r\n\r\n${body}`,
  )
}
