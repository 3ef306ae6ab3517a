import { Worker } from 'node:worker_threads'
import { limits } from '@octavo/contract/limits'
import { BoundedQueue } from '../../platform/queue/bounded-queue.ts'
import type { Block } from './block.ts'
import type { Done, Task } from './worker.ts'

/** The reason why Markdown is refused. */
export interface Refused {
  readonly refusal: string
}

/** milliseconds after which the idle thread ends */
const idleTime = 60_000

/** The file of the worker is next to this one, both in the sources (`.ts`) and in the build (`.js`). */
const workerUrl = new URL(
  `./worker${import.meta.url.slice(import.meta.url.lastIndexOf('.'))}`,
  import.meta.url,
)

/** the thread, started with the first Markdown; a promise until it is ready */
let worker: Promise<Worker> | undefined
let retirement: NodeJS.Timeout | undefined
/** One call at a time; more waiting calls of one owner indicate an attack or a runaway loop. */
const queue = new BoundedQueue({ running: 1, waiting: Infinity, waitingPerOwner: 20 })

/**
 * The conversions of one call, in a worker thread, because a few kilobytes of links or tildes can occupy a Markdown
 * parser for minutes. All conversions of a call share `limits.markdownTime`, and callers take turns.
 */
export class Conversion {
  readonly #owner: string
  /** milliseconds that the conversions of the call may still take */
  #timeLeft = limits.markdownTime

  /** `owner` identifies the caller: the queue serves callers in turn, however many calls of one of them wait. */
  constructor(owner: string) {
    this.#owner = owner
  }

  /** Runs work that converts, when it is the caller's turn; null when too many calls of the caller wait. */
  async inQueue<T>(work: () => Promise<T>): Promise<T | null> {
    return queue.add(work, { owner: this.#owner })
  }

  /** Converts rich text to Markdown with `toMarkdown`; null when the time is used up. */
  async markdownOf(blocks: readonly Block[]): Promise<string | null> {
    const done = await this.#run({ blocks })
    return done === null ? null : (resultOf(done) as string)
  }

  /** Parses Markdown with `fromMarkdown`; returns a refusal if it is invalid, or null when the time is used up. */
  async blocksOf(markdown: string): Promise<Block[] | Refused | null> {
    const done = await this.#run({ markdown })
    if (done === null || 'refusal' in done) return done
    return resultOf(done) as Block[]
  }

  async #run(task: Task): Promise<Done | null> {
    if (this.#timeLeft <= 0) return null
    const thread = await ready()
    const startedAt = performance.now()
    try {
      const done = await answerOf(thread, task, this.#timeLeft)
      if (done === null) await retire()
      return done
    } finally {
      this.#timeLeft -= performance.now() - startedAt
      // In the queue, so that the thread does not end during a conversion.
      retirement = setTimeout(() => void queue.add(retire), idleTime).unref()
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

/** The result of a task; null on timeout. The thread keeps the process alive only while it works. */
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

/** The next message of a thread; rejects if it fails or ends before. The first event removes the listeners of all. */
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
