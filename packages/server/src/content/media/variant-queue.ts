import { limits } from '@octavo/contract/limits'
import { OctavoError } from '../../platform/errors.ts'

interface Job {
  readonly owner: string
  readonly cost: number
  /** the cost of this job plus that of all earlier jobs of its owner in the queue */
  readonly rank: number
  readonly run: () => Promise<void>
}

/**
 * Runs one job at a time, the cheapest first. The cost of a job includes the earlier waiting jobs of its owner, so that
 * owners with many jobs wait for those with few.
 */
export class VariantQueue {
  readonly #waiting: Job[] = []
  #isRunning = false

  /** Throws SERVICE_UNAVAILABLE when the queue is full. */
  add<Result>(owner: string, cost: number, work: () => Promise<Result>): Promise<Result> {
    const own = this.#waiting.filter((job) => job.owner === owner)
    if (this.#waiting.length >= limits.waitingVariants || own.length >= limits.waitingVariantsPerAddress) {
      throw new OctavoError(
        'SERVICE_UNAVAILABLE',
        'Too many images are being resized. Try again in a moment.',
      )
    }
    const rank = own.reduce((sum, job) => sum + job.cost, cost)
    return new Promise((resolve, reject) => {
      this.#insert({ owner, cost, rank, run: () => work().then(resolve, reject) })
      if (!this.#isRunning) void this.#drain()
    })
  }

  #insert(job: Job): void {
    const place = this.#waiting.findIndex(({ rank }) => rank > job.rank)
    this.#waiting.splice(place === -1 ? this.#waiting.length : place, 0, job)
  }

  async #drain(): Promise<void> {
    this.#isRunning = true
    for (let job = this.#waiting.shift(); job !== undefined; job = this.#waiting.shift()) await job.run()
    this.#isRunning = false
  }
}
