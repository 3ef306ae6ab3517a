import { apiPath } from '@octavo/contract/rest'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Caller } from '../../core/caller.ts'
import type { Services } from '../../core/context.ts'
import { OctavoError } from '../../platform/errors.ts'
import { serveFile } from '../../content/media/serving.ts'
import { authenticate } from './authenticate.ts'
import type { HttpDependencies } from './routes.ts'

/**
 * Serves media files, which need no token. A caller is looked up only for a variant of an image: some variants need a
 * right, and making one counts against a limit of the person or address.
 */
export function mountMediaFiles(app: FastifyInstance, dependencies: HttpDependencies): void {
  app.route<{ Params: { '*': string } }>({
    method: ['GET', 'HEAD'],
    url: `${apiPath}/media/file/*`,
    config: { isDownload: true },
    onRequest: (request, _reply, done) => {
      request.startedAt = performance.now()
      done()
    },
    handler: (request, reply) => answer(request, reply, dependencies),
  })
}

async function answer(
  request: FastifyRequest<{ Params: { '*': string } }>,
  reply: FastifyReply,
  { services, sendError, logRequest }: HttpDependencies,
): Promise<FastifyReply> {
  const { headers, method, params, query } = request
  try {
    const {
      status,
      headers: fileHeaders,
      body,
    } = await serveFile(services, {
      key: params['*'],
      query,
      address: request.ip,
      caller: () => callerOf(services, request),
      isHead: method === 'HEAD',
      range: headers.range,
      ifRange: headers['if-range'] as string | undefined,
      ifNoneMatch: headers['if-none-match'],
    })
    logRequest(request, status)
    return reply
      .code(status)
      .headers(fileHeaders)
      .send(body ?? undefined)
  } catch (error) {
    sendError(error, request, reply)
    return reply
  }
}

/** The caller, or null for none: files are public, so an invalid token or session does not refuse the request. */
async function callerOf(services: Services, request: FastifyRequest): Promise<Caller | null> {
  try {
    return await authenticate(services, request, { permission: 'signedIn', interface: 'rest' })
  } catch (error) {
    if (error instanceof OctavoError && error.code === 'UNAUTHORIZED') return null
    throw error
  }
}
