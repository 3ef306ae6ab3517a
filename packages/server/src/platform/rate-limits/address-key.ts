/** The keys by which the requests of an address are counted. */
export interface AddressKeys {
  readonly own: string
  /** the surrounding network, which has its own limit; null for IPv4 */
  readonly network: string | null
}

/**
 * The holder of an IPv6 address controls its whole /64 network, so that network counts as one address. Many providers
 * give customers a /48 with 65,536 such networks, so it is counted as well.
 */
export function addressKeys(address: string): AddressKeys {
  const [bare = ''] = address.toLowerCase().split('%')
  const mapped = /^(?:0{0,4}:){0,5}:?ffff:(\d+\.\d+\.\d+\.\d+)$/.exec(bare)?.[1]
  if (mapped !== undefined) return { own: mapped, network: null }
  if (!bare.includes(':')) return { own: bare, network: null }
  const groups = groupsOf(bare)
  const network = (count: number): string => `${groups.slice(0, count).join(':')}::/${count * 16}`
  return { own: network(4), network: network(3) }
}

/** The eight groups of an IPv6 address, without leading zeros. */
function groupsOf(bare: string): string[] {
  const [before = '', after] = bare.split('::')
  const start = before === '' ? [] : before.split(':')
  const end = after === undefined || after === '' ? [] : after.split(':')
  const gap = after === undefined ? 0 : Math.max(0, 8 - start.length - end.length)
  const groups = [...start, ...Array.from({ length: gap }, () => '0'), ...end]
  return groups.map((group) => group.replace(/^0+(?=.)/, ''))
}
