import pg from 'pg'

/** what processes tell each other */
const channel = 'octavo'

/** milliseconds within which several signals are sent as one */
const together = 10

/** milliseconds between two attempts to listen */
const pause = 5000

/**
 * Signals between the processes on one server, by LISTEN and NOTIFY. They only save waiting: a lost signal is made up for
 * by the next look of each job. They are sent after the commit, because NOTIFY in a transaction makes commits wait for
 * each other.
 */
export class Signals {
  readonly #config: pg.ClientConfig
  readonly #send: (sql: string) => Promise<unknown>
  #listener: (() => void) | null = null
  #client: pg.Client | null = null
  #sending: NodeJS.Timeout | null = null
  #retry: NodeJS.Timeout | undefined
  #isClosed = false

  constructor(config: pg.ClientConfig, send: (sql: string) => Promise<unknown>) {
    this.#config = config
    this.#send = send
  }

  /** Sets the one listener, which is called when another process, or this one, has sent a signal. */
  listen(listener: () => void): void {
    this.#listener = listener
    void this.#connect()
  }

  send(): void {
    if (this.#isClosed || this.#sending !== null) return
    this.#sending = setTimeout(() => {
      this.#sending = null
      void this.#send(`NOTIFY ${channel}`).catch(() => undefined)
    }, together).unref()
  }

  async close(): Promise<void> {
    this.#isClosed = true
    clearTimeout(this.#retry)
    if (this.#sending !== null) clearTimeout(this.#sending)
    await this.#client?.end().catch(() => undefined)
  }

  async #connect(): Promise<void> {
    if (this.#isClosed) return
    const client = new pg.Client(this.#config)
    this.#client = client
    client.on('notification', () => this.#listener?.())
    client.on('error', () => undefined)
    client.on('end', () => this.#connectLater())
    try {
      await client.connect()
      await client.query(`LISTEN ${channel}`)
    } catch {
      // Jobs look by themselves, and the pool logs the outage.
      await client.end().catch(() => undefined)
      this.#connectLater()
    }
  }

  #connectLater(): void {
    if (this.#isClosed) return
    clearTimeout(this.#retry)
    this.#retry = setTimeout(() => void this.#connect(), pause).unref()
  }
}
