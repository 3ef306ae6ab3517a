import { AsyncLocalStorage } from 'node:async_hooks'
import type { Logger } from 'pino'
import { SpanExporter } from './exporter.ts'
import type { AttributeValue, EndedSpan } from './span-values.ts'
import { HeldSpans } from './held-spans.ts'
import type { Sampling, TracingSettings } from './settings.ts'
import { newSpanId, newTraceId, type SpanContext } from './trace-context.ts'

type Attributes = Record<string, AttributeValue>

/** A span that has begun. */
export interface Span {
  readonly context: SpanContext
  end(more: Attributes, isError: boolean): void
}

interface SpanStart extends Pick<EndedSpan, 'name' | 'kind'> {
  readonly attributes?: Attributes
}

/** Makes spans, and knows the current one of each request or job. */
export class Tracer {
  readonly #current = new AsyncLocalStorage<SpanContext>()
  /** the spans of the running job, which are held until it is known whether it does anything */
  readonly #held = new AsyncLocalStorage<HeldSpans>()
  readonly #exporter: SpanExporter
  readonly #sampling: Sampling

  constructor(settings: TracingSettings, log: Logger) {
    this.#exporter = new SpanExporter(settings, log)
    this.#sampling = settings.sampling
  }

  get current(): SpanContext | undefined {
    return this.#current.getStore()
  }

  /** Begins a span, by default below the current one; null begins a trace. */
  begin({ name, kind, attributes = {} }: SpanStart, parent = this.current ?? null): Span {
    const traceId = parent?.traceId ?? newTraceId()
    const context = { traceId, spanId: newSpanId(), isSampled: this.#isSampled(traceId, parent) }
    const spans = this.#held.getStore() ?? this.#exporter
    const begunAt = performance.timeOrigin + performance.now()
    return {
      context,
      end: (more, isError) => {
        if (!context.isSampled) return
        spans.add({
          ...context,
          parentSpanId: parent?.spanId ?? null,
          name,
          kind,
          begunAt,
          endedAt: performance.timeOrigin + performance.now(),
          attributes: { ...attributes, ...more },
          isError,
        })
      },
    }
  }

  /** Runs work whose spans are children of a span. */
  within<Result>(context: SpanContext, work: () => Result): Result {
    return this.#current.run(context, work)
  }

  /** Runs work in a separate span. */
  async span<Result>(start: SpanStart, work: () => Promise<Result>): Promise<Result> {
    const span = this.begin(start)
    try {
      const result = await this.within(span.context, work)
      span.end({}, false)
      return result
    } catch (error) {
      span.end({ 'error.type': nameOf(error) }, true)
      throw error
    }
  }

  /**
   * Runs a job in a separate span. Its spans are sent if it changes something or fails: the jobs of a process look for
   * work several times a second, and most runs find none.
   */
  async job(name: string, work: () => Promise<void>): Promise<void> {
    const held = new HeldSpans((span) => this.#exporter.add(span))
    try {
      await this.#held.run(held, () => this.span({ name, kind: 'internal' }, work))
    } catch (error) {
      held.release()
      throw error
    }
    held.drop()
  }

  /** Records that the current job has changed something. */
  noteChange(): void {
    this.#held.getStore()?.release()
  }

  close(): Promise<void> {
    return this.#exporter.close()
  }

  /** Whether a span is sent. A parent of another process is the caller's span, from the header `traceparent`. */
  #isSampled(traceId: string, parent: SpanContext | null): boolean {
    // A span of this process shares the decision of its parent: a single span without the rest of its trace is useless.
    const isParentOurs = this.current === parent
    if (parent !== null && (isParentOurs || this.#sampling.followsParent)) return parent.isSampled
    // The last 32 bits of the random trace id decide, so that all spans of a trace share the decision.
    return Number.parseInt(traceId.slice(-8), 16) < this.#sampling.share * 2 ** 32
  }
}

function nameOf(error: unknown): string {
  const { code, name } = error as { code?: unknown; name?: unknown }
  return String(code ?? name ?? 'Error').slice(0, 100)
}
