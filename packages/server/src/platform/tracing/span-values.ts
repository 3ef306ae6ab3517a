/** undefined: the span does not have the attribute */
export type AttributeValue = string | number | boolean | undefined

/** A span that has ended. Times are in milliseconds since 1970. */
export interface EndedSpan {
  readonly traceId: string
  readonly spanId: string
  /** null for the first span of a trace */
  readonly parentSpanId: string | null
  readonly name: string
  readonly kind: 'internal' | 'server' | 'client'
  readonly begunAt: number
  readonly endedAt: number
  readonly attributes: Readonly<Record<string, AttributeValue>>
  readonly isError: boolean
}

/** Spans that are sent together. `resource` describes the process that made them, `scope` the part of it. */
export interface SpanBatch {
  readonly resource: Readonly<Record<string, AttributeValue>>
  readonly scope: { readonly name: string; readonly version: string }
  readonly spans: readonly EndedSpan[]
}

/** The numbers of OTLP for kinds of spans. */
export const spanKinds = { internal: 1, server: 2, client: 3 } as const

/** Exact to the microsecond, because a number cannot hold the nanoseconds since 1970. */
export function unixNanoseconds(milliseconds: number): bigint {
  return BigInt(Math.round(milliseconds * 1000)) * 1000n
}
