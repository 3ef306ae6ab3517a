import { randomBytes } from 'node:crypto'
import pg from 'pg'
import { withinTime } from '../../time-limit.ts'
import type { SignalTopic } from '../database.ts'

/** the signals between processes */
const channel = 'octavo'

/** milliseconds within which several signals are sent as one: each is a commit, which waits for the disk */
const mergeTime = 50

/** milliseconds between two attempts to listen */
const retryPause = 5000

/** milliseconds in which a connection must end when the service stops */
const endTime = 2000

/**
 * Signals between the processes on one server, by LISTEN and NOTIFY. They only save waiting: if a signal is lost,
 * each job notices the change at its next check. They are sent after the commit, because NOTIFY in a transaction
 * makes commits wait for each other.
 */
export class Signals {
  readonly #config: pg.ClientConfig
  readonly #send: (sql: string) => Promise<unknown>
  readonly #processName = randomBytes(8).toString('hex')
  /** the timers of signals that will be sent: further ones of the topic until then are the same signal */
  readonly #sending = new Map<SignalTopic, NodeJS.Timeout>()
  #listener: ((topic: SignalTopic) => void) | null = null
  /** the connection that listens, with the timer of the next attempt after it has failed */
  #client: pg.Client | null = null
  #retry: NodeJS.Timeout | undefined
  #isClosed = false

  constructor(config: pg.ClientConfig, send: (sql: string) => Promise<unknown>) {
    this.#config = config
    this.#send = send
  }

  /** Sets the one listener, which is called when another process has sent a signal. */
  listen(listener: (topic: SignalTopic) => void): void {
    this.#listener = listener
    void this.#connect()
  }

  /** Sends a signal soon (`mergeTime`). */
  send(topic: SignalTopic): void {
    if (this.#isClosed || this.#sending.has(topic)) return
    const timer = setTimeout(() => {
      this.#sending.delete(topic)
      // A signal that is lost only delays the other processes.
      void this.#send(`NOTIFY ${channel}, '${topic} ${this.#processName}'`).catch(() => undefined)
    }, mergeTime)
    this.#sending.set(topic, timer.unref())
  }

  async close(): Promise<void> {
    this.#isClosed = true
    clearTimeout(this.#retry)
    for (const timer of this.#sending.values()) clearTimeout(timer)
    const ended = this.#client?.end() ?? Promise.resolve()
    await withinTime(ended, endTime, 'the server does not answer').catch(() => undefined)
  }

  /** A process ignores its own signals. */
  #receive(payload: string): void {
    const [topic, sender] = payload.split(' ')
    if (sender !== this.#processName) this.#listener?.(topic as SignalTopic)
  }

  async #connect(): Promise<void> {
    if (this.#isClosed) return
    const client = new pg.Client(this.#config)
    this.#client = client
    client.on('notification', ({ payload = '' }) => this.#receive(payload))
    // Without a listener the event would end the process.
    client.on('error', () => undefined)
    client.on('end', () => this.#connectLater())
    try {
      await client.connect()
      await client.query(`LISTEN ${channel}`)
    } catch {
      // Jobs check periodically anyway, and the pool logs the outage.
      await client.end().catch(() => undefined)
      this.#connectLater()
    }
  }

  #connectLater(): void {
    if (this.#isClosed) return
    clearTimeout(this.#retry)
    this.#retry = setTimeout(() => void this.#connect(), retryPause).unref()
  }
}
