import { createHash } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import type { Services } from '../../core/context.ts'
import { tagsOf } from './answer.ts'
import { docsPage, docsPolicy } from './docs-page.ts'
import { openApiDocument } from './openapi.ts'

interface Page {
  readonly bytes: Buffer
  readonly etag: string
}

/** Serves the OpenAPI document and the documentation page. Both are public and generated on first request. */
export function mountDocuments(app: FastifyInstance, { config }: Services, apiPath: string): void {
  mountPage(app, {
    url: `${apiPath}/openapi.json`,
    headers: { 'content-type': 'application/json; charset=utf-8' },
    make: () => JSON.stringify(openApiDocument(config.baseUrl)),
  })
  mountPage(app, {
    url: `${apiPath}/docs`,
    headers: {
      'content-type': 'text/html; charset=utf-8',
      'content-security-policy': docsPolicy,
      'referrer-policy': 'no-referrer',
    },
    make: () => docsPage(openApiDocument(config.baseUrl)),
  })
}

function mountPage(
  app: FastifyInstance,
  { url, headers, make }: { url: string; headers: Readonly<Record<string, string>>; make: () => string },
): void {
  let made: Page | undefined
  app.get(url, async (request, reply) => {
    const { bytes, etag } = (made ??= pageOf(make()))
    reply.headers({ ...headers, etag, 'cache-control': 'public, max-age=60' })
    if (isKnown(request.headers['if-none-match'], etag)) return reply.code(304).send()
    return reply.send(bytes)
  })
}

function pageOf(text: string): Page {
  const bytes = Buffer.from(text)
  return { bytes, etag: `"${createHash('sha256').update(bytes).digest('base64url').slice(0, 22)}"` }
}

/** Compressed forms have their own tag, and proxies that compress weaken it; all of them identify the same page. */
function isKnown(header: string | undefined, etag: string): boolean {
  const tags = tagsOf(header)
  return tags === null || tags?.includes(etag.slice(1, -1)) === true
}
