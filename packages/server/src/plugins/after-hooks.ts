import { limits } from '@octavo/contract/limits'
import { withinTime } from '../platform/time-limit.ts'

interface Line {
  running: number
  readonly waiting: (() => Promise<void>)[]
}

/** Runs after-hooks in the background, a limited number per plugin, started in the order of the commits. */
export class AfterHooks {
  readonly #lines = new Map<string, Line>()
  #idle: (() => void)[] = []

  /** Queues a hook, which must never reject. Returns false if the queue is full: the hook then does not run. */
  add(pluginId: string, hook: () => Promise<void>): boolean {
    let line = this.#lines.get(pluginId)
    if (line === undefined) this.#lines.set(pluginId, (line = { running: 0, waiting: [] }))
    if (line.waiting.length >= limits.afterHooks.waiting) return false
    line.waiting.push(hook)
    this.#start(line)
    return true
  }

  #start(line: Line): void {
    while (line.running < limits.afterHooks.running) {
      const hook = line.waiting.shift()
      if (hook === undefined) break
      line.running++
      // Starts in a later turn of the event loop, after the response is sent.
      setImmediate(() => void hook().finally(() => this.#end(line)))
    }
  }

  #end(line: Line): void {
    line.running--
    this.#start(line)
    if (!this.#isBusy) for (const tell of this.#idle.splice(0)) tell()
  }

  get #isBusy(): boolean {
    return [...this.#lines.values()].some(({ running, waiting }) => running > 0 || waiting.length > 0)
  }

  /** Waits for running and queued hooks at shutdown, for at most the time of two hooks. */
  async finish(): Promise<void> {
    await withinTime(this.idle(), 2 * limits.afterHook, 'hooks are left').catch(() => this.#forget())
  }

  #forget(): void {
    for (const { waiting } of this.#lines.values()) waiting.length = 0
  }

  /** Waits for running and queued hooks. */
  async idle(): Promise<void> {
    if (this.#isBusy) await new Promise<void>((resolve) => this.#idle.push(resolve))
  }
}
