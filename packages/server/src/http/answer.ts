import type { RestBinding } from '@octavo/contract/define'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { Encoded, envelopeEnd, envelopeStart, TextResult } from '../encoded.ts'

const json = 'application/json; charset=utf-8'
const notKept = 'private, no-store'

/** What every answer carries: the id that leads to the log, and that browsers take the type as it is said. */
export function commonHeaders(request: FastifyRequest): readonly [name: string, value: string][] {
  return [
    ['X-Request-Id', request.id],
    ['X-Content-Type-Options', 'nosniff'],
  ]
}

/** Sends the result of an operation in the envelope of specification 2.1; gives the status. */
export function sendResult(
  request: FastifyRequest,
  reply: FastifyReply,
  rest: RestBinding,
  result: unknown,
): number {
  const status = rest.status ?? 200
  if (result instanceof Encoded) return sendEncoded(request, reply, status, result)
  if (rest.isBare === true) {
    sendBytes(request, reply, status, ['Cache-Control', notKept], Buffer.from(JSON.stringify(result)))
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
  { enveloped, rev }: Encoded,
): number {
  if (rev === null) {
    sendBytes(request, reply, status, ['Cache-Control', notKept], enveloped)
    return status
  }
  const isRead = request.method === 'GET' || request.method === 'HEAD'
  const known = isRead ? tagsOf(request.headers['if-none-match']) : undefined
  const isKnown = known === null || known?.includes(rev) === true
  // Clients may keep an item, and must ask each time whether it still holds.
  const headers = ['ETag', `"${rev}"`, 'Cache-Control', 'private, no-cache']
  sendBytes(request, reply, isKnown ? 304 : status, headers, isKnown ? null : enveloped)
  return isKnown ? 304 : status
}

/**
 * Writes bytes past the framework's own way of sending, which takes as long as all the rest of reading an item
 * (measured; its hooks for sending have nothing to do here).
 */
function sendBytes(
  request: FastifyRequest,
  reply: FastifyReply,
  status: number,
  headers: string[],
  bytes: Buffer | null,
): void {
  reply.hijack()
  for (const [name, value] of commonHeaders(request)) headers.push(name, value)
  // What hooks have set before, like that other origins may read this.
  for (const [name, value] of Object.entries(reply.getHeaders())) headers.push(name, String(value))
  if (bytes !== null) headers.push('Content-Type', json, 'Content-Length', String(bytes.length))
  reply.raw.writeHead(status, headers)
  reply.raw.end(bytes)
}

/** The revs in If-None-Match; null for `*`, undefined when it was not sent. */
function tagsOf(header: string | undefined): string[] | null | undefined {
  if (header === undefined) return undefined
  if (header.trim() === '*') return null
  return [...header.matchAll(/"([^"]*)"/g)].map(([, tag]) => tag ?? '')
}

/** The same of If-Match, which weak tags never fulfil. */
export function strongTagsOf(header: string | undefined): string[] | null | undefined {
  return tagsOf(header?.replaceAll(/W\/"[^"]*"/g, ''))
}
