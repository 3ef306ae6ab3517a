type Run = (sql: string, parameters: readonly unknown[]) => void

interface Write {
  readonly sql: string
  readonly parameters: readonly unknown[]
}

/** writes of one job that wait until the commit, where it may be that there are many */
const mostWaiting = 100

/**
 * Writes that are made just before the commit, those of all jobs together. The full-text index closes what it has
 * collected at every savepoint and has to merge the pieces later; so one piece is made of all the jobs in a commit
 * (measured: a save of 4.5 KB takes 2.3 times as long with its index else).
 */
export class DeferredWrites {
  readonly #run: Run
  #waiting: Write[] = []
  /** where the writes of the job under way begin */
  #mark = 0

  constructor(run: Run) {
    this.#run = run
  }

  add(sql: string, parameters: readonly unknown[]): void {
    this.#waiting.push({ sql, parameters })
    // Work that is alone in its transaction may be large: it need not wait, and would fill the memory.
    if (this.#mark === 0 && this.#waiting.length >= mostWaiting) this.run()
  }

  /** A job begins. */
  begin(): void {
    this.#mark = this.#waiting.length
  }

  /** The job under way is undone. */
  undo(): void {
    this.#waiting.length = this.#mark
  }

  /** Makes the writes now. */
  run(): void {
    const writes = this.#waiting
    this.clear()
    for (const { sql, parameters } of writes) this.#run(sql, parameters)
  }

  clear(): void {
    this.#waiting = []
    this.#mark = 0
  }
}
