import type { Workload } from '../load/workload.ts'
import type { Server } from '../servers/server.ts'
import type { PairName } from '../table/pair.ts'
import type { PeerName } from './versions.ts'

/** The workloads of the table that a peer can be asked for. */
export type PeerWorkloads = Readonly<Partial<Record<PairName, Workload>>>

/** Another service of the same kind, with the same posts. */
export interface Peer {
  readonly name: PeerName
  readonly server: Server
  readonly workloads: PeerWorkloads
  /** what it does differently, in whole sentences */
  readonly remarks: readonly string[]
  stop(): Promise<void>
}

/** posts that a peer has */
export const postCount = 10_000

/** where the deep page begins */
export const deep = 9000

/** posts that are updated, one after the other */
export const updated = 500

/** Reads of these paths, one after the other. */
export function get(...paths: string[]): Workload {
  return { kind: 'get', paths }
}

/** Creates and updates, by one writer and by several. */
export function writes({ create, update }: { create: Workload; update: Workload }): PeerWorkloads {
  return {
    'create, 1 writer': create,
    'create, 8 writers': create,
    'update, 1 writer': update,
    'update, 8 writers': update,
  }
}
