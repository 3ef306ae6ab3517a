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
  resolve: shared((host) => lookup(host, { all: true })),
  mayReach: isPublicAddress,
}

/**
 * Asks for a host once at a time, and shares the answer. A look-up occupies a thread of the process, of which there are
 * few: one host that is never found must not occupy them all.
 */
export function shared(resolve: Network['resolve']): Network['resolve'] {
  const underWay = new Map<string, ReturnType<Network['resolve']>>()
  return (host) => {
    const known = underWay.get(host)
    if (known !== undefined) return known
    const asked = resolve(host).finally(() => underWay.delete(host))
    underWay.set(host, asked)
    return asked
  }
}
