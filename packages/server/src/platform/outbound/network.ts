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
 * Runs one look-up per host at a time and shares its result. A look-up occupies one of the few threads of the
 * process, and an unresponsive host must not occupy all of them.
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
