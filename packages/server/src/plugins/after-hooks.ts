import { setImmediate as nextTurn } from 'node:timers/promises'
import { limits } from '@octavo/contract/limits'
import { BoundedQueue } from '../platform/queue/bounded-queue.ts'
import { withinTime } from '../platform/time-limit.ts'

/** Runs after-hooks in the background, a limited number per plugin, started in the order of the commits. */
export class AfterHooks {
  readonly #queues = new Map<string, BoundedQueue>()

  /** Queues a hook, which must never reject. Returns false if the queue is full: the hook then does not run. */
  add(pluginId: string, hook: () => Promise<void>): boolean {
    let queue = this.#queues.get(pluginId)
    if (queue === undefined) this.#queues.set(pluginId, (queue = new BoundedQueue(limits.afterHooks)))
    // Starts in a later turn of the event loop, after the response is sent.
    const running = queue.add(() => nextTurn().then(hook))
    // Only a hook that was removed at shutdown rejects.
    running?.catch(() => undefined)
    return running !== null
  }

  /** Waits for running and queued hooks at shutdown, for at most the time of two hooks. */
  async finish(): Promise<void> {
    await withinTime(this.idle(), 2 * limits.afterHook, 'hooks are left').catch(() => {
      for (const queue of this.#queues.values()) queue.clear()
    })
  }

  /** Waits for running and queued hooks. */
  async idle(): Promise<void> {
    await Promise.all([...this.#queues.values()].map((queue) => queue.idle()))
  }
}
