/**
 * Shares one database query among all concurrent requests for its value. A request joins a query that starts after it,
 * so the value is never older than the request; only one query runs at a time.
 */
export class SharedQuery<Value> {
  readonly #query: () => Promise<Value>
  #running: Promise<unknown> | null = null
  /** the query after the running one, which all requests that come meanwhile share */
  #next: Promise<Value> | null = null

  constructor(query: () => Promise<Value>) {
    this.#query = query
  }

  ask(): Promise<Value> {
    if (this.#running === null) return this.#start()
    this.#next ??= this.#running.then(() => this.#start())
    return this.#next
  }

  #start(): Promise<Value> {
    this.#next = null
    const result = this.#query()
    const running = result.then(
      () => undefined,
      () => undefined,
    )
    this.#running = running
    void running.then(() => {
      if (this.#running === running) this.#running = null
    })
    return result
  }
}
