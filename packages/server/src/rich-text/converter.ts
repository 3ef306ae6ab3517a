import { Worker } from 'node:worker_threads'
import { limits } from '@octavo/contract/limits'
import type { Block } from './comparable.ts'
import { fence } from './fence.ts'
import type { Done, Task } from './worker.ts'

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
let queue: Promise<unknown> = Promise.resolve()

/**
 * Writes rich text as Markdown, as `toMarkdown` does. What takes too long is written as JSON, all of it.
 */
export async function markdownOf(blocks: readonly Block[]): Promise<string> {
  const written = await inTurn({ blocks })
  return written === null ? blocks.map(fence).join('\n\n') : (written as string)
}

/** Reads Markdown, as `fromMarkdown` does; null when it takes too long. */
export async function blocksOf(markdown: string, stored: readonly Block[]): Promise<Block[] | null> {
  return (await inTurn({ markdown, stored })) as Block[] | null
}

/**
 * One after the other, in a thread of its own: a few kilobytes of links or tildes can keep a Markdown parser busy for
 * minutes, and nobody else must wait for that.
 */
function inTurn(task: Task): Promise<string | Block[] | null> {
  const turn = queue.then(() => run(task))
  queue = turn.catch(() => undefined)
  return turn
}

async function run(task: Task): Promise<string | Block[] | null> {
  clearTimeout(retirement)
  worker ??= start()
  try {
    const done = await answerOf(await worker, task)
    if (done === null) await retire()
    else if ('failure' in done) throw new Error(done.failure)
    return done?.result ?? null
  } finally {
    retirement = setTimeout(() => void (queue = queue.then(retire)), patience).unref()
  }
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
async function answerOf(thread: Worker, task: Task): Promise<Done | null> {
  thread.ref()
  let timer: NodeJS.Timeout | undefined
  const tooLong = new Promise<null>((resolve) => {
    timer = setTimeout(() => resolve(null), limits.markdownTime)
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
