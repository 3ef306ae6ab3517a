import { limits } from '@octavo/contract/limits'
import { withinTime } from './time-limit.ts'

interface Line {
  running: number
  readonly waiting: (() => Promise<void>)[]
}

/** Runs after-hooks beside everything else, a few of each plugin at once, begun in the order of the commits. */
export class AfterHooks {
  readonly #lines = new Map<string, Line>()
  #idle: (() => void)[] = []

  /** Puts a hook in line; it never rejects. False when too many are waiting: then it will not run. */
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
      // Not in this turn of the event loop: the answer goes out first.
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

  /** Lets what runs and what is in line end, as far as it does in the time of two hooks; when the service stops. */
  async finish(): Promise<void> {
    await withinTime(this.idle(), 2 * limits.afterHook, 'hooks are left').catch(() => this.#forget())
  }

  #forget(): void {
    for (const { waiting } of this.#lines.values()) waiting.length = 0
  }

  /** Waits for what runs and what is in line. */
  async idle(): Promise<void> {
    if (this.#isBusy) await new Promise<void>((resolve) => this.#idle.push(resolve))
  }
}
