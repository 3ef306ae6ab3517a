import type { Logger } from 'pino'
import { logFailure } from './log.ts'

/** limits of running and of waiting tasks; further tasks are dropped */
const maxRunning = 10
const maxWaiting = 1000

type Task = () => Promise<void>

/** Tasks that run after the response, so that its timing reveals nothing about them. */
export class BackgroundTasks {
  readonly #log: Logger
  readonly #waiting: { name: string; task: Task }[] = []
  #running = 0
  #idle: (() => void)[] = []

  constructor(log: Logger) {
    this.#log = log
  }

  /** Queues a task; a failure is logged and has no other effect. */
  add(name: string, task: Task): void {
    if (this.#waiting.length >= maxWaiting) {
      this.#log.error({ task: name }, 'too many background tasks wait; this one was dropped')
      return
    }
    this.#waiting.push({ name, task })
    // Starts in a later turn of the event loop, after the response is sent.
    setImmediate(() => this.#start())
  }

  #start(): void {
    while (this.#running < maxRunning) {
      const next = this.#waiting.shift()
      if (next === undefined) break
      this.#running++
      void next
        .task()
        .catch((error: unknown) =>
          logFailure(this.#log, 'a background task failed', { error, task: next.name }),
        )
        .finally(() => this.#end())
    }
  }

  #end(): void {
    this.#running--
    this.#start()
    if (this.#running + this.#waiting.length === 0) for (const resolve of this.#idle.splice(0)) resolve()
  }

  /** Waits until no task is running or waiting. */
  async finish(): Promise<void> {
    if (this.#running + this.#waiting.length > 0) {
      await new Promise<void>((resolve) => this.#idle.push(resolve))
    }
  }
}
