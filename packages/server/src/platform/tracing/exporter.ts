import type { Logger } from 'pino'
import { readVersion } from '../version.ts'
import type { TracingSettings } from './settings.ts'
import { protobufOf } from './span-protobuf.ts'
import {
  type AttributeValue,
  type EndedSpan,
  type SpanBatch,
  spanKinds,
  unixNanoseconds,
} from './span-values.ts'

/** maximum number of waiting spans, and of spans in one request */
const maxWaiting = 2048
const batchSize = 512

/** milliseconds between two requests, and the time limit of one */
const interval = 5000
const timeLimit = 10_000

/** milliseconds for sending the waiting spans when the service stops */
const lastTime = 2000

/** milliseconds between two log lines about a collector that does not answer */
const complaintInterval = 60_000

/**
 * Sends spans by OTLP over HTTP. Spans that the collector does not accept are dropped, so that tracing never delays
 * the service.
 */
export class SpanExporter {
  readonly #settings: TracingSettings
  readonly #log: Logger
  readonly #timer: NodeJS.Timeout
  #waiting: EndedSpan[] = []
  readonly #ending = new AbortController()
  /** null while nothing is sent */
  #sending: Promise<void> | null = null
  #nextComplaint = 0

  constructor(settings: TracingSettings, log: Logger) {
    this.#settings = settings
    this.#log = log
    this.#timer = setInterval(() => this.#flush(), interval).unref()
  }

  add(span: EndedSpan): void {
    if (this.#waiting.length >= maxWaiting) return
    this.#waiting.push(span)
    if (this.#waiting.length === batchSize) this.#flush()
  }

  async close(): Promise<void> {
    clearInterval(this.#timer)
    this.#flush()
    const timer = setTimeout(() => this.#ending.abort(), lastTime)
    await this.#sending
    clearTimeout(timer)
  }

  /** Begins to send the waiting spans, unless they are being sent. */
  #flush(): void {
    this.#sending ??= this.#sendAll().finally(() => (this.#sending = null))
  }

  /**
   * Sends the waiting spans in batches. After a failure the batch is lost, and the rest waits for the next interval.
   */
  async #sendAll(): Promise<void> {
    for (let batch = this.#waiting.splice(0, batchSize); batch.length > 0;)
      batch = (await this.#send(batch)) ? this.#waiting.splice(0, batchSize) : []
  }

  /** Returns whether to continue sending. */
  async #send(spans: readonly EndedSpan[]): Promise<boolean> {
    try {
      const answer = await fetch(this.#settings.url, {
        method: 'POST',
        ...this.#requestOf(spans),
        signal: AbortSignal.any([AbortSignal.timeout(timeLimit), this.#ending.signal]),
      })
      await answer.arrayBuffer()
      if (answer.ok) return true
      this.#complain(`status ${answer.status}`)
    } catch (error) {
      this.#complain(codeOf(error))
    }
    return false
  }

  #complain(reason: string): void {
    const now = performance.now()
    if (now < this.#nextComplaint) return
    this.#nextComplaint = now + complaintInterval
    const { host } = new URL(this.#settings.url)
    this.#log.warn({ reason, host }, 'traces could not be sent')
  }

  #requestOf(spans: readonly EndedSpan[]): {
    headers: Record<string, string>
    body: string | Buffer<ArrayBuffer>
  } {
    const { headers, protocol, resource } = this.#settings
    const version = readVersion()
    const batch: SpanBatch = {
      resource: {
        'service.name': 'octavo',
        'service.version': version,
        ...resource,
        'process.pid': process.pid,
      },
      scope: { name: 'octavo', version },
      spans,
    }
    return protocol === 'http/protobuf'
      ? {
          headers: { ...headers, 'content-type': 'application/x-protobuf' },
          body: Buffer.from(protobufOf(batch)),
        }
      : {
          headers: { ...headers, 'content-type': 'application/json' },
          body: JSON.stringify(jsonOf(batch)),
        }
  }
}

/**
 * The code or name of an error, without its message, which can quote the address and the headers with their secrets.
 */
function codeOf(error: unknown): string {
  const { name, cause } = error as { name?: unknown; cause?: { code?: unknown } }
  return String(cause?.code ?? name)
}

function jsonOf({ resource, scope, spans }: SpanBatch): object {
  const scopeSpans = [{ scope, spans: spans.map(spanJson) }]
  return { resourceSpans: [{ resource: { attributes: attributesOf(resource) }, scopeSpans }] }
}

function spanJson(span: EndedSpan): object {
  const { traceId, spanId, parentSpanId, name, kind, attributes, isError } = span
  return {
    traceId,
    spanId,
    ...(parentSpanId !== null && { parentSpanId }),
    name,
    kind: spanKinds[kind],
    startTimeUnixNano: String(unixNanoseconds(span.begunAt)),
    endTimeUnixNano: String(unixNanoseconds(span.endedAt)),
    attributes: attributesOf(attributes),
    // 2: error, 0: unset
    status: { code: isError ? 2 : 0 },
  }
}

function attributesOf(attributes: Readonly<Record<string, AttributeValue>>): object[] {
  return Object.entries(attributes).flatMap(([key, value]) =>
    value === undefined ? [] : [{ key, value: valueJson(value) }],
  )
}

function valueJson(value: string | number | boolean): object {
  switch (typeof value) {
    case 'boolean':
      return { boolValue: value }
    case 'number':
      return Number.isInteger(value) ? { intValue: String(value) } : { doubleValue: value }
    default:
      return { stringValue: value }
  }
}
