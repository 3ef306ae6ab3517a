import { Readable } from 'node:stream'
import type { RestBinding } from '@octavo/contract/define'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { Encoded, envelopeEnd, envelopeStart, TextResult, TextStream } from '../../platform/encoded.ts'
import { lendBuffer, type LentBuffer } from '../../platform/lent-buffers.ts'
import { Patched } from '../../platform/patched.ts'
import { type Coding, codingFor, compress, leastCompressed, tagOf, withoutCoding } from './compression.ts'

const json = 'application/json; charset=utf-8'
const notKept = 'private, no-store'

/** Settings for every response; `createServer` decorates the instance with them. */
export interface Answering {
  /** headers of every response, in addition to the request id */
  readonly headers: Readonly<Record<string, string>>
  readonly compresses: boolean
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

/** Sends the result of an operation in the response envelope; returns the status. */
export function sendResult(
  request: FastifyRequest,
  reply: FastifyReply,
  rest: RestBinding,
  result: unknown,
): number {
  const status = rest.status ?? 200
  if (result instanceof Encoded) return sendEncoded(request, reply, status, result)
  if (result instanceof TextStream) {
    void reply
      .code(status)
      .header('cache-control', notKept)
      .header('content-type', `${result.mediaType}; charset=utf-8`)
      .header('content-disposition', `attachment; filename="${result.filename}"`)
      .send(Readable.from(result.chunks))
    return status
  }
  if (rest.isBare === true) {
    const bytes = Buffer.from(JSON.stringify(result))
    const coding = codingOf(request, bytes.length)
    sendBytes(request, reply, { status, headers: ['Cache-Control', notKept], bytes, coding })
    return status
  }
  const isText = result instanceof TextResult
  void reply
    .code(status)
    .header('cache-control', notKept)
    .header('content-type', isText ? `${result.mediaType}; charset=utf-8` : json)
    .send(isText ? result.text : `${envelopeStart}${JSON.stringify(result)}${envelopeEnd}`)
  return status
}

function sendEncoded(
  request: FastifyRequest,
  reply: FastifyReply,
  status: number,
  { content: bytes, rev }: Encoded,
): number {
  const coding = codingOf(request, bytes.length)
  if (rev === null) {
    sendBytes(request, reply, { status, headers: ['Cache-Control', notKept], bytes, coding })
    return status
  }
  const isRead = request.method === 'GET' || request.method === 'HEAD'
  const known = isRead ? tagsOf(request.headers['if-none-match']) : undefined
  const isKnown = known === null || known?.includes(rev) === true
  // Clients may cache an item but must revalidate it each time.
  const headers = ['ETag', tagOf(rev, coding), 'Cache-Control', 'private, no-cache']
  const answer = { status: isKnown ? 304 : status, headers, bytes, coding }
  sendBytes(request, reply, answer)
  return answer.status
}

/** The content coding of a response of this length; null for none. */
export function codingOf({ server, headers }: FastifyRequest, length: number): Coding | null {
  const isWorthIt = length >= leastCompressed && server.answering.compresses
  return isWorthIt ? codingFor(headers['accept-encoding']) : null
}

interface BytesToSend {
  readonly status: number
  readonly headers: string[]
  readonly bytes: Buffer | Patched
  readonly coding: Coding | null
}

/**
 * Writes bytes directly, because the framework's way of sending takes as long as everything else in reading an item
 * (measured). Headers that its hooks have set so far, such as CORS, are included.
 */
export function sendBytes(request: FastifyRequest, reply: FastifyReply, answer: BytesToSend): void {
  const { status, headers, bytes, coding } = answer
  const { answering } = request.server
  const varies = bytes.length >= leastCompressed && answering.compresses
  addHeaders(headers, reply.getHeaders(), varies)
  headers.push('X-Request-Id', request.id)
  for (const name in answering.headers) headers.push(name, answering.headers[name] ?? '')
  reply.hijack()
  const write = (body: Buffer | null): void => {
    if (body !== null) headers.push('Content-Type', json, 'Content-Length', String(body.length))
    reply.raw.writeHead(status, headers)
    reply.raw.end(body)
  }
  if (status === 304) return write(null)
  const { bytes: body, giveBack } = inOnePiece(bytes)
  if (coding === null) {
    // Only then has the system all bytes; the buffer of a response that is broken off is left to the garbage collection.
    reply.raw.once('finish', giveBack)
    return write(body)
  }
  compress(coding, body).then(
    (packed) => {
      giveBack()
      headers.push('Content-Encoding', coding)
      write(packed)
    },
    () => reply.raw.destroy(),
  )
}

function inOnePiece(bytes: Buffer | Patched): LentBuffer {
  if (!(bytes instanceof Patched)) return { bytes, giveBack: () => undefined }
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

/** The revs in If-None-Match, for any coding; null for `*`, undefined without the header. */
export function tagsOf(header: string | undefined): string[] | null | undefined {
  if (header === undefined) return undefined
  if (header.trim() === '*') return null
  return [...header.matchAll(/"([^"]*)"/g)].map(([, tag]) => withoutCoding(tag ?? ''))
}

/** The same for If-Match, which weak tags never match. */
export function strongTagsOf(header: string | undefined): string[] | null | undefined {
  return tagsOf(header?.replaceAll(/W\/"[^"]*"/g, ''))
}
