import { apiPath } from '@octavo/contract/rest'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { serveFile } from '../media/serving.ts'
import type { Doorway } from './routes.ts'

/** The bytes of media, which need no token (specification 4.2, decisions 2). */
export function mountMediaFiles(app: FastifyInstance, doorway: Doorway): void {
  app.route<{ Params: { '*': string } }>({
    method: ['GET', 'HEAD'],
    url: `${apiPath}/media/file/*`,
    onRequest: (request, _reply, done) => {
      request.startedAt = performance.now()
      done()
    },
    handler: (request, reply) => answer(request, reply, doorway),
  })
}

async function answer(
  request: FastifyRequest<{ Params: { '*': string } }>,
  reply: FastifyReply,
  { services, sendError, logRequest }: Doorway,
): Promise<FastifyReply> {
  const { headers, method, params, query } = request
  try {
    const {
      status,
      headers: told,
      body,
    } = await serveFile(services, {
      key: params['*'],
      query,
      isHead: method === 'HEAD',
      range: headers.range,
      ifRange: headers['if-range'] as string | undefined,
      ifNoneMatch: headers['if-none-match'],
    })
    logRequest(request, status)
    return reply
      .code(status)
      .headers(told)
      .send(body ?? undefined)
  } catch (error) {
    sendError(error, request, reply)
    return reply
  }
}
