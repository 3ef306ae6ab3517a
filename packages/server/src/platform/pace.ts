import { cpus } from 'node:os'
import { setTimeout as delay } from 'node:timers/promises'

/** milliseconds of work between two looks: the system counts the time of processors in steps of ten */
const stint = 100

/** limit of one rest in milliseconds: a work that is to stop must notice it soon */
const longestRest = 200

/** What processors have worked, in milliseconds of one of them: for all processes, and for this one. */
export interface Worked {
  readonly all: number
  readonly own: number
}

/**
 * Slows down work in the background: while other processes use nearly all processors, it rests as long as it works.
 * A low priority alone is not enough, because the system does a part of the work for it, with its own priority.
 */
export class Pace {
  readonly #worked: () => Worked
  readonly #processors: number
  #since: { readonly time: number; readonly worked: Worked }

  /** Other measures than those of the system are for tests. */
  constructor(worked: () => Worked = workedNow, processors = cpus().length) {
    this.#worked = worked
    this.#processors = processors
    this.#since = { time: performance.now(), worked: worked() }
  }

  /** To be called often between pieces of work. */
  async rest(): Promise<void> {
    const { time, worked } = this.#since
    const span = performance.now() - time
    if (span < stint) return
    const { all, own } = this.#worked()
    const others = (all - worked.all - (own - worked.own)) / span
    // Less than one and a half processors are free; on a single one, the others use a quarter of it.
    if (others > Math.max(0.25, this.#processors - 1.5)) await delay(Math.min(span, longestRest))
    this.#since = { time: performance.now(), worked: this.#worked() }
  }
}

/** What the system has counted until now. */
export function workedNow(): Worked {
  const { user, system } = process.cpuUsage()
  const all = cpus().reduce((sum, { times }) => sum + times.user + times.nice + times.sys + times.irq, 0)
  return { all, own: (user + system) / 1000 }
}
