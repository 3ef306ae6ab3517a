import { eventStreamInput, events } from '@octavo/contract/operations/events'
import { limits } from '@octavo/contract/limits'
import { apiPath } from '@octavo/contract/rest'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { authorize, type Caller } from '../../core/caller.ts'
import { enforceApiRate } from '../../core/rate-limit.ts'
import { readBounds, readCursor } from '../../changes/events/bounds.ts'
import type { Position } from '../../changes/events/position.ts'
import { EventStream } from '../../changes/events/stream.ts'
import { invalid, OctavoError } from '../../platform/errors.ts'
import { issuesOf } from '../../platform/issues.ts'
import { setCommonHeaders } from './answer.ts'
import { authenticate } from './authenticate.ts'
import { inputReader } from './input.ts'
import type { HttpDependencies } from './routes.ts'

const { permission } = events.list
const rest = { method: 'GET', path: '/events/stream' } as const
const readInput = inputReader({ ...events.list, input: eventStreamInput }, rest)

/** Sends events as they come (server-sent events). */
export function mountEventStream(app: FastifyInstance, dependencies: HttpDependencies): void {
  const { services, sendError } = dependencies
  /** id of a token, session or person → number of open streams */
  const openStreams = new Map<string, number>()
  app.addHook('preClose', (done) => {
    services.eventStreams.close()
    done()
  })
  app.route({
    method: 'GET',
    url: apiPath + rest.path,
    exposeHeadRoute: false,
    config: { isLasting: true },
    errorHandler: (error, request, reply) => sendError(error, request, reply, events.list),
    onRequest: async (request) => {
      request.startedAt = performance.now()
      request.caller = await callerOf(dependencies, request)
      enforceApiRate(services, request.caller)
    },
    handler: async (request, reply) => answer(request, reply, { ...dependencies, openStreams }),
  })
}

async function callerOf({ services }: HttpDependencies, request: FastifyRequest): Promise<Caller> {
  const caller = await authenticate(services, request, { permission, interface: 'rest' })
  authorize(caller, events.list)
  return caller
}

interface StreamDependencies extends HttpDependencies {
  readonly openStreams: Map<string, number>
}

async function answer(
  request: FastifyRequest,
  reply: FastifyReply,
  dependencies: StreamDependencies,
): Promise<void> {
  const { services, logRequest } = dependencies
  const { types, collections, after } = parsedInput(request)
  const position = await positionOf(dependencies, request, after)
  // How positions are written as ids: encrypted for callers who get only some of the events.
  const forms = await services.eventPositions.forms()
  countStream(request, reply, dependencies)
  setCommonHeaders(request, reply, request.server.answering.headers)
  const headers = { 'content-type': 'text/event-stream; charset=utf-8', 'cache-control': 'private, no-store' }
  const given = reply.getHeaders() as Record<string, string>
  reply.hijack()
  // An open stream needs almost no memory, so it does not count as a request in progress.
  services.admission.pause(request)
  // Proxies that buffer responses would hold events back.
  reply.raw.writeHead(200, { ...given, ...headers, 'x-accel-buffering': 'no' })
  logRequest(request, 200)
  const stream = new EventStream(services, reply.raw, {
    selection: { types, collections },
    caller: request.caller,
    forms,
    // The stream looks the caller up again while it is open, because rights can be revoked.
    recheck: () => callerOf(dependencies, request),
  })
  await stream.start(position).catch((error: unknown) => {
    services.log.warn({ err: error, requestId: request.id }, 'a stream of events was aborted')
    reply.raw.destroy()
  })
}

function parsedInput(request: FastifyRequest): ReturnType<typeof eventStreamInput.parse> {
  const { input, issues } = readInput(request)
  const { success, data, error } = eventStreamInput.safeParse(input)
  if (success && issues.length === 0) return data
  const further = success ? [] : issuesOf(error, Object.keys(eventStreamInput.shape), input)
  throw invalid([...issues, ...further])
}

/** The start of the stream: after the last event that the client received, or at the oldest event. */
async function positionOf(
  { services }: HttpDependencies,
  { headers, caller }: FastifyRequest,
  after: string | undefined,
): Promise<Position> {
  const last = headers['last-event-id']
  const text = typeof last === 'string' && last !== '' ? last : after
  const { reader, dialect } = services.database
  const bounds = await readBounds(reader, dialect)
  // The position up to which events were removed: the oldest one that is kept follows it.
  if (text === undefined) return bounds.removed
  const path = text === after ? 'after' : 'Last-Event-ID'
  return readCursor(services, { text, path, caller }, bounds)
}

/** Counts a stream until it is closed; throws RATE_LIMITED if too many are open. */
function countStream(
  request: FastifyRequest,
  reply: FastifyReply,
  { services, openStreams }: StreamDependencies,
): void {
  const { tokenId, sessionId, userId } = request.caller
  const key = tokenId ?? sessionId ?? userId ?? ''
  const count = openStreams.get(key) ?? 0
  const { perCaller, perProcess } = limits.eventStreams
  if (count >= perCaller || services.eventStreams.count >= perProcess)
    throw new OctavoError('RATE_LIMITED', 'Too many streams of events are open; close some of them first.')
  openStreams.set(key, count + 1)
  reply.raw.once('close', () => {
    const remaining = (openStreams.get(key) ?? 1) - 1
    if (remaining === 0) openStreams.delete(key)
    else openStreams.set(key, remaining)
  })
}
