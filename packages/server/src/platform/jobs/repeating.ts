import type { WakeSignal } from '../wake-signal.ts'
import type { Logger } from 'pino'
import { logFailure } from '../log.ts'

/** A job that each process repeats. */
export interface Job {
  /** milliseconds from the end of one run to the start of the next */
  readonly interval: number
  /** One run; the first has number 0. A run may fail. It ends early when the signal says that the job is stopped. */
  readonly run: (signal: AbortSignal, number: number) => Promise<void>
  /** how a failed run is logged: the message and the level */
  readonly complaint: string
  readonly severity?: 'warn' | 'error'
  /** starts the first run without waiting for the interval */
  readonly isPrompt?: boolean
  /** triggers an immediate run; while one is running, another one after it */
  readonly wakeSignal?: WakeSignal
  /** milliseconds between two runs at least, so that many signals share a run; 0 by default */
  readonly spacing?: number
  /** final work when the job stops */
  readonly atEnd?: () => Promise<void>
}

export interface Repeating {
  /** Prevents further runs; resolves when the current run has ended. */
  stop(): Promise<void>
}

/** Repeats a job, with one run at a time. A failure is only logged. */
export function startRepeating({ log }: { readonly log: Logger }, job: Job): Repeating {
  const {
    interval,
    run,
    complaint,
    severity = 'error',
    isPrompt = false,
    wakeSignal,
    spacing = 0,
    atEnd,
  } = job
  const stopping = new AbortController()
  const { signal } = stopping
  let timer: NodeJS.Timeout | undefined
  let running: Promise<void> | null = null
  let number = 0
  /** whether a run was asked for while one was running */
  let isAskedAgain = false
  let lastEnd = -Infinity

  /** Answers the wake signal: begins a run, at once or after the spacing. */
  const ring = (): void => {
    const wait = lastEnd + spacing - performance.now()
    if (running !== null || wait <= 0) return begin()
    clearTimeout(timer)
    timer = setTimeout(begin, wait)
  }
  /** Begins a run; while one is running, only remembers that another is needed. */
  const begin = (): void => {
    if (signal.aborted) return
    isAskedAgain = running !== null
    if (isAskedAgain) return
    clearTimeout(timer)
    running = run(signal, number++)
      .catch((error: unknown) => logFailure(log, complaint, { error, level: severity }))
      .then(() => {
        running = null
        lastEnd = performance.now()
        if (!signal.aborted) timer = setTimeout(begin, isAskedAgain ? spacing : interval)
      })
  }
  wakeSignal?.listen(ring)
  if (isPrompt) begin()
  else timer = setTimeout(begin, interval)
  return {
    stop: async () => {
      wakeSignal?.listen(null)
      stopping.abort()
      clearTimeout(timer)
      await running
      await atEnd?.().catch((error: unknown) => logFailure(log, complaint, { error, level: severity }))
    },
  }
}
