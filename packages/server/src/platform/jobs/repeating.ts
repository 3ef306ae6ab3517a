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
  /** whether the first run begins at once; by default it begins after the interval */
  readonly runsAtStart?: boolean
  /** triggers an immediate run; while one is running, another one after it */
  readonly wakeSignal?: WakeSignal
  /** milliseconds between two runs at least, so that many wake signals share a run; 0 by default */
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
    runsAtStart = false,
    wakeSignal,
    spacing = 0,
    atEnd,
  } = job
  const stopping = new AbortController()
  const { signal } = stopping
  /** starts the next run; not set while a run is running */
  let timer: NodeJS.Timeout | undefined
  let running: Promise<void> | null = null
  let number = 0
  /** whether another run was requested during the current one */
  let isRunRequested = false
  let lastEnd = -Infinity

  /** Handles the wake signal: starts a run now, or when the spacing is over; if one is running, requests another. */
  const handleSignal = (): void => {
    const wait = lastEnd + spacing - performance.now()
    if (running !== null || wait <= 0) return startRun()
    clearTimeout(timer)
    timer = setTimeout(startRun, wait)
  }
  /** Starts a run; if one is running, only notes that another is requested. */
  const startRun = (): void => {
    if (signal.aborted) return
    isRunRequested = running !== null
    if (isRunRequested) return
    clearTimeout(timer)
    running = run(signal, number++)
      .catch((error: unknown) => logFailure(log, complaint, { error, level: severity }))
      .then(() => {
        running = null
        lastEnd = performance.now()
        if (!signal.aborted) timer = setTimeout(startRun, isRunRequested ? spacing : interval)
      })
  }
  wakeSignal?.listen(handleSignal)
  if (runsAtStart) startRun()
  else timer = setTimeout(startRun, interval)
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
