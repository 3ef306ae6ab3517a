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
}

/** What was broken, and how long the nodes took to come back. */
export interface Broken {
  kills: number
  restarts: number
  terminated: number
  slowestRecovery: number
}

/** Breaks one thing after the other until the time is over. */
export async function breakThings({ until, pause, ...breaking }: Breaking): Promise<Broken> {
  const broken: Broken = { kills: 0, restarts: 0, terminated: 0, slowestRecovery: 0 }
  const events = [terminate, kill, restart]
  for (let count = 0; Date.now() + pause < until; count++) {
    await delay(pause)
    await events[count % events.length]?.(breaking, broken)
  }
  return broken
}

type Parts = Omit<Breaking, 'until' | 'pause'>

async function terminate({ surroundings }: Parts, broken: Broken): Promise<void> {
  broken.terminated += await surroundings.terminateBackends()
}

async function kill({ nodes }: Parts, broken: Broken): Promise<void> {
  await nodes[broken.kills++ % nodes.length]?.killAndRestart()
}

async function restart({ surroundings, nodes, violations }: Parts, broken: Broken): Promise<void> {
  broken.restarts++
  await surroundings.restartDatabase(downFor)
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
