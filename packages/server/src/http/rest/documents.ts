import { createHash } from 'node:crypto'
import { isAllowed } from '@octavo/contract/access'
import { apiPath } from '@octavo/contract/rest'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Caller } from '../../core/caller.ts'
import type { Services } from '../../core/context.ts'
import { enforceApiRate } from '../../core/rate-limit.ts'
import { schemaFor } from '../../core/schema-for.ts'
import { callerOfSession } from '../../identity/sign-in/sessions.ts'
import { tagsOf } from './answer.ts'
import { authenticate } from './authenticate.ts'
import { docsPage, docsPolicy } from './docs-page.ts'
import { openApiDocument } from './openapi.ts'
import { withCollections } from './openapi/collections.ts'
import type { HttpDependencies } from './routes.ts'

/** The OpenAPI document or the documentation page, as it is sent. */
interface Page {
  readonly bytes: Buffer
  readonly etag: string
}

/**
 * limit of cached documents with collections; each takes a megabyte, and most sites have one or two tokens that request
 * one
 */
const mostCached = 4

/**
 * Serves the OpenAPI document and the documentation page. Both are public and generated on first request; with a token
 * or a session the document also has the collections that the caller sees.
 */
export function mountDocuments(app: FastifyInstance, { services, sendError }: HttpDependencies): void {
  const { config } = services
  const document = once(() => openApiDocument(config.baseUrl))
  const publicPage = once(() => pageOf(JSON.stringify(document())))
  const withCollectionsOf = new DocumentsByCaller(services, () => document())
  const type = 'application/json; charset=utf-8'
  app.get(`${apiPath}/openapi.json`, async (request, reply) => {
    // The answers to a token, a session and others differ, so caches must not mix them up.
    reply.header('vary', varyBy(reply))
    try {
      const caller = await readerOf(services, request)
      const page = caller === null ? null : withCollectionsOf.pageFor(caller)
      if (page === null) return send(request, reply, publicPage(), { ...forEveryone, 'content-type': type })
      return send(request, reply, page, { 'cache-control': 'private, no-cache', 'content-type': type })
    } catch (error) {
      sendError(error, request, reply)
      return reply
    }
  })
  const html = once(() => pageOf(docsPage(document())))
  const headers = {
    ...forEveryone,
    'content-type': 'text/html; charset=utf-8',
    'content-security-policy': docsPolicy,
    'referrer-policy': 'no-referrer',
  }
  app.get(`${apiPath}/docs`, async (request, reply) => send(request, reply, html(), headers))
}

const forEveryone = { 'cache-control': 'public, max-age=60' }

function varyBy(reply: FastifyReply): string {
  const given = reply.getHeader('vary')
  return given === undefined ? 'Authorization, Cookie' : `${String(given)}, Authorization, Cookie`
}

/** The caller; null without a token and a session. An invalid token is refused as for all requests. */
async function readerOf(services: Services, request: FastifyRequest): Promise<Caller | null> {
  const caller =
    request.headers.authorization === undefined
      ? await callerOfSession(services, request)
      : await authenticate(services, request, { permission: 'signedIn', interface: 'rest' })
  if (caller !== null) enforceApiRate(services, caller)
  return caller
}

/**
 * The documents with collections, cached by what they depend on: the versions of the schema and of the plugins, whether
 * the caller sees only live content, and the collections that the caller sees.
 */
class DocumentsByCaller {
  readonly #services: Services
  readonly #document: () => ReturnType<typeof openApiDocument>
  readonly #cached = new Map<string, Page>()

  constructor(services: Services, document: () => ReturnType<typeof openApiDocument>) {
    this.#services = services
    this.#document = document
  }

  /**
   * The document for a caller; null for callers who may not read the schema, except sites, which see their collections.
   */
  pageFor(caller: Caller): Page | null {
    // The token of a site belongs to no person.
    const isSite = caller.userId === null && caller.tokenId !== null
    if (!isSite && !isAllowed(caller, 'schema.read')) return null
    const schema = schemaFor(this.#services, caller)
    const { current: plugins } = this.#services.plugins
    const isLiveOnly = caller.isLiveOnly === true
    const collections = [...schema.collections.values()]
    const key = [schema.version, plugins.version, isLiveOnly, ...collections.map(({ slug }) => slug)].join(
      ' ',
    )
    const page =
      this.#cached.get(key) ??
      pageOf(
        JSON.stringify(
          withCollections(this.#document(), { collections, blocks: plugins.blocks.values(), isLiveOnly }),
        ),
      )
    this.#cache(key, page)
    return page
  }

  /** Caches a document; the least recently requested one is dropped if there are too many. */
  #cache(key: string, page: Page): void {
    this.#cached.delete(key)
    this.#cached.set(key, page)
    const [oldest] = this.#cached.keys()
    if (this.#cached.size > mostCached && oldest !== undefined) this.#cached.delete(oldest)
  }
}

/** A function that computes a value at its first call and returns it at every further one. */
function once<Value>(compute: () => Value): () => Value {
  let result: { readonly value: Value } | undefined
  return () => (result ??= { value: compute() }).value
}

function send(
  request: FastifyRequest,
  reply: FastifyReply,
  { bytes, etag }: Page,
  headers: Readonly<Record<string, string>>,
): FastifyReply {
  reply.headers({ ...headers, etag })
  if (isKnown(request.headers['if-none-match'], etag)) return reply.code(304).send()
  return reply.send(bytes)
}

function pageOf(text: string): Page {
  const bytes = Buffer.from(text)
  return { bytes, etag: `"${createHash('sha256').update(bytes).digest('base64url').slice(0, 22)}"` }
}

/**
 * Whether a client has a page, by If-None-Match: with its tag, that of a compressed form, or one that a proxy has made
 * weak. `tags` is null for `*`, which means any page, and undefined without the header.
 */
function isKnown(header: string | undefined, etag: string): boolean {
  const tags = tagsOf(header)
  return tags === null || tags?.includes(etag.slice(1, -1)) === true
}
