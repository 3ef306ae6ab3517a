import { isUtf8 } from 'node:buffer'
import type { FastifyInstance } from 'fastify'
import { invalidAt } from '../errors.ts'

/** Takes JSON bodies and nothing else. An empty body is no body, whatever type it says. */
export function acceptJson(app: FastifyInstance): void {
  app.removeAllContentTypeParsers()
  app.addContentTypeParser<Buffer>(
    /^application\/([\w.-]+\+)?json(\s*;.*)?$/i,
    { parseAs: 'buffer' },
    (_request, body, done) => {
      try {
        done(null, parseJson(body))
      } catch (error) {
        done(error as Error)
      }
    },
  )
}

function parseJson(body: Buffer): unknown {
  if (body.length === 0) return undefined
  if (!isUtf8(body)) throw invalidAt('', 'the body is not valid UTF-8')
  try {
    return JSON.parse(body.toString('utf8'))
  } catch (error) {
    throw invalidAt(
      '',
      `the body is not valid JSON (${error instanceof Error ? reason(error) : 'unreadable'})`,
    )
  }
}

/** What is wrong and where, without the piece of the body that the engine quotes. */
function reason({ message }: Error): string {
  const where = /at position \d+( \(line \d+ column \d+\))?/.exec(message)?.[0]
  if (where !== undefined) return `unexpected text ${where}`
  return /end of JSON/i.test(message) ? 'it ends too early' : 'unexpected text'
}
