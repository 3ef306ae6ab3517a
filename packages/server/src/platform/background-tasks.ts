import { setImmediate as nextTurn } from 'node:timers/promises'
import type { Logger } from 'pino'
import { logFailure } from './log.ts'
import { BoundedQueue } from './queue/bounded-queue.ts'

type Task = () => Promise<void>

/** Tasks that run after the response, so that its timing reveals nothing about them. */
export class BackgroundTasks {
  readonly #log: Logger
  readonly #queue = new BoundedQueue({ running: 10, waiting: 1000 })

  constructor(log: Logger) {
    this.#log = log
  }

  /** Queues a task; a failure is logged and has no other effect. */
  add(name: string, task: Task): void {
    const queued = this.#queue.add(async () => {
      // Starts in a later turn of the event loop, after the response is sent.
      await nextTurn()
      await task().catch((error: unknown) =>
        logFailure(this.#log, 'a background task failed', { error, task: name }),
      )
    })
    if (queued === null)
      this.#log.error({ task: name }, 'too many background tasks wait; this one was dropped')
  }

  /** tasks that run or wait */
  get count(): number {
    return this.#queue.count
  }

  /** Waits until no task is running or waiting. */
  finish(): Promise<void> {
    return this.#queue.idle()
  }
}
