import PQueue from 'p-queue'

export interface QueueBounds {
  /** limit of tasks that run at the same time */
  readonly running: number
  /** limit of tasks that wait */
  readonly waiting: number
  /** limit of waiting tasks per owner */
  readonly waitingPerOwner?: number
}

export interface TaskOptions {
  /** whose task it is; owners share the queue fairly */
  readonly owner?: string
  /** what the task costs, compared with others; 1 by default */
  readonly cost?: number
}

interface Owner {
  waiting: number
  running: number
  /** the rank of its last task */
  rank: number
}

/**
 * Runs a limited number of tasks at a time and bounds how many wait. The order is fair queuing by cost: cheap tasks go
 * first, the costs of an owner's tasks add up, and each task that starts raises the rank of those added later, so that
 * none waits for ever.
 */
export class BoundedQueue {
  readonly #bounds: QueueBounds
  readonly #queue: PQueue
  /** owners with running or waiting tasks */
  readonly #owners = new Map<string, Owner>()
  /**
   * The rank at which new owners start: the rank of the task that started last, minus half of its cost. With the whole
   * cost subtracted, each new owner would overtake those that wait. With nothing subtracted, an owner that comes while
   * an expensive task runs would wait behind all of them.
   */
  #rank = 0

  constructor(bounds: QueueBounds) {
    this.#bounds = bounds
    this.#queue = new PQueue({ concurrency: bounds.running })
  }

  /** Queues a task and returns its result, or null at once when too many are waiting. */
  add<Result>(
    task: () => Promise<Result>,
    { owner: name = '', cost = 1 }: TaskOptions = {},
  ): Promise<Result> | null {
    const { running, waiting, waitingPerOwner = waiting } = this.#bounds
    const owner = this.#owners.get(name) ?? { waiting: 0, running: 0, rank: 0 }
    const mustWait = this.#queue.pending >= running
    if (mustWait && (this.#queue.size >= waiting || owner.waiting >= waitingPerOwner)) return null
    const rank = Math.max(owner.rank, this.#rank) + cost
    owner.waiting++
    owner.rank = rank
    this.#owners.set(name, owner)
    const run = async (): Promise<Result> => {
      this.#rank = rank - cost / 2
      owner.waiting--
      owner.running++
      try {
        return await task()
      } finally {
        if (--owner.running + owner.waiting === 0) this.#owners.delete(name)
      }
    }
    // The queue starts tasks of high priority first, so the task with the lowest rank is next.
    return this.#queue.add(run, { priority: -rank })
  }

  /** tasks that run or wait */
  get count(): number {
    return this.#queue.pending + this.#queue.size
  }

  /**
   * Waits until fewer tasks wait than the bound allows, so that `add` takes another one unless its owner has too many.
   * In a queue whose bound is 0, the promise would never be fulfilled.
   */
  room(): Promise<void> {
    return this.#queue.onSizeLessThan(this.#bounds.waiting)
  }

  /** Waits until no task is running or waiting. */
  idle(): Promise<void> {
    return this.#queue.onIdle()
  }

  /** Removes the waiting tasks; their promises reject. */
  clear(): void {
    this.#queue.clear()
    for (const [name, owner] of this.#owners) {
      owner.waiting = 0
      if (owner.running === 0) this.#owners.delete(name)
    }
  }
}
