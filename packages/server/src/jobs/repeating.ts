import type { Bell } from '../bell.ts'
import type { Services } from '../context.ts'

/** What each process does again and again by itself. */
export interface Job {
  /** milliseconds from the end of one run to the next */
  readonly interval: number
  /** One run; the first is number 0. It may fail, and ends early when the signal says that the job is stopped. */
  readonly run: (signal: AbortSignal, number: number) => Promise<void>
  /** what the log is told of a run that failed, and how serious it is */
  readonly complaint: string
  readonly severity?: 'warn' | 'error'
  /** does not wait an interval for its first run */
  readonly isPrompt?: boolean
  /** rings for a run at once, unless one is under way */
  readonly bell?: Bell
  /** what is left to do when it is stopped */
  readonly atEnd?: () => Promise<void>
}

export interface Repeating {
  /** No further run begins; comes back when the one under way has ended. */
  stop(): Promise<void>
}

/** Runs a job again and again, never twice at once. A failure goes to the log alone. */
export function startRepeating({ log }: Pick<Services, 'log'>, job: Job): Repeating {
  const { interval, run, complaint, severity = 'error', isPrompt = false, bell, atEnd } = job
  const stopping = new AbortController()
  const { signal } = stopping
  let timer: NodeJS.Timeout | undefined
  let running: Promise<void> | null = null
  let number = 0

  const begin = (): void => {
    if (running !== null || signal.aborted) return
    clearTimeout(timer)
    running = run(signal, number++)
      .catch((error: unknown) => log[severity]({ err: error }, complaint))
      .then(() => {
        running = null
        if (!signal.aborted) timer = setTimeout(begin, interval)
      })
  }
  bell?.listen(begin)
  if (isPrompt) begin()
  else timer = setTimeout(begin, interval)
  return {
    stop: async () => {
      bell?.listen(null)
      stopping.abort()
      clearTimeout(timer)
      await running
      await atEnd?.()
    },
  }
}
