/** One engine transaction that several units of work share. Each unit after the first has its own savepoint. */
export interface SharedTransaction {
  begin(): Promise<void>
  commit(): void
  rollback(): void
  savepoint(): void
  release(): void
  rollbackToSavepoint(): void
  /** false when the engine has ended the transaction itself, for example on a full disk */
  isOpen(): boolean
}

interface Job {
  /** whether it runs in a transaction that no other job shares */
  readonly isAlone: boolean
  readonly work: () => Promise<unknown>
  readonly resolve: (value: unknown) => void
  readonly reject: (reason: unknown) => void
}

/** limit of jobs in one commit, because each of them waits for the others */
const maxInOneCommit = 64

/**
 * Waiting writers share one commit, so that one disk flush serves all of them. A failed job is rolled back alone. No
 * job is answered before its commit is on disk.
 */
export class WriteQueue {
  readonly #transaction: SharedTransaction
  readonly #jobs: Job[] = []
  /** null while no job waits or runs */
  #draining: Promise<void> | null = null

  constructor(transaction: SharedTransaction) {
    this.#transaction = transaction
  }

  /** Queues a job; resolves with its result after its commit. With `isAlone`, no other job shares its transaction. */
  submit<Result>({ isAlone }: { isAlone: boolean }, work: () => Promise<Result>): Promise<Result> {
    return new Promise<Result>((resolve, reject) => {
      this.#jobs.push({ isAlone, work, resolve: resolve as (value: unknown) => void, reject })
      this.#draining ??= new Promise((done) => {
        // Other requests of this turn of the event loop join before the transaction begins.
        setImmediate(() => this.#drain().finally(done))
      })
    })
  }

  /** jobs that have not started */
  get waiting(): number {
    return this.#jobs.length
  }

  async idle(): Promise<void> {
    while (this.#draining !== null) await this.#draining
  }

  async #drain(): Promise<void> {
    while (this.#jobs.length > 0) await this.#runBatch()
    this.#draining = null
  }

  async #runBatch(): Promise<void> {
    const finished: { job: Job; value: unknown }[] = []
    const started: Job[] = []
    try {
      await this.#transaction.begin()
    } catch (error) {
      // All waiting jobs fail, because `begin` has already waited long for the lock (`lockTimeout`) and would wait as
      // long for each further batch.
      for (const job of this.#jobs.splice(0)) job.reject(error)
      return
    }
    try {
      for (let job = this.#next(started); job !== undefined; job = this.#next(started)) {
        started.push(job)
        const value = await (started.length === 1 ? job.work() : this.#runInSavepoint(job))
        if (value !== failedAlone) finished.push({ job, value })
        if (job.isAlone) break
      }
      this.#transaction.commit()
    } catch (error) {
      if (this.#transaction.isOpen()) this.#transaction.rollback()
      for (const job of started) job.reject(error)
      return
    }
    for (const { job, value } of finished) job.resolve(value)
  }

  /** Takes the next job that can share the transaction of those that have started; undefined if there is none. */
  #next(started: readonly Job[]): Job | undefined {
    if (started.length >= maxInOneCommit) return undefined
    if (started.length > 0 && this.#jobs[0]?.isAlone === true) return undefined
    return this.#jobs.shift()
  }

  /**
   * Runs a job after others in a savepoint, so that its failure does not undo them. The first job of a batch needs
   * none.
   */
  async #runInSavepoint(job: Job): Promise<unknown> {
    this.#transaction.savepoint()
    try {
      const value = await job.work()
      this.#transaction.release()
      return value
    } catch (error) {
      // Without the transaction the earlier jobs are lost too, so the whole batch fails.
      if (!this.#transaction.isOpen()) throw error
      this.#transaction.rollbackToSavepoint()
      this.#transaction.release()
      job.reject(error)
      return failedAlone
    }
  }
}

/** the result of a job that failed without the others of its transaction; it is already rejected */
const failedAlone = Symbol('failedAlone')
