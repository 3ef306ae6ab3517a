import { setTimeout as delay } from 'node:timers/promises'
import { expect, vi } from 'vitest'
import { patience } from '../setup/patience.ts'
import type { Running } from './service-process.ts'

const rounds = 3
const writersOfNode = 4

interface Rounds {
  readonly nodes: Running[]
  readonly start: () => Promise<Running>
  /** writes until the service is gone */
  readonly write: (service: Running) => Promise<void>
  /** what has arrived so far */
  readonly count: () => number
}

/** Kills the nodes one after the other while they are written to, and starts each again. */
export async function killInRounds({ nodes, start, write, count }: Rounds): Promise<void> {
  for (let round = 1; round <= rounds; round++) {
    const before = count()
    const victim = nodes[round % nodes.length] as Running
    const writing = Array.from({ length: writersOfNode }, () => write(victim))
    await vi.waitFor(() => expect(count() - before).toBeGreaterThan(20), {
      timeout: 2 * patience,
      interval: 5,
    })
    await delay(Math.random() * 300)
    victim.kill('SIGKILL')
    await Promise.all([...writing, victim.ended])
    nodes[round % nodes.length] = await start()
  }
}
