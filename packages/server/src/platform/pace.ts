import { cpus } from 'node:os'
import { setTimeout as delay } from 'node:timers/promises'

/** milliseconds of work between two measurements: the system counts processor time in steps of ten */
const measureInterval = 100

/** limit of one rest in milliseconds, so that the work notices soon when it must stop */
const longestRest = 200

/** Used processor time in milliseconds: of all processes, and of this one. */
export interface Worked {
  readonly all: number
  readonly own: number
}

/**
 * Slows down background work: while other processes use nearly all processors, it rests as long as it works. A low
 * priority alone is not enough, because the kernel does a part of the work with its own priority.
 */
export class Pace {
  readonly #worked: () => Worked
  readonly #processors: number
  #since: { readonly time: number; readonly worked: Worked }

  /** The parameters replace the system's measurements in tests. */
  constructor(worked: () => Worked = workedNow, processors = cpus().length) {
    this.#worked = worked
    this.#processors = processors
    this.#since = { time: performance.now(), worked: worked() }
  }

  /** Call it often, between pieces of work. */
  async rest(): Promise<void> {
    const { time, worked } = this.#since
    const span = performance.now() - time
    if (span < measureInterval) return
    const { all, own } = this.#worked()
    // processors that other processes have used on average
    const others = (all - worked.all - (own - worked.own)) / span
    // The work goes on while others leave one and a half processors free, or use at most a quarter of a single one.
    const mostForOthers = Math.max(0.25, this.#processors - 1.5)
    if (others > mostForOthers) await delay(Math.min(span, longestRest))
    this.#since = { time: performance.now(), worked: this.#worked() }
  }
}

/** The processor time that the system has counted so far. */
export function workedNow(): Worked {
  const { user, system } = process.cpuUsage()
  const all = cpus().reduce((sum, { times }) => sum + times.user + times.nice + times.sys + times.irq, 0)
  return { all, own: (user + system) / 1000 }
}
