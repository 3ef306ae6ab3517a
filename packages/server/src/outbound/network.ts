import { lookup } from 'node:dns/promises'
import { isPublicAddress } from './public-network.ts'

export interface Address {
  readonly address: string
  readonly family: number
}

/** What tests put in the place of the real network; nothing that can be configured reaches it. */
export interface Network {
  /** all addresses of a host name */
  readonly resolve: (host: string) => Promise<readonly Address[]>
  readonly mayReach: (address: string) => boolean
  /** certificates to trust instead of the usual ones */
  readonly ca?: string
}

export const realNetwork: Network = {
  resolve: (host) => lookup(host, { all: true }),
  mayReach: isPublicAddress,
}
