import type { EngineName } from './engine.ts'
import type { Workload } from '../load/workload.ts'

/** One workload for the service and, where there is one, the same work for the bare server. */
export interface Pair {
  readonly name: PairName
  readonly connections: number
  readonly octavo: Workload
  readonly bare: Workload | null
}

export type PairName =
  | 'item'
  | 'list of 50'
  | 'page behind item 9,000'
  | 'search'
  | 'suggestions'
  | 'create, 1 writer'
  | 'create, 8 writers'
  | 'update, 1 writer'
  | 'update, 8 writers'
  | 'content_get over MCP'

/** The part of the bare server's requests per second that the service is to reach, in percent. */
export const targets: Readonly<Record<EngineName, Readonly<Partial<Record<PairName, number>>>>> = {
  SQLite: {
    item: 65,
    'list of 50': 80,
    'page behind item 9,000': 80,
    search: 80,
    'create, 1 writer': 60,
    'create, 8 writers': 60,
    'update, 1 writer': 60,
    'update, 8 writers': 60,
    'content_get over MCP': 50,
  },
  PostgreSQL: {
    item: 70,
    'list of 50': 85,
    'page behind item 9,000': 80,
    search: 60,
    'create, 1 writer': 60,
    'create, 8 writers': 60,
    'update, 1 writer': 60,
    'update, 8 writers': 60,
    'content_get over MCP': 50,
  },
}

/** suggestions a second; they have no bare counterpart */
export const suggestionsPerSecond = 10_000
