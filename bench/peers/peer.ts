import type { Workload } from '../load/workload.ts'
import type { Server } from '../servers/server.ts'
import type { PairName } from '../table/pair.ts'
import type { PeerName } from './versions.ts'

/** Another service of the same kind, with the same posts. */
export interface Peer {
  readonly name: PeerName
  readonly version: string
  readonly server: Server
  /** what it can be asked of the usual workloads; others it has not */
  readonly workloads: Readonly<Partial<Record<PairName, Workload>>>
  /** what it does differently, in whole sentences */
  readonly remarks: readonly string[]
  stop(): Promise<void>
}

/** posts that a peer has */
export const postCount = 10_000

/** where the deep page begins */
export const deep = 9000

/** so many posts are updated, one after the other */
export const updated = 500
