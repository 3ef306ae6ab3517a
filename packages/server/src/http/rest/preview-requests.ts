import type { Operation } from '@octavo/contract/define'
import { content } from '@octavo/contract/operations/content'
import { apiPath } from '@octavo/contract/rest'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Caller } from '../../core/caller.ts'
import type { Services } from '../../core/context.ts'
import { previewCaller } from '../../content/preview/preview-caller.ts'
import { invalidAt, type OctavoError } from '../../platform/errors.ts'

export const previewHeader = 'X-Octavo-Preview'
const header = previewHeader.toLowerCase()

/**
 * The caller of a request with the token of a preview link; undefined for other requests. A request that cannot show
 * a preview is refused, because its caller does not expect the live answer.
 */
export function previewCallerOf(
  services: Services,
  request: FastifyRequest,
  operation: Operation,
): Promise<Caller> | undefined {
  const token = tokenOf(request)
  if (token === undefined) return undefined
  if (!acceptsPreview(operation)) throw notPreviewed()
  return callerFor(services, token, operation)
}

/**
 * Whether a read accepts the token of a preview link. Reads other than that of one item accept only links to a
 * change-set.
 */
function acceptsPreview({ input }: Operation): boolean {
  return 'preview' in input.shape
}

async function callerFor(services: Services, token: string, operation: Operation): Promise<Caller> {
  const caller = await previewCaller(services, token)
  // A link that shows no change-set shows one item.
  if (caller.previewedSet === undefined && operation !== content.get) throw notPreviewed()
  return caller
}

function notPreviewed(): OctavoError {
  return invalidAt(
    'preview',
    'the token of a preview link can read only its item, by GET content/:collection/:id; that of a change-set can also read lists, searches, menus, redirects and the site map. Send this request without it',
  )
}

/** The token of a preview link, in the header or in the query. */
function tokenOf({ headers, query }: FastifyRequest): string | undefined {
  const inHeader = headers[header]
  const { preview: inQuery } = query as { preview?: unknown }
  if (inHeader === undefined && inQuery === undefined) return undefined
  const tokens = new Set([inHeader, inQuery].flat().filter((token) => token !== undefined))
  if (tokens.size > 1) throw invalidAt('preview', 'is given twice, with different tokens; give it once')
  const [token] = tokens
  return token === undefined ? undefined : String(token)
}

/** Pages of the preview origins may read with the token of a preview link, but with no other credentials. */
export function allowPreviewOrigins(app: FastifyInstance, services: Pick<Services, 'schema'>): void {
  app.addHook('onRequest', (request, reply, next) => {
    const { origin } = request.headers
    if (origin === undefined || !services.schema.current.previewOrigins.includes(origin)) return next()
    if (isPreflight(request)) return answerPreflight(reply, origin)
    // An earlier hook of the server has set the route.
    const operation = request.operationRoute?.operation
    if (operation !== undefined && acceptsPreview(operation) && isPreview(request)) allow(reply, origin)
    next()
  })
}

function isPreview({ headers, query }: FastifyRequest): boolean {
  return headers[header] !== undefined || (query as { preview?: unknown }).preview !== undefined
}

/** Whether this is the preflight request of a browser for the header of a preview. */
function isPreflight({ method, headers, url }: FastifyRequest): boolean {
  if (method !== 'OPTIONS' || !url.startsWith(`${apiPath}/`)) return false
  const requestedHeaders = String(headers['access-control-request-headers'] ?? '').toLowerCase()
  return headers['access-control-request-method'] === 'GET' && requestedHeaders === header
}

function answerPreflight(reply: FastifyReply, origin: string): void {
  allow(reply, origin)
  void reply
    .code(204)
    .header('access-control-allow-methods', 'GET, HEAD')
    .header('access-control-allow-headers', header)
    .header('access-control-max-age', '600')
    .send()
}

function allow(reply: FastifyReply, origin: string): void {
  void reply.header('access-control-allow-origin', origin).header('vary', 'Origin')
}
