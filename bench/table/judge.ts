import { setTimeout as delay } from 'node:timers/promises'
import type { Client } from '../load/client.ts'
import type { Workload } from '../load/workload.ts'
import { type MachineTime, watchMachine } from '../servers/machine-time.ts'
import type { Server } from '../servers/server.ts'
import type { Engine } from './engine.ts'
import type { Pair, PairName } from './pair.ts'

export type Verdict = 'held' | 'fallen' | 'not judged'

export interface Judged {
  readonly name: PairName
  readonly verdict: Verdict
  /** processor time of the bare server to that of the service */
  readonly cpuRatio: number
  /** that of the stored ratio */
  readonly part: number
  /** rounds that count, and rounds in which something else took the processors */
  readonly quiet: number
  readonly disturbed: number
}

interface Judging {
  /** the stored ratio */
  readonly base: number
  /** the least part of it, in percent */
  readonly least: number
  readonly milliseconds: number
  /** see `watchMachine` */
  readonly watch?: () => () => MachineTime | null
}

/** seconds of one load, and of the first one, which does not count */
const seconds = 0.5
const warmUp = 1

/** milliseconds between two loads */
const pause = 100

/** rounds that are enough, and fewer than which say nothing */
const enough = 7
const fewest = 4

/** processors that others may take, and those that must be idle where others take more */
const foreign = 0.15
const spare = 0.5

/** Compares a workload with its stored ratio, by rounds in which nothing else disturbed it. */
export async function judge(
  client: Client,
  { octavo, bare }: Pick<Engine, 'octavo' | 'bare'>,
  pair: Pair,
  { base, least, milliseconds, watch = watchMachine }: Judging,
): Promise<Judged> {
  const until = performance.now() + milliseconds
  const { connections } = pair
  const sides = [
    { server: octavo, workload: pair.octavo, connections },
    { server: bare, workload: pair.bare ?? pair.octavo, connections },
  ]
  for (const side of sides) await load(client, side, { duration: warmUp, watch })
  const times: [number[], number[]] = [[], []]
  let disturbed = 0
  for (let round = 0; times[0].length < enough && performance.now() < until; round++) {
    const loads: (number | null)[] = []
    for (const side of round % 2 === 0 ? sides : sides.toReversed())
      loads.push(await load(client, side, { duration: seconds, watch }))
    const [ofOctavo = null, ofBare = null] = round % 2 === 0 ? loads : loads.toReversed()
    if (ofOctavo === null || ofBare === null) disturbed++
    else {
      times[0].push(ofOctavo)
      times[1].push(ofBare)
    }
  }
  const [quiet, cpuRatio] = [times[0].length, lowerQuartile(times[1]) / lowerQuartile(times[0])]
  const part = cpuRatio / base
  const verdict = quiet < fewest ? 'not judged' : part * 100 < least ? 'fallen' : 'held'
  return { name: pair.name, verdict, cpuRatio, part, quiet, disturbed }
}

interface Side {
  readonly server: Server
  readonly workload: Workload
  readonly connections: number
}

/** Microseconds of the server's processor time a request; null when something else took the processors. */
async function load(
  client: Client,
  side: Side,
  { duration, watch }: { duration: number; watch: NonNullable<Judging['watch']> },
): Promise<number | null> {
  const { server, workload, connections } = side
  const { url, token } = server
  const own = process.cpuUsage()
  const before = await server.usage()
  const machineTime = watch()
  const beganAt = performance.now()
  const { requests, clientBusy, failures } = await client.load({
    url,
    token,
    connections,
    seconds: duration,
    workload,
  })
  const wall = (performance.now() - beganAt) * 1000
  const machine = machineTime()
  const after = await server.usage()
  const { user, system } = process.cpuUsage(own)
  await delay(pause)
  if (failures > 0) throw new Error(`${failures} requests of ${server.name} were not answered with success.`)
  const cpu = after.cpu - before.cpu
  if (machine !== null) {
    const others = machine.busy - (cpu + user + system) / wall - clientBusy
    if (others > foreign && machine.idle < spare) return null
  }
  return cpu / requests
}

/** A disturbance makes times longer, never shorter. */
function lowerQuartile(times: readonly number[]): number {
  return times.toSorted((a, b) => a - b)[Math.floor(times.length / 4)] ?? NaN
}
