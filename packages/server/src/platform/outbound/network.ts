import { lookup } from 'node:dns/promises'
import { isPublicAddress } from './public-network.ts'

export interface Address {
  readonly address: string
  readonly family: number
}

/** The network access that tests replace; no setting can replace it. */
export interface Network {
  /** resolves all addresses of a host name */
  readonly resolve: (host: string) => Promise<readonly Address[]>
  readonly mayReach: (address: string) => boolean
  /** certificates to trust instead of the default ones */
  readonly ca?: string
}

export const realNetwork: Network = {
  resolve: (host) => lookup(host, { all: true }),
  mayReach: isPublicAddress,
}
