import { Worker } from 'node:worker_threads'
import type { ContentResults } from './content-thread.ts'
import type { Converted } from './convert.ts'
import { type ContentTask, convertedOf } from './item-content.ts'

/** The program of the thread. It is next to this file in the sources, and next to the entry files in the bundle. */
const threadUrl = new URL(
  `./content-thread${import.meta.url.slice(import.meta.url.lastIndexOf('.'))}`,
  import.meta.url,
)

/** limits of the memory of the thread; a thread that needs more ends, and then the main thread converts */
const resourceLimits = { maxYoungGenerationSizeMb: 2, maxOldGenerationSizeMb: 40 }

/**
 * Converts contents in a separate thread, so that the next items are converted while the last ones are written.
 * A content that the thread cannot convert, and each one after the thread has ended, is left to the caller.
 */
export class ContentConverter {
  #thread: Worker | null = null
  /** the batches that wait for their results; the thread answers in their order */
  #waiting: ((results: ContentResults) => void)[] = []
  #hasEnded = false

  /** The converted contents, in order; undefined or missing for those that were not converted. */
  async convert(tasks: readonly ContentTask[]): Promise<readonly (Converted | undefined)[]> {
    if (this.#hasEnded || tasks.length === 0) return []
    const { promise, resolve } = Promise.withResolvers<ContentResults>()
    this.#waiting.push(resolve)
    this.#send(tasks)
    const results = await promise
    return results.map((result) => (result === null ? undefined : convertedOf(result)))
  }

  /** Ends the thread; conversions that are under way answer with nothing. */
  async end(): Promise<void> {
    this.#stop()
    await this.#thread?.terminate()
  }

  /** Sends contents to the thread; stops converting if it cannot be started, for example for lack of memory. */
  #send(tasks: readonly ContentTask[]): void {
    try {
      this.#thread ??= this.#start()
      // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread has no origin
      this.#thread.postMessage(tasks)
    } catch {
      this.#stop()
    }
  }

  #start(): Worker {
    const thread = new Worker(threadUrl, { resourceLimits })
    thread.on('message', (results: ContentResults) => this.#waiting.shift()?.(results))
    thread.on('messageerror', () => this.#stop())
    thread.on('error', () => this.#stop())
    thread.on('exit', () => this.#stop())
    return thread
  }

  #stop(): void {
    this.#hasEnded = true
    for (const resolve of this.#waiting.splice(0)) resolve([])
  }
}
