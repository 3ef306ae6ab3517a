import { isUtf8 } from 'node:buffer'
import type { IncomingHttpHeaders } from 'node:http'
import type { FastifyInstance } from 'fastify'
import { invalidAt } from '../../platform/errors.ts'
import { parseExactJson } from '../../platform/exact-json.ts'
import { refuseManyPublicValues, refuseManyValues } from './json-bounds.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** whether anonymous callers may send a body to this route */
    isPublic?: boolean
    /** option of `@fastify/cors`; false: its rule does not apply to this route */
    cors?: boolean
  }
}

/** Whether a request has a body. Without one of these headers, a message ends with its headers (RFC 9112, 6.3). */
export function hasBody({
  'content-length': length = '0',
  'transfer-encoding': coding,
}: IncomingHttpHeaders): boolean {
  return coding !== undefined || length !== '0'
}

/** Whether a body is a form with files, which are streamed to the disk. */
export function isForm(type: string | undefined): boolean {
  return type?.startsWith('multipart/form-data') === true
}

/** Accepts only JSON bodies. An empty body counts as absent, with any media type. */
export function acceptJson(app: FastifyInstance): void {
  app.removeAllContentTypeParsers()
  app.addContentTypeParser<Buffer>(
    /^application\/([\w.-]+\+)?json(\s*;.*)?$/i,
    { parseAs: 'buffer' },
    (request, body, done) => {
      try {
        done(null, parseJson(body, request.routeOptions.config.isPublic === true))
      } catch (error) {
        done(error as Error)
      }
    },
  )
}

function parseJson(body: Buffer, isPublic: boolean): unknown {
  if (body.length === 0) return undefined
  if (!isUtf8(body)) throw invalidAt('', 'the body is not valid UTF-8')
  if (isPublic) refuseManyPublicValues(body)
  else refuseManyValues(body)
  try {
    return parseExactJson(body.toString('utf8'))
  } catch (error) {
    throw invalidAt(
      '',
      `the body is not valid JSON (${error instanceof Error ? reason(error) : 'unreadable'})`,
    )
  }
}

/** The error and its position, without the part of the body that the engine quotes. */
function reason({ message }: Error): string {
  const position = /at position \d+( \(line \d+ column \d+\))?/.exec(message)?.[0]
  if (position !== undefined) return `unexpected text ${position}`
  return /end of JSON/i.test(message) ? 'it is incomplete' : 'unexpected text'
}
