import type { Client } from '../load/client.ts'
import { compare, type Contestant, type Measured, ratio } from '../load/compare.ts'
import { demandSameAnswers } from '../load/same-answers.ts'
import type { Settings } from '../sections/section.ts'
import type { Engine, EngineName } from './engine.ts'
import { type Pair, type PairName, targets } from './pair.ts'
import { readPairs, writePairs } from './pairs.ts'

/** What was measured of one workload on one engine. */
export interface Row {
  readonly engine: EngineName
  readonly name: PairName
  readonly octavo: Speed
  readonly bare: Speed | null
  /** requests per second of the service to those of the bare server, the median over the rounds */
  readonly ratio: number | null
  /** processor time of the bare server to that of the service, alike */
  readonly cpuRatio: number | null
  /** the least `ratio`, in percent */
  readonly target: number | null
}

export interface Speed extends Pick<Measured, 'rps' | 'p50' | 'p99' | 'cpu' | 'failures'> {}

type Wanted = (name: PairName) => boolean

/** Runs every pair in turn: both servers of a pair follow each other within a round. */
export async function measureEngine(
  client: Client,
  engine: Engine,
  settings: Settings,
  isWanted: Wanted = () => true,
): Promise<Row[]> {
  await demandSameAnswers(engine.octavo, engine.bare, engine)
  const rows: Row[] = []
  for (const pairs of [readPairs, writePairs])
    for (const pair of await pairs(engine))
      if (isWanted(pair.name)) rows.push(await measurePair(client, engine, pair, settings))
  return rows
}

async function measurePair(
  client: Client,
  engine: Engine,
  pair: Pair,
  { seconds, rounds }: Settings,
): Promise<Row> {
  const contestants: Contestant[] = [
    { name: 'octavo', server: engine.octavo, workload: pair.octavo },
    ...(pair.bare === null ? [] : [{ name: 'bare', server: engine.bare, workload: pair.bare }]),
  ]
  const { connections } = pair
  const [octavo, bare] = await compare(client, contestants, { connections, seconds, rounds })
  if (octavo === undefined) throw new Error('Nothing ran.')
  return {
    engine: engine.name,
    name: pair.name,
    octavo: speedOf(octavo),
    bare: bare === undefined ? null : speedOf(bare),
    ratio: bare === undefined ? null : ratio(octavo, bare),
    cpuRatio: bare === undefined ? null : ratio(bare, octavo, 'cpu'),
    target: targets[engine.name][pair.name] ?? null,
  }
}

function speedOf({ rps, p50, p99, cpu, failures }: Measured): Speed {
  return { rps, p50, p99, cpu, failures }
}
