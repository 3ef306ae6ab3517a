import type { FastifyInstance } from 'fastify'
import { codingOf, varying } from './answer.ts'
import { compress, leastCompressed } from './compression.ts'

const compressible = /^(application\/([\w.-]+\+)?json|text\/)/

/** Compresses responses that the framework sends. Those that are written directly are compressed by `answer.ts`. */
export function compressWhatIsSent(app: FastifyInstance): void {
  app.addHook('onSend', async (request, reply, payload) => {
    const bytes = typeof payload === 'string' ? Buffer.from(payload) : payload
    const isCompressible =
      Buffer.isBuffer(bytes) &&
      // Ranges and their tags refer to the uncompressed bytes.
      !reply.hasHeader('accept-ranges') &&
      bytes.length >= leastCompressed &&
      compressible.test(String(reply.getHeader('content-type'))) &&
      !reply.hasHeader('content-encoding')
    if (!isCompressible) return payload
    reply.header('vary', varying(reply.getHeader('vary')))
    const coding = codingOf(request, bytes.length)
    if (coding === null) return payload
    const tag = reply.getHeader('etag')
    if (tag !== undefined) reply.header('etag', String(tag).replace(/"$/, `+${coding}"`))
    reply.header('content-encoding', coding).removeHeader('content-length')
    return compress(coding, bytes)
  })
}
