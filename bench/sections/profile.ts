import { mkdirSync, readFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Profiler } from 'node:inspector'
import type { Client } from '../load/client.ts'
import type { LoadOrder } from '../load/workload.ts'
import { areaShares } from '../report/areas.ts'
import { selfTimes } from '../report/self-times.ts'
import type { Engine } from '../table/engine.ts'
import { enginesFor } from '../table/engines.ts'
import type { Pair } from '../table/pair.ts'
import { readPairs, writePairs } from '../table/pairs.ts'
import type { Section } from './section.ts'

const folder = join(tmpdir(), 'octavo-bench-profiles')

/**
 * Where the time of the service goes in the workloads of the table, on both engines: self time by function, and profiles to
 * look at in a browser's tools. The database server of PostgreSQL is not in them; it says what its statements take.
 */
export const profile: Section = async (client, { seconds, only }) => {
  mkdirSync(folder, { recursive: true })
  const notes: string[] = []
  const { opens, isWanted } = enginesFor(only)
  for (const open of opens) {
    const engine = await open({ countsStatements: true })
    try {
      for (const pairs of [readPairs, writePairs])
        for (const pair of await pairs(engine))
          if (isWanted(pair.name)) notes.push(...(await profileOf(client, engine, pair, seconds)))
    } finally {
      await engine.stop()
    }
  }
  return { comparisons: [], figures: [], notes }
}

async function profileOf(
  client: Client,
  { name: engine, octavo, statements }: Engine,
  { name, connections, octavo: workload }: Pair,
  seconds: number,
): Promise<string[]> {
  const title = `${engine}, ${name}`
  const order: LoadOrder = { url: octavo.url, token: octavo.token, connections, seconds, workload }
  await client.load({ ...order, seconds: 1 })
  await statements?.reset()
  const before = await octavo.usage()
  await octavo.startProfile()
  const { requests } = await client.load(order)
  const file = join(folder, `${title.replaceAll(/\W+/g, '-')}.cpuprofile`)
  const after = await octavo.endProfile(file)
  const recorded = JSON.parse(readFileSync(file, 'utf8')) as Profiler.Profile
  const processor = ((after.cpu - before.cpu) / requests).toFixed(0)
  return [
    `\n${title}: parts of the time (${processor} microseconds of the processor a request, with the profiler)\n${areaShares(recorded)}`,
    `\n${title}: microseconds of self time a request (${file})\n${selfTimes(recorded, requests)}`,
    ...(statements === undefined
      ? []
      : [
          `\n${title}: microseconds in the database, times a request, statement\n${await statements.report(requests)}`,
        ]),
  ]
}
