import { randomBytes } from 'node:crypto'

/** A span as its children, and other services, know it (W3C Trace Context). */
export interface SpanContext {
  /** 32 hexadecimal digits */
  readonly traceId: string
  /** 16 hexadecimal digits */
  readonly spanId: string
  readonly isSampled: boolean
}

/**
 * Version, trace id, span id and flags. The version ff and ids of zeros are not valid; later versions may have more
 * parts.
 */
const pattern = /^(?!ff)[\da-f]{2}-(?!0{32})([\da-f]{32})-(?!0{16})([\da-f]{16})-([\da-f]{2})(-.*)?$/

/** Reads the header `traceparent`; null if there is none or it is not valid. */
export function parseTraceparent(header: string | string[] | undefined): SpanContext | null {
  if (typeof header !== 'string' || header.length > 200) return null
  const [, traceId, spanId, flags] = pattern.exec(header) ?? []
  if (traceId === undefined || spanId === undefined || flags === undefined) return null
  return { traceId, spanId, isSampled: (Number.parseInt(flags, 16) & 1) === 1 }
}

export function newTraceId(): string {
  return randomBytes(16).toString('hex')
}

export function newSpanId(): string {
  return randomBytes(8).toString('hex')
}
