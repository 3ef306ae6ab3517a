import cluster, { type Worker } from 'node:cluster'
import { once } from 'node:events'
import { setTimeout as delay } from 'node:timers/promises'
import type { Services } from '@octavo/server/core/context'

/** milliseconds before a crashed worker restarts: at first and at most; the pause doubles with every crash */
const firstPause = 250
const longestPause = 10_000

/** milliseconds of service after which earlier crashes are forgotten */
const steadyAfter = 60_000

export interface Supervision {
  readonly count: number
  readonly log: Services['log']
  /** milliseconds after which a worker that does not stop is killed */
  readonly patience: number
  /** prints a line; called once for a line that several workers send */
  readonly announce: (line: string) => void
}

/** In a worker: sends a line for the terminal to the primary process. */
export function announceToPrimary(line: string): void {
  process.send?.({ announce: line })
}

/**
 * Runs `count` processes that serve together, and starts those again that crash. SIGTERM or SIGINT stops all of them.
 * Returns the exit code once they have ended: 1 when the first one could not start, and has said why.
 */
export async function superviseWorkers({ count, log, patience, announce }: Supervision): Promise<number> {
  const announced = new Set<string>()
  const live = new Set<Worker>()
  const stopping = new AbortController()

  const start = (): Worker => {
    const worker = cluster.fork()
    live.add(worker)
    worker.on('message', (message: { announce?: string }) => {
      if (message.announce === undefined || announced.has(message.announce)) return
      announced.add(message.announce)
      announce(message.announce)
    })
    worker.on('exit', () => live.delete(worker))
    return worker
  }
  const stop = (): void => {
    if (stopping.signal.aborted) return
    stopping.abort()
    for (const worker of live) stopWorker(worker, patience)
  }
  process.on('SIGTERM', stop)
  process.on('SIGINT', stop)

  // An error that prevents one worker from starting affects all of them, so only the first one reports it.
  const first = start()
  const hasStarted = await Promise.race([
    once(first, 'listening').then(() => true),
    once(first, 'exit').then(() => false),
  ])
  if (!hasStarted) return stopping.signal.aborted ? 0 : 1
  const others = Array.from({ length: stopping.signal.aborted ? 0 : count - 1 }, start)
  await Promise.all(
    [first, ...others].map((worker) => keepAlive({ worker, start, log, signal: stopping.signal })),
  )
  return 0
}

interface KeptAlive {
  /** the first one; others replace it when it has ended */
  readonly worker: Worker
  readonly start: () => Worker
  readonly log: Services['log']
  readonly signal: AbortSignal
}

/** Restarts a worker whenever it ends, until all workers must stop. */
async function keepAlive({ worker: first, start, log, signal }: KeptAlive): Promise<void> {
  let worker = first
  let pause = firstPause
  for (;;) {
    const since = Date.now()
    const [code, killedBy] = (await once(worker, 'exit')) as [number | null, string | null]
    if (signal.aborted) return
    if (Date.now() - since > steadyAfter) pause = firstPause
    log.error(
      { worker: worker.process.pid, code, signal: killedBy, pause },
      'a worker has ended and is restarted',
    )
    await delay(pause, undefined, { signal }).catch(() => undefined)
    if (signal.aborted) return
    pause = Math.min(pause * 2, longestPause)
    worker = start()
  }
}

/** Asks a worker to stop, and kills it if it has not ended after a time. */
function stopWorker(worker: Worker, patience: number): void {
  // `worker.kill` would disconnect the worker first, and send the signal only then.
  worker.process.kill('SIGTERM')
  setTimeout(() => worker.process.kill('SIGKILL'), patience).unref()
}
