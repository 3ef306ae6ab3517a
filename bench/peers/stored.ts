import { documentPart } from '../report/document.ts'
import { markdown } from '../report/table.ts'
import type { PairName } from '../table/pair.ts'
import { machine, storedResult, storeResult } from '../table/stored.ts'

/** The measurement of one workload on one server. */
export interface PeerRow {
  readonly workload: PairName
  readonly name: string
  readonly rps: number
  readonly p50: number
  readonly p99: number
  /** null where nothing was answered in the time of a round */
  readonly cpu: number | null
  /** megabytes */
  readonly memory: number
  readonly failures: number
  /** requests per second of Octavo divided by those of this server, the median over the rounds; null as above */
  readonly octavoTimes: number | null
}

interface PeerResults {
  readonly versions: Readonly<Record<string, string>>
  /** the version of Node that the peers ran on */
  readonly node: string
  readonly rows: readonly PeerRow[]
  readonly remarks: readonly string[]
}

interface StoredPeers extends PeerResults {
  readonly machine: typeof machine
}

const head = [
  'workload',
  'server',
  'requests/s',
  'p50 ms',
  'p99 ms',
  'CPU µs',
  'RSS MB',
  'failed',
  'Octavo, times',
  'CPU, times',
]

/** Returns the results as a table. Results of all peers are stored, and written into docs/performance.md. */
export function storePeers(results: PeerResults, { isWhole }: { isWhole: boolean }): string {
  const kept: StoredPeers = { machine, ...results }
  if (isWhole) {
    storeResult('peers.json', `${JSON.stringify(kept, null, 2)}\n`)
    documentPart('peers', peersText(kept))
  }
  return peersText(kept)
}

/** The results that were stored last. */
export function storedPeers(): StoredPeers {
  return storedResult('peers.json') as StoredPeers
}

/** Stored results as the document has them. */
export function peersText({ machine: on, versions, node, rows, remarks }: StoredPeers): string {
  const named = Object.entries(versions).map(([name, version]) => `${name} ${version}`)
  return [
    `Octavo and the bare server on Node ${on.node}, ${named.join(', ')} on Node ${node}; ${on.processors} processors (${on.model}), SQLite.`,
    markdown([head, ...rows.map((row) => cellsOf(row, rows))], 2),
    remarks.map((remark) => `- ${remark}`).join('\n'),
  ].join('\n\n')
}

function cellsOf(row: PeerRow, all: readonly PeerRow[]): string[] {
  const octavo = all.find(({ workload, name }) => name === 'octavo' && workload === row.workload)
  return [
    row.workload,
    row.name,
    row.rps.toFixed(row.rps < 100 ? 1 : 0),
    row.p50.toFixed(2),
    row.p99.toFixed(1),
    row.cpu?.toFixed(0) ?? '–',
    row.memory.toFixed(0),
    String(row.failures),
    timesText(row, row.octavoTimes),
    timesText(row, row.cpu === null ? null : row.cpu / (octavo?.cpu ?? NaN)),
  ]
}

function timesText({ name }: PeerRow, times: number | null): string {
  if (name === 'octavo' || times === null) return '–'
  return times.toFixed(times < 10 ? 2 : 0)
}
