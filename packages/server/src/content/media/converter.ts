import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { totalmem } from 'node:os'
import { limits } from '@octavo/contract/limits'
import { setTimeout as delay } from 'node:timers/promises'
import type { Config } from '../../config.ts'
import { loadOptional } from '../../platform/optional-package.ts'
import type { ConversionResult, ConversionTask } from './conversion-process.ts'

/** milliseconds after which the idle process ends, to free its memory */
const idleTime = 10_000

/** milliseconds within which the process must start */
const startTime = 30_000

/** share of the memory of the machine or container that one conversion may use */
const memoryShare = 0.4

/** Memory limit of one conversion in bytes, when several processes of the service share the machine. */
export function conversionMemory({ memoryBytes, workers }: Pick<Config, 'memoryBytes' | 'workers'>): number {
  const available = Math.min(totalmem(), process.constrainedMemory() || Infinity)
  return ((memoryBytes ?? available) * memoryShare) / workers
}

/** environment variables that the process needs; it gets no secrets of the service */
const environmentNames = ['PATH', 'LD_LIBRARY_PATH', 'NODE_COMPILE_CACHE', 'SystemRoot', 'TEMP', 'TMPDIR']

/** Next to this file, both in the sources and in the build. */
const processUrl = new URL(
  `./conversion-process${import.meta.url.slice(import.meta.url.lastIndexOf('.'))}`,
  import.meta.url,
)

export type Conversion =
  | Exclude<ConversionResult, { outcome: 'failed' }>
  /** it timed out and was stopped */
  | { readonly outcome: 'tooSlow' }

/**
 * Converts images in a separate process, one at a time: callers wait for a conversion before they ask for the next, as
 * the queue of `image-variants.ts` does. Image libraries cannot be interrupted, but a process can be
 * killed, which also frees its memory.
 */
export class Converter {
  readonly #maxMemory: number
  readonly #maxTime: number
  #process: Promise<ChildProcess> | undefined
  #retirement: NodeJS.Timeout | undefined

  constructor({ maxMemory, maxTime }: { maxMemory: number; maxTime: number }) {
    this.#maxMemory = maxMemory
    this.#maxTime = maxTime
  }

  /** Throws on system errors. */
  async convert(source: string, target: string, variant: ConversionTask['variant']): Promise<Conversion> {
    clearTimeout(this.#retirement)
    const child = await (this.#process ??= this.#start())
    const task: ConversionTask = {
      source,
      target,
      variant,
      longestSide: limits.imageSides.at(-1) ?? 0,
      maxSourcePixels: limits.imagePixels,
      maxAnimationPixels: limits.animationPixels,
      maxVariantPixels: limits.variantPixels,
      maxMemory: this.#maxMemory,
    }
    const result = await resultOf(child, task, this.#maxTime)
    if (result.outcome === 'tooSlow') await this.close()
    else this.#retirement = setTimeout(() => void this.close(), idleTime).unref()
    if (result.outcome === 'failed') {
      throw Object.assign(new Error(result.message), { code: result.code })
    }
    return result
  }

  /** Kills the process and any running conversion. */
  async close(): Promise<void> {
    clearTimeout(this.#retirement)
    const started = this.#process
    // A conversion that starts meanwhile gets a new process.
    this.#process = undefined
    const child = await started?.catch(() => undefined)
    if (child === undefined || hasEnded(child)) return
    child.kill('SIGKILL')
    await once(child, 'exit')
  }

  #start(): Promise<ChildProcess> {
    const child = fork(processUrl, {
      // Little memory for JavaScript: images are outside of its heap.
      execArgv: ['--max-old-space-size=64', '--max-semi-space-size=1'],
      env: {
        ...Object.fromEntries(environmentNames.map((name) => [name, process.env[name]])),
        // Several threads allocate memory; a single arena lets them reuse what others free.
        MALLOC_ARENA_MAX: '1',
      },
      stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    })
    // Without a listener, a failed message would end the service; the exit event is what matters.
    child.on('error', () => undefined)
    // The process ends with the service and does not keep it alive.
    child.unref()
    child.channel?.unref()
    const started = this.#untilReady(child)
    child.once('exit', () => {
      if (this.#process === started) this.#process = undefined
    })
    return started
  }

  async #untilReady(child: ChildProcess): Promise<ChildProcess> {
    const waiting = new AbortController()
    const { signal } = waiting
    try {
      const message = await Promise.race([
        once(child, 'message', { signal }),
        once(child, 'exit', { signal }).then(() => null),
        delay(startTime, null, { signal }),
      ])
      if (message !== null) return child
      child.kill('SIGKILL')
      // If the library for images is missing, this error says how to install it.
      await loadOptional('sharp', async () => import.meta.resolve('sharp'))
      throw new Error('The process that converts images did not start.')
    } catch (error) {
      this.#process = undefined
      throw error
    } finally {
      waiting.abort()
    }
  }
}

function hasEnded({ exitCode, signalCode }: ChildProcess): boolean {
  return exitCode !== null || signalCode !== null
}

/** Sends a task to the process and waits for the result, up to the time limit. */
async function resultOf(
  child: ChildProcess,
  task: ConversionTask,
  maxTime: number,
): Promise<ConversionResult | { outcome: 'tooSlow' }> {
  if (hasEnded(child)) return resultOfEnd(child.signalCode)
  const waiting = new AbortController()
  const { signal } = waiting
  // A task that cannot be sent needs no answer of its own: the process has ended, and its exit tells why.
  child.send(task, () => undefined)
  try {
    return await Promise.race([
      once(child, 'message', { signal }).then(([result]) => result as ConversionResult),
      once(child, 'exit', { signal }).then(([, ended]) => resultOfEnd(ended as NodeJS.Signals | null)),
      delay(maxTime, { outcome: 'tooSlow' } as const, { signal }),
    ])
  } finally {
    waiting.abort()
  }
}

/** SIGKILL comes from the out-of-memory killer; any other end means that the image crashed the process. */
function resultOfEnd(signal: NodeJS.Signals | null): ConversionResult {
  return { outcome: signal === 'SIGKILL' ? 'tooLarge' : 'undecodable' }
}
