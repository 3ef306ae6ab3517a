import type { IncomingHttpHeaders } from 'node:http'

/** The key of a request that is to be done once; undefined without the header. */
export function idempotencyKeyOf(headers: IncomingHttpHeaders): string | undefined {
  const key = headers['idempotency-key']
  return typeof key === 'string' ? key : undefined
}
