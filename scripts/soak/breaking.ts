import { setTimeout as delay } from 'node:timers/promises'
import type { Node } from './nodes.ts'
import type { Surroundings } from './surroundings.ts'

/** milliseconds that the database is away */
const downFor = 3000

/** milliseconds within which every node must be ready again when the database is back */
const recoverWithin = 5000

export interface Breaking {
  readonly nodes: readonly Node[]
  readonly surroundings: Surroundings
  readonly violations: string[]
  readonly until: number
  /** milliseconds between the end of one event and the next */
  readonly pause: number
  readonly broken: Broken
}

/** What was broken, and how long the nodes took to come back. */
export class Broken {
  kills = 0
  restarts = 0
  terminated = 0
  slowestRecovery = 0
  /** `performance.now()` of the end of the last fault of the database; infinite while there is one */
  databaseFault = -Infinity
}

/** Breaks one thing after the other until the time is over. */
export async function breakThings({ until, pause, ...parts }: Breaking): Promise<void> {
  const events = [terminate, kill, restart]
  for (let count = 0; Date.now() + pause < until; count++) {
    await delay(pause)
    await events[count % events.length]?.(parts)
  }
}

type Parts = Omit<Breaking, 'until' | 'pause'>

async function terminate({ surroundings, broken }: Parts): Promise<void> {
  broken.databaseFault = Infinity
  broken.terminated += await surroundings.terminateBackends()
  broken.databaseFault = performance.now()
}

async function kill({ nodes, broken }: Parts): Promise<void> {
  await nodes[broken.kills++ % nodes.length]?.killAndRestart()
}

async function restart({ surroundings, nodes, violations, broken }: Parts): Promise<void> {
  broken.restarts++
  broken.databaseFault = Infinity
  await surroundings.restartDatabase(downFor)
  broken.databaseFault = performance.now()
  const took = await Promise.all(nodes.map(untilReady))
  const slowest = Math.max(...took)
  broken.slowestRecovery = Math.max(broken.slowestRecovery, slowest)
  if (slowest > recoverWithin) violations.push(`a node was not ready within ${Math.round(slowest)} ms`)
}

/** Milliseconds until a node is ready, at most ten times as long as it may take. */
async function untilReady({ base }: Node): Promise<number> {
  const begun = performance.now()
  const took = () => performance.now() - begun
  while (took() < 10 * recoverWithin) {
    const response = await fetch(`${base}/health/ready`).catch(() => null)
    if (response?.status === 200) break
    await delay(50)
  }
  return took()
}
