import type { FastifyInstance, FastifyReply } from 'fastify'
import { OctavoError } from '../errors.ts'
import { assetsPath, assetsVersion, findAsset } from './assets.ts'

/** The pages for people, and what they load. */
export function mountPages(app: FastifyInstance): void {
  app.get<{ Params: { version: string; name: string } }>(
    `${assetsPath}/:version/:name`,
    async ({ params }, reply) => sendAsset(reply, params),
  )
}

/** What is asked for under another version comes from a page of another build: it gets ours, and must not keep it. */
function sendAsset(reply: FastifyReply, { version, name }: { version: string; name: string }): FastifyReply {
  const asset = findAsset(name)
  if (asset === undefined) throw new OctavoError('NOT_FOUND', 'There is no such file.')
  return reply
    .headers({
      'content-type': asset.mediaType,
      'cache-control': version === assetsVersion ? 'public, max-age=31536000, immutable' : 'no-store',
    })
    .send(asset.bytes)
}
