import { fork } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { stop } from '../servers/server.ts'
import type { LoadOrder, LoadResult } from './workload.ts'

export interface Client {
  load(order: LoadOrder): Promise<LoadResult>
  stop(): Promise<void>
}

/** what a load may take beyond its time before the bench gives up */
const grace = 30_000

export async function startClient(): Promise<Client> {
  const child = fork(fileURLToPath(new URL('worker.ts', import.meta.url)), [], {
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  })
  const answer = (wait: number): Promise<unknown> =>
    new Promise((resolve, reject) => {
      const fail = (): void => reject(new Error('The load client ended or did not answer.'))
      const timer = setTimeout(fail, wait)
      child.once('exit', fail)
      child.once('message', (message) => {
        clearTimeout(timer)
        child.off('exit', fail)
        resolve(message)
      })
    })
  await answer(grace)
  return {
    load: async (order) => {
      child.send(order)
      return (await answer(order.seconds * 1000 + grace)) as LoadResult
    },
    stop: () => stop(child),
  }
}
