import type { IncomingHttpHeaders } from 'node:http'

/** The value of a header that is given once; undefined without it. */
export function headerOf(headers: IncomingHttpHeaders, name: string): string | undefined {
  const value = headers[name]
  return typeof value === 'string' ? value : undefined
}
