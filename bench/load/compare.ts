import { setTimeout as delay } from 'node:timers/promises'
import type { Server } from '../servers/server.ts'
import type { Client } from './client.ts'
import { median } from './median.ts'
import type { LoadResult, Workload } from './workload.ts'

/** One line of a comparison: a workload on a server. */
export interface Contestant {
  readonly name: string
  readonly server: Server
  readonly workload: Workload
}

export interface Measured {
  readonly name: string
  /** medians over the rounds */
  readonly rps: number
  readonly p50: number
  readonly p99: number
  /** microseconds of the server's processor time a request */
  readonly cpu: number
  /** how much of one core the server and the client took */
  readonly serverBusy: number
  readonly clientBusy: number
  /** summed over all rounds, the warm-up too */
  readonly failures: number
  /** resident megabytes of the server at its highest */
  readonly memory: number
  /** of each round, for ratios within a round */
  readonly rounds: readonly Round[]
}

export interface Round extends LoadResult {
  readonly cpu: number
  readonly serverBusy: number
  readonly memory: number
}

export interface Rules {
  readonly connections: number
  readonly seconds: number
  readonly rounds: number
  /** milliseconds between two loads, in which a server ends what clients have left */
  readonly pause?: number
}

/** Lets every contestant run once a round, one after the other, so that a busy minute of the machine hits them all. */
export async function compare(
  client: Client,
  contestants: readonly Contestant[],
  rules: Rules,
): Promise<Measured[]> {
  const results = contestants.map((): Round[] => [])
  const failures = contestants.map(() => 0)
  for (const [index, contestant] of contestants.entries()) {
    const { failures: failed } = await run(client, contestant, { ...rules, seconds: 1 })
    failures[index] = failed
  }
  for (let round = 0; round < rules.rounds; round++) {
    for (const [index, contestant] of inTurn([...contestants.entries()], round)) {
      const result = await run(client, contestant, rules)
      results[index]?.push(result)
      failures[index] = (failures[index] ?? 0) + result.failures
    }
  }
  return contestants.map(({ name }, index) => summary(name, results[index] ?? [], failures[index] ?? 0))
}

/** Every second round runs in reverse order, so that no contestant always follows the same one. */
function inTurn<Entry>(entries: Entry[], round: number): Entry[] {
  return round % 2 === 0 ? entries : entries.toReversed()
}

async function run(client: Client, { server, workload }: Contestant, rules: Rules): Promise<Round> {
  const { connections, seconds, pause = 150 } = rules
  const { url, token } = server
  const before = await server.usage()
  const beganAt = performance.now()
  const result = await client.load({ url, token, connections, seconds, workload })
  const wall = (performance.now() - beganAt) * 1000
  const after = await server.usage()
  // What is still under way when the clients hang up must not disturb the next.
  await delay(pause)
  const cpu = after.cpu - before.cpu
  return {
    ...result,
    cpu: cpu / result.requests,
    serverBusy: cpu / wall,
    memory: after.residentBytes / 2 ** 20,
  }
}

function summary(name: string, rounds: readonly Round[], failures: number): Measured {
  const of = (key: keyof Round): number => median(rounds.map((round) => round[key]))
  return {
    name,
    rps: of('rps'),
    p50: of('p50'),
    p99: of('p99'),
    cpu: of('cpu'),
    serverBusy: of('serverBusy'),
    clientBusy: of('clientBusy'),
    failures,
    memory: Math.max(...rounds.map(({ memory }) => memory)),
    rounds,
  }
}

/** The median of the ratios within the rounds: what the machine did in between cancels out. */
export function ratio(measured: Measured, base: Measured, key: 'rps' | 'cpu' = 'rps'): number {
  return median(measured.rounds.map((round, index) => round[key] / (base.rounds[index]?.[key] ?? NaN)))
}
