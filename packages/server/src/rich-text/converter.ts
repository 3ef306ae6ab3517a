import { Worker } from 'node:worker_threads'
import { limits } from '@octavo/contract/limits'
import type { Block } from './comparable.ts'
import { Turns } from './turns.ts'
import type { Done, Task } from './worker.ts'

/** What is wrong with Markdown. */
export interface Refused {
  readonly refusal: string
}

/** how long the thread waits for more to do */
const patience = 60_000

/** Beside this file, in the sources as in what is built of them. */
const workerUrl = new URL(
  `./worker${import.meta.url.slice(import.meta.url.lastIndexOf('.'))}`,
  import.meta.url,
)

/** started when Markdown is first met; a promise until it is ready */
let worker: Promise<Worker> | undefined
let retirement: NodeJS.Timeout | undefined
const turns = new Turns()

/**
 * The conversions of one call, in a thread of its own: a few kilobytes of links or tildes can keep a Markdown parser
 * busy for minutes, and nobody else must wait for that. All of a call have `limits.markdownTime` together, and callers
 * take turns.
 */
export class Conversion {
  readonly #owner: string
  #left = limits.markdownTime
  readonly #written = new Map<string, string>()

  /** `owner` is who waits for their own calls, and not for those of others. */
  constructor(owner: string) {
    this.#owner = owner
  }

  /** Does work that converts, when it is the caller's turn; null when too many calls of the caller wait. */
  inTurn<T>(work: () => Promise<T>): Promise<T | null> {
    return turns.take(this.#owner, work)
  }

  /** Writes rich text as Markdown, as `toMarkdown` does; null when there is no time left for it. */
  async markdownOf(blocks: readonly Block[]): Promise<string | null> {
    const key = JSON.stringify(blocks)
    const known = this.#written.get(key)
    if (known !== undefined) return known
    const done = await this.#run({ blocks })
    if (done === null) return null
    const markdown = resultOf(done) as string
    this.#written.set(key, markdown)
    return markdown
  }

  /** Reads Markdown, as `fromMarkdown` does; what is wrong with it, or null when there is no time left for it. */
  async blocksOf(markdown: string, stored: readonly Block[]): Promise<Block[] | Refused | null> {
    const done = await this.#run({ markdown, stored })
    if (done === null || 'refusal' in done) return done
    return resultOf(done) as Block[]
  }

  async #run(task: Task): Promise<Done | null> {
    if (this.#left <= 0) return null
    const thread = await ready()
    const startedAt = performance.now()
    try {
      const done = await answerOf(thread, task, this.#left)
      if (done === null) await retire()
      return done
    } finally {
      this.#left -= performance.now() - startedAt
      retirement = setTimeout(() => void turns.take('', retire), patience).unref()
    }
  }
}

function resultOf(done: Done): string | Block[] {
  if ('result' in done) return done.result
  throw new Error('failure' in done ? done.failure : done.refusal)
}

function ready(): Promise<Worker> {
  clearTimeout(retirement)
  worker ??= start()
  return worker
}

function start(): Promise<Worker> {
  const thread = new Worker(workerUrl)
  const started = nextMessage(thread).then(() => thread)
  thread.once('exit', () => {
    if (worker === started) worker = undefined
  })
  return started
}

async function retire(): Promise<void> {
  const thread = await worker
  worker = undefined
  await thread?.terminate()
}

/** The answer to a task, null when it takes too long. The thread keeps the process alive while it works, no longer. */
async function answerOf(thread: Worker, task: Task, time: number): Promise<Done | null> {
  thread.ref()
  let timer: NodeJS.Timeout | undefined
  const tooLong = new Promise<null>((resolve) => {
    timer = setTimeout(() => resolve(null), time)
  })
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread has no origin
  thread.postMessage(task)
  try {
    return await Promise.race([nextMessage(thread) as Promise<Done>, tooLong])
  } finally {
    clearTimeout(timer)
    thread.unref()
  }
}

function nextMessage(thread: Worker): Promise<unknown> {
  return new Promise((resolve, reject) => {
    const listeners = {
      message: resolve,
      error: reject,
      exit: () => reject(new Error('The thread has ended.')),
    }
    const entries = Object.entries(listeners)
    const forget = (): void => {
      for (const [name, listener] of entries) thread.off(name, listener)
      for (const [name] of entries) thread.off(name, forget)
    }
    for (const [name, listener] of entries) thread.on(name, listener).on(name, forget)
  })
}
