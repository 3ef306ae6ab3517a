import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { OctavoError } from '../platform/errors.ts'
import { languageFor, sendPage } from './pages/layout.ts'
import { notFoundPage } from './pages/not-found.ts'
import { paths } from './pages/paths.ts'
import type { Config } from '../config.ts'
import type { SendError } from './rest/errors.ts'
import { isRead } from './rest/is-read.ts'
import { longestSegment, type OperationRoute, type OperationRoutes } from './rest/operation-routes.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** the methods that the route accepts, if it is mounted for others too and refuses these itself */
    allowed?: readonly string[]
  }
}

/** paths that redirect people to the admin */
const startPaths = new Set(['/', '/_cms', '/_cms/'])

/** The methods of each address, by its pattern (`/a/:id`, `/a/*`). */
export class ServedAddresses {
  readonly #methods = new Map<string, Set<string>>()
  #patterns: readonly (readonly [RegExp, ReadonlySet<string>])[] | undefined

  /**
   * Collects the addresses of operations, and of the other routes that are mounted from now on. Operations share one
   * route of the framework (`isOperation`), whose pattern would match every address.
   */
  constructor(app: FastifyInstance, operations: readonly OperationRoute[]) {
    for (const { url, rest, hasHead } of operations) this.#add(url, hasHead ? ['GET', 'HEAD'] : [rest.method])
    app.addHook('onRoute', ({ url, method, config }) => {
      // The route that answers preflight requests matches every address.
      if (url !== '*' && config?.isOperation !== true) this.#add(url, config?.allowed ?? [method].flat())
    })
  }

  #add(url: string, allowed: readonly string[]): void {
    const methods = this.#methods.get(url) ?? new Set()
    for (const method of allowed) methods.add(method)
    this.#methods.set(url, methods)
  }

  /** The methods of a path; none if it is unknown. */
  methodsOf(path: string): string[] {
    this.#patterns ??= [...this.#methods].map(([url, methods]) => [patternOf(url), methods] as const)
    const found = this.#patterns.filter(([pattern]) => pattern.test(path))
    return [...new Set(found.flatMap(([, methods]) => [...methods]))].toSorted()
  }
}

function patternOf(url: string): RegExp {
  const pattern = url
    .split('/')
    .map((part) =>
      part.startsWith(':') ? '[^/]+' : part === '*' ? '.*' : part.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'),
    )
    .join('/')
  return new RegExp(`^${pattern}/?$`)
}

interface Dependencies {
  readonly config: Pick<Config, 'baseUrl'>
  readonly addresses: ServedAddresses
  readonly routes: OperationRoutes
  readonly sendError: SendError
}

/** Responds to requests without a route: a page for people, JSON for programs. */
export function answerUnknown(
  request: FastifyRequest,
  reply: FastifyReply,
  { config, addresses, routes, sendError }: Dependencies,
): void {
  const { method, url } = request
  if (routes.isTooLong(request)) {
    const message = `A part of the path is longer than ${longestSegment} characters.`
    return sendError(new OctavoError('VALIDATION_ERROR', message), request, reply)
  }
  const path = pathOf(url)
  const methods = addresses.methodsOf(path)
  // A path that cannot be decoded has no route, but can match a pattern with its method: it gets NOT_FOUND (below).
  if (methods.length > 0 && !methods.includes(method)) {
    void reply.header('allow', methods.join(', '))
    const message = `${method} is not allowed for ${path}; allowed: ${methods.join(', ')}.`
    return sendError(new OctavoError('METHOD_NOT_ALLOWED', message), request, reply)
  }
  if (isPerson(request)) {
    if (startPaths.has(path)) {
      void reply.header('cache-control', 'private, no-store').redirect(paths.admin)
      return
    }
    void sendPage(request, reply, { ...config, content: notFoundPage(languageFor(request)) })
    return
  }
  sendError(new OctavoError('NOT_FOUND', `There is no ${method} ${path}.`), request, reply)
}

/** Whether a browser requests a page. */
function isPerson(request: FastifyRequest): boolean {
  return isRead(request) && request.headers.accept?.includes('text/html') === true
}

/** The path of an address, cut to a length that a message can repeat. */
function pathOf(url: string): string {
  return (url.split('?', 1)[0] ?? '').slice(0, 200)
}
