import type { FastifyInstance, FastifyRequest } from 'fastify'
import { parseTraceparent } from '../platform/tracing/trace-context.ts'
import type { Span, Tracer } from '../platform/tracing/tracer.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** null without tracing, and for requests that are not traced */
    span: Span | null
  }
}

/**
 * Creates a span for each request, except health checks, metrics and event streams. It is a child of the span that a
 * caller names by `traceparent`.
 */
export function traceRequests(app: FastifyInstance, tracer: Tracer): void {
  app.addHook('onRequest', (request, reply, next) => {
    const { isAlwaysAdmitted, isLasting } = request.routeOptions.config
    if (isAlwaysAdmitted === true || isLasting === true) return next()
    const span = beginSpan(request, tracer)
    request.span = span
    reply.raw.once('close', () => {
      const { statusCode } = reply.raw
      const { userId, tokenId } = request.caller ?? {}
      span.end(
        {
          'http.response.status_code': statusCode,
          'octavo.user_id': userId ?? undefined,
          'octavo.token_id': tokenId ?? undefined,
        },
        statusCode >= 500,
      )
    })
    tracer.within(span.context, next)
  })
  // The end of a body is emitted in the context of the connection, so the context of the request must be entered again.
  app.addHook('preHandler', (request, _reply, next) => {
    if (request.span === null) next()
    else tracer.within(request.span.context, next)
  })
}

function beginSpan(request: FastifyRequest, tracer: Tracer): Span {
  const { method, headers, id, ip } = request
  const route = patternOf(request)
  return tracer.begin(
    {
      name: route === undefined ? method : `${method} ${route}`,
      kind: 'server',
      attributes: {
        'http.request.method': method,
        'http.route': route,
        'client.address': ip,
        'octavo.request_id': id,
      },
    },
    parseTraceparent(headers['traceparent']),
  )
}

/** The pattern of the address; undefined if it is unknown. */
function patternOf({ operationRoute, routeOptions }: FastifyRequest): string | undefined {
  return routeOptions.config.isOperation === true ? operationRoute?.url : routeOptions.url
}
