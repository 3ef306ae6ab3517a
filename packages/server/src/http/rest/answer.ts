import { hash } from 'node:crypto'
import { Readable } from 'node:stream'
import type { Operation, RestBinding } from '@octavo/contract/define'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Config } from '../../config.ts'
import {
  Encoded,
  envelopeEnd,
  envelopeStart,
  NotModified,
  TextResult,
  TextStream,
} from '../../platform/encoded.ts'
import { lendBuffer, type LentBuffer } from '../../platform/lent-buffers.ts'
import { Patched } from '../../platform/patched.ts'
import { cachingFor } from './caching.ts'
import { type Coding, codingFor, compress, leastCompressed, tagOf, withoutCoding } from './compression.ts'
import { isRead } from './is-read.ts'

const json = 'application/json; charset=utf-8'
const noStore = 'private, no-store'

/** Settings for every response; `createServer` decorates the instance with them. */
export interface Answering {
  /** headers of every response, in addition to the request id */
  readonly headers: Readonly<Record<string, string>>
  /** `headers` as a list in which each name is followed by its value, as Node writes them fastest */
  readonly headerList: readonly string[]
  readonly compresses: boolean
  readonly config: Pick<Config, 'sharedMaxAge' | 'sharesTokenReads'>
}

/** Sets the headers of every response, unless the response has its own. */
export function setCommonHeaders(
  request: FastifyRequest,
  reply: FastifyReply,
  headers: Answering['headers'],
): void {
  reply.header('X-Request-Id', request.id)
  for (const name in headers) if (!reply.hasHeader(name)) reply.header(name, headers[name])
}

interface Answered {
  readonly operation: Pick<Operation, 'name'>
  readonly rest: RestBinding
  /** the cache tags that the handler reported; empty for none */
  readonly cacheTags: string
}

/** Sends the result of an operation in the response envelope; returns the status. */
export function sendResult(
  request: FastifyRequest,
  reply: FastifyReply,
  { operation, rest, cacheTags }: Answered,
  result: unknown,
): number {
  const status = rest.status ?? 200
  if (result instanceof Encoded) return sendEncoded(request, reply, status, result)
  if (result instanceof NotModified) return sendNotModified(request, reply, result)
  if (result instanceof TextStream) {
    void reply
      .code(status)
      .header('cache-control', noStore)
      .header('content-type', `${result.mediaType}; charset=utf-8`)
      .header('content-disposition', `attachment; filename="${result.filename}"`)
      .send(Readable.from(result.chunks))
    return status
  }
  const isText = result instanceof TextResult
  // Reads can have an ETag, which `sendJson` computes from the bytes. Bare answers take this way too, without envelope.
  if (!isText && (rest.isBare === true || isRead(request))) {
    const text = JSON.stringify(result)
    const bytes = Buffer.from(rest.isBare === true ? text : `${envelopeStart}${text}${envelopeEnd}`)
    return sendJson(request, reply, { status, bytes, cacheTags: tagsOfKind(operation, cacheTags) })
  }
  void reply
    .code(status)
    .header('cache-control', noStore)
    .header('content-type', isText ? `${result.mediaType}; charset=utf-8` : json)
    .send(isText ? result.text : `${envelopeStart}${JSON.stringify(result)}${envelopeEnd}`)
  return status
}

/**
 * Whether a site reads live content: such answers are cached and revalidated. Answers to preview links, which show the
 * draft of one item (`preview`) or a change-set (`previewedSet`), are never cached.
 */
function isLiveRead(request: FastifyRequest): boolean {
  const { caller } = request
  const isPreview = caller.preview !== undefined || caller.previewedSet !== undefined
  return isRead(request) && caller.isLiveOnly === true && !isPreview
}

/** Adds the tag of all answers about this kind of object, such as `s-menus`. */
function tagsOfKind({ name }: Pick<Operation, 'name'>, tags: string): string {
  const ofKind = `s-${name.split('.', 1)[0]}`
  return tags === '' ? ofKind : `${ofKind},${tags}`
}

/** Sends JSON that the database did not build. If a site reads it, it has an ETag: a digest of its bytes. */
function sendJson(
  request: FastifyRequest,
  reply: FastifyReply,
  { status, bytes, cacheTags }: Pick<Tagged, 'status' | 'cacheTags'> & { bytes: Buffer },
): number {
  if (!isLiveRead(request)) {
    const coding = codingOf(request, bytes.length)
    sendBytes(request, reply, { status, headers: ['Cache-Control', noStore], bytes, coding })
    return status
  }
  const tag = hash('sha256', bytes, 'base64url').slice(0, digestLength)
  return sendTagged(request, reply, { status, tag, bytes, cacheTags })
}

/** characters of an ETag that is a digest */
const digestLength = 22

/**
 * Sends JSON that the database built, with an ETag if there is one: the tag that its handler has set, else the `_rev`
 * of its only item.
 */
function sendEncoded(
  request: FastifyRequest,
  reply: FastifyReply,
  status: number,
  { content: bytes, rev, delivery }: Encoded,
): number {
  const tag = isOfChangeSet(request) ? null : (delivery.tag ?? rev)
  if (tag !== null) return sendTagged(request, reply, { status, tag, bytes, cacheTags: delivery.cacheTags })
  const coding = codingOf(request, bytes.length)
  sendBytes(request, reply, { status, headers: ['Cache-Control', noStore], bytes, coding })
  return status
}

/**
 * Whether an answer shows a change-set. It depends on all entries of the set then, which the ETag of an item does not
 * cover.
 */
function isOfChangeSet({ query, body, caller }: FastifyRequest): boolean {
  if (caller.previewedSet !== undefined) return true
  return [query, body].some((given) => (Object(given) as { changeSet?: unknown }).changeSet !== undefined)
}

interface Tagged {
  readonly status: number
  /** the ETag without a coding */
  readonly tag: string
  /** `Patched`: stored bytes and replacements of parts of them, which are joined when they are sent */
  readonly bytes: Buffer | Patched
  /** null for no `Cache-Tag` */
  readonly cacheTags: string | null
}

/**
 * Sends an answer with an ETag, or 304 if the client has it. Clients may cache it, but must revalidate it each time.
 */
function sendTagged(
  request: FastifyRequest,
  reply: FastifyReply,
  { status, tag, bytes, cacheTags }: Tagged,
): number {
  const coding = codingOf(request, bytes.length)
  const known = knownTagsOf(request)
  // `*` (null) means any version; without If-None-Match (undefined) the client has none.
  const isKnown = known === null || known?.includes(tag) === true
  const headers = ['ETag', tagOf(tag, coding), 'Cache-Control', cacheControl(request, reply)]
  if (cacheTags !== null) headers.push('Cache-Tag', cacheTags)
  const answer = { status: isKnown ? 304 : status, headers, bytes, coding }
  sendBytes(request, reply, answer)
  return answer.status
}

/**
 * Sends 304 for an answer whose bytes were not read, with the ETag that the client has sent, because that one has the
 * coding of its copy. If it has sent `*`, the ETag has no coding.
 */
function sendNotModified(request: FastifyRequest, reply: FastifyReply, { tag }: NotModified): number {
  const quotedTags = request.headers['if-none-match']?.match(/"[^"]*"/g) ?? []
  const sentTag = quotedTags.find((one) => withoutCoding(one.slice(1, -1)) === tag) ?? tagOf(tag, null)
  const headers = ['ETag', sentTag, 'Cache-Control', cacheControl(request, reply), 'Vary', 'Accept-Encoding']
  sendBytes(request, reply, { status: 304, headers, bytes: emptyBody, coding: null })
  return 304
}

const emptyBody = Buffer.alloc(0)

/** The value of Cache-Control; `Vary` is extended by the headers that the answer depends on. */
function cacheControl({ server, caller }: FastifyRequest, reply: FastifyReply): string {
  const { control, varies } = cachingFor(server.answering.config, caller)
  if (varies.length > 0) {
    const given = reply.getHeader('vary')
    void reply.header('vary', [...(given === undefined ? [] : [String(given)]), ...varies].join(', '))
  }
  return control
}

/** The ETags in If-None-Match of a read, for any coding; null for `*`, undefined without the header. */
export function knownTagsOf(request: FastifyRequest): string[] | null | undefined {
  return isRead(request) ? tagsOf(request.headers['if-none-match']) : undefined
}

/** The content coding of a response of this length; null for none. */
export function codingOf({ server, headers }: FastifyRequest, length: number): Coding | null {
  const isWorthIt = length >= leastCompressed && server.answering.compresses
  return isWorthIt ? codingFor(headers['accept-encoding']) : null
}

interface BytesToSend {
  readonly status: number
  /** a list in which each name is followed by its value */
  readonly headers: string[]
  readonly bytes: Buffer | Patched
  /** the coding in which the bytes are sent; null: as they are */
  readonly coding: Coding | null
}

/**
 * Writes bytes directly, because the framework's way of sending takes as long as everything else in reading an item
 * (measured). Headers that its hooks have set so far, such as CORS, are included: they are added to `headers`.
 */
export function sendBytes(request: FastifyRequest, reply: FastifyReply, answer: BytesToSend): void {
  const { status, headers, bytes, coding } = answer
  const { answering } = request.server
  const varies = bytes.length >= leastCompressed && answering.compresses
  addHeaders(headers, reply.getHeaders(), varies)
  headers.push('X-Request-Id', request.id, ...answering.headerList)
  reply.hijack()
  const write = (body: Buffer | null): void => {
    if (body !== null) headers.push('Content-Type', json, 'Content-Length', String(body.length))
    reply.raw.writeHead(status, headers)
    reply.raw.end(body)
  }
  if (status === 304) return write(null)
  const { bytes: body, giveBack } = inOnePiece(bytes)
  if (coding === null) {
    // The buffer may be used again once the system has received all bytes. That of an aborted response is garbage
    // collected.
    if (giveBack !== null) reply.raw.once('finish', giveBack)
    return write(body)
  }
  compress(coding, body).then(
    (packed) => {
      giveBack?.()
      headers.push('Content-Encoding', coding)
      write(packed)
    },
    () => reply.raw.destroy(),
  )
}

function inOnePiece(bytes: Buffer | Patched): LentBuffer {
  if (!(bytes instanceof Patched)) return { bytes, giveBack: null }
  const lent = lendBuffer(bytes.length)
  bytes.writeInto(lent.bytes)
  return lent
}

/**
 * Adds the headers that are already set; `varies` is true when another Accept-Encoding would have changed the response.
 */
function addHeaders(headers: string[], given: ReturnType<FastifyReply['getHeaders']>, varies: boolean): void {
  for (const name in given) {
    const value = given[name]
    if (value === undefined || (varies && name === 'vary')) continue
    for (const one of Array.isArray(value) ? value : [value]) headers.push(name, String(one))
  }
  if (varies) headers.push('Vary', varying(given['vary']))
}

/** `Vary` with Accept-Encoding added. */
export function varying(given: number | string | string[] | undefined): string {
  if (given === undefined) return 'Accept-Encoding'
  return /accept-encoding/i.test(String(given)) ? String(given) : `${String(given)}, Accept-Encoding`
}

/** The ETags in If-None-Match without quotes and codings; null for `*`, undefined without the header. */
export function tagsOf(header: string | undefined): string[] | null | undefined {
  if (header === undefined) return undefined
  if (header.trim() === '*') return null
  return [...header.matchAll(/"([^"]*)"/g)].map(([, tag]) => withoutCoding(tag ?? ''))
}

/** The ETags in If-Match, like `tagsOf`, without weak ones, which never match there. */
export function strongTagsOf(header: string | undefined): string[] | null | undefined {
  return tagsOf(header?.replaceAll(/W\/"[^"]*"/g, ''))
}
