import type { IncomingMessage } from 'node:http'
import { type Readable, Transform } from 'node:stream'
import { FetchRefusal, unreachable } from './refusal.ts'

const megabyte = 1024 * 1024

/** The media type of a response in lower case and without parameters; empty if absent. */
export function mediaTypeOf({ headers }: IncomingMessage): string {
  return (headers['content-type'] ?? '').split(';', 1)[0]?.trim().toLowerCase() ?? ''
}

/** The body of a response, which must be read or destroyed. Reading fails with FetchRefusal beyond `maxBytes`. */
export function bodyOf(answer: IncomingMessage, maxBytes: number, deadline: AbortSignal): Readable {
  const body = answer.pipe(limitedTo(maxBytes))
  answer.on('error', (error) => body.destroy(unreachable(error, deadline)))
  answer.on('aborted', () => body.destroy(unreachable(new Error('aborted'), deadline)))
  body.on('close', () => answer.destroy())
  return body
}

/** The beginning of a body, up to `maxBytes`. An aborted response gives what has arrived. */
export async function beginningOf(answer: IncomingMessage, maxBytes: number): Promise<Buffer> {
  const chunks: Buffer[] = []
  let size = 0
  try {
    for await (const chunk of answer as AsyncIterable<Buffer>) {
      chunks.push(chunk)
      size += chunk.length
      if (size >= maxBytes) break
    }
  } catch {
    // The status and the beginning of the body have arrived, which is enough.
  }
  answer.destroy()
  return Buffer.concat(chunks).subarray(0, maxBytes)
}

/** The error for a body that is too large. */
export function tooLarge(maxBytes: number): FetchRefusal {
  const most = maxBytes < megabyte ? `${maxBytes} bytes` : `${Math.floor(maxBytes / megabyte)} MB`
  return new FetchRefusal('TOO_LARGE', ['fetchTooLarge', { most }])
}

function limitedTo(maxBytes: number): Transform {
  let size = 0
  return new Transform({
    transform: (chunk: Buffer, _encoding, done) => {
      size += chunk.length
      if (size > maxBytes) done(tooLarge(maxBytes))
      else done(null, chunk)
    },
  })
}
