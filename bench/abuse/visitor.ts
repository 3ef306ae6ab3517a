import { Agent, get } from 'node:http'
import { setTimeout as delay } from 'node:timers/promises'
import { median } from '../load/median.ts'
import type { Server } from '../servers/server.ts'

/** milliseconds between two reads, and after which a read counts as lost */
const pause = 10
const patience = 20_000

export interface Waited {
  /** milliseconds */
  readonly median: number
  readonly p99: number
  readonly reads: number
  readonly failures: number
}

/** Another visitor, who reads live content while the service is attacked: one read after the other of each path. */
export async function visit(
  server: Server,
  paths: readonly string[],
  until: Promise<unknown>,
): Promise<Waited> {
  const agent = new Agent({ keepAlive: true })
  const times: number[] = []
  const state = { isOver: false, failures: 0 }
  const end = until.finally(() => (state.isOver = true))
  await Promise.all(
    paths.map(async (path) => {
      while (!state.isOver) {
        const began = performance.now()
        if (!(await read(server, path, agent))) state.failures++
        times.push(performance.now() - began)
        await delay(pause)
      }
    }),
  )
  await end
  agent.destroy()
  const sorted = times.toSorted((a, b) => a - b)
  const p99 = sorted[Math.floor(sorted.length * 0.99)] ?? NaN
  return { median: median(times), p99, reads: times.length, failures: state.failures }
}

/** Whether a path is answered with success. */
export function read({ url, token }: Server, path: string, agent: Agent): Promise<boolean> {
  const headers = { authorization: `Bearer ${token}`, 'accept-encoding': 'br' }
  return new Promise((resolve) => {
    const request = get(url + path, { agent, headers, timeout: patience }, (response) => {
      response.resume()
      response.once('close', () => resolve(response.complete && response.statusCode === 200))
    })
    request.once('timeout', () => request.destroy())
    request.once('error', () => resolve(false))
  })
}
