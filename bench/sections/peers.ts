import { collectionPath } from '../load/pages.ts'
import { compare, type Contestant, type Measured, ratio } from '../load/compare.ts'
import type { Client } from '../load/client.ts'
import { openDirectus } from '../peers/directus.ts'
import { openEmdash } from '../peers/emdash.ts'
import { openPayload } from '../peers/payload.ts'
import type { Peer } from '../peers/peer.ts'
import { openStrapi } from '../peers/strapi.ts'
import { peerNode, type PeerName, versionOf } from '../peers/versions.ts'
import { storePeers, type PeerRow } from '../peers/stored.ts'
import type { Pair } from '../table/pair.ts'
import { readPairs, writePairs } from '../table/pairs.ts'
import { openSqlite } from '../table/sqlite.ts'
import type { Section, Settings } from './section.ts'

const openers: Readonly<Record<PeerName, () => Promise<Peer>>> = {
  emdash: openEmdash,
  directus: openDirectus,
  strapi: openStrapi,
  payload: openPayload,
}

/** milliseconds: a slow server still works on requests of clients that have hung up */
const pause = 500

/** Runs the workloads of the table on Octavo, the bare server and other services, which it installs from the npm registry. */
export const peers: Section = async (client, settings) => {
  const { opened, notes } = await open(namesIn(settings.only))
  const engine = await openSqlite()
  try {
    const pairs = [...(await readPairs(engine)), ...(await writePairs(engine, collectionPath))]
    const rows: PeerRow[] = []
    for (const pair of pairs) {
      const contestants = contestantsOf(pair, opened, engine)
      rows.push(...(await measure(client, pair, contestants, settings)))
    }
    const versions = Object.fromEntries(opened.map(({ name }) => [name, versionOf(name)]))
    const remarks = opened.flatMap((peer) => peer.remarks.map((remark) => `${peer.name}: ${remark}`))
    const text = storePeers(
      { versions, node: peerNode, rows, remarks: [...remarks, ...notes] },
      { isWhole: settings.only === undefined },
    )
    return { comparisons: [], figures: [], notes: [text] }
  } finally {
    await Promise.all([engine.stop(), ...opened.map((peer) => peer.stop())])
  }
}

/** The peers that `--only` names, such as `emdash,directus`; all of them without it. */
function namesIn(only: string | undefined): PeerName[] {
  const all = Object.keys(openers) as PeerName[]
  if (only === undefined) return all
  return only.split(',').map((name) => {
    const found = all.find((known) => known === name)
    if (found === undefined) throw new Error(`There is no peer "${name}", only ${all.join(', ')}.`)
    return found
  })
}

/** Installs and starts peers; notes why one could not be started. */
async function open(names: readonly PeerName[]): Promise<{ opened: Peer[]; notes: string[] }> {
  const opened: Peer[] = []
  const notes: string[] = []
  for (const name of names) {
    try {
      opened.push(await openers[name]())
    } catch (error) {
      notes.push(`${name} was not measured: ${error instanceof Error ? error.message : String(error)}`)
    }
  }
  return { opened, notes }
}

type Servers = Parameters<typeof readPairs>[0]

function contestantsOf(pair: Pair, opened: readonly Peer[], { octavo, bare }: Servers): Contestant[] {
  return [
    ...(pair.bare === null ? [] : [{ name: 'bare', server: bare, workload: pair.bare }]),
    { name: 'octavo', server: octavo, workload: pair.octavo },
    ...opened.flatMap(({ name, server, workloads }) => {
      const workload = workloads[pair.name]
      return workload === undefined ? [] : [{ name, server, workload }]
    }),
  ]
}

async function measure(
  client: Client,
  { name, connections }: Pair,
  contestants: readonly Contestant[],
  { seconds, rounds }: Settings,
): Promise<PeerRow[]> {
  const measured = await compare(client, contestants, { connections, seconds, rounds, pause })
  const octavo = measured.find((entry) => entry.name === 'octavo')
  return measured.map((entry) => rowOf(name, entry, octavo))
}

function rowOf(workload: Pair['name'], entry: Measured, octavo: Measured | undefined): PeerRow {
  const { name, rps, p50, p99, cpu, failures, memory } = entry
  const times = octavo === undefined ? NaN : ratio(octavo, entry)
  return { workload, name, rps, p50, p99, cpu: finite(cpu), memory, failures, octavoTimes: finite(times) }
}

/** Null where a server answered nothing in the time of a round. */
function finite(value: number): number | null {
  return Number.isFinite(value) ? value : null
}
