/** upper bounds of the times of the histogram, in seconds */
export const timeBounds = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10] as const

/** `refused`: the caller's mistake. `failed`: ours, or of something that the service depends on. */
export type CallOutcome = 'ok' | 'refused' | 'failed'

/** The counts for one name since the start of the process. */
export interface CallSeries {
  readonly outcomes: Record<CallOutcome, number>
  /** counts by upper bound, not cumulative; the last one counts longer times */
  readonly times: number[]
  /** the sum of all times, in seconds */
  sum: number
}

/** Counts calls and their times by name. Recording takes a fraction of a microsecond, because every request does it. */
export class CallMetrics {
  readonly #series = new Map<string, CallSeries>()

  record(name: string, outcome: CallOutcome, milliseconds: number): void {
    const series = this.#series.get(name) ?? this.#begin(name)
    const seconds = milliseconds / 1000
    let at = 0
    while (at < timeBounds.length && seconds > (timeBounds[at] ?? 0)) at++
    series.times[at] = (series.times[at] ?? 0) + 1
    series.outcomes[outcome]++
    series.sum += seconds
  }

  /** all names so far, sorted */
  entries(): (readonly [string, CallSeries])[] {
    return [...this.#series].toSorted(([a], [b]) => (a < b ? -1 : 1))
  }

  #begin(name: string): CallSeries {
    const series: CallSeries = {
      outcomes: { ok: 0, refused: 0, failed: 0 },
      times: Array.from({ length: timeBounds.length + 1 }, () => 0),
      sum: 0,
    }
    this.#series.set(name, series)
    return series
  }
}
