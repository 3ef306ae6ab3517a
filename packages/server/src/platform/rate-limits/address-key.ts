/** The keys by which the requests of an address are counted. */
export interface AddressKeys {
  /** the address itself; of IPv6 its /64 network */
  readonly own: string
  /** the surrounding network, which has its own limit; null for IPv4 */
  readonly network: string | null
}

/**
 * The holder of an IPv6 address controls its whole /64 network, so that network counts as one address. Many providers
 * give customers a /48 with 65,536 such networks, so it is counted as well.
 */
export function addressKeys(address: string): AddressKeys {
  // Without the zone of a link-local address, such as `%eth0`.
  const [bare = ''] = address.toLowerCase().split('%')
  // An IPv4 address in IPv6: `::ffff:192.0.2.1`, or with its bytes as two groups (below).
  const mapped = /^(?:0{0,4}:){0,5}:?ffff:(\d+\.\d+\.\d+\.\d+)$/.exec(bare)?.[1]
  if (mapped !== undefined) return { own: mapped, network: null }
  if (!bare.includes(':')) return { own: bare, network: null }
  const groups = groupsOf(bare)
  if (groups.slice(0, 6).join(':') === mappedNetwork) return { own: dotted(groups.slice(6)), network: null }
  const network = (count: number): string => `${groups.slice(0, count).join(':')}::/${count * 16}`
  return { own: network(4), network: network(3) }
}

/** where IPv4 addresses are in IPv6 (RFC 4291, 2.5.5.2) */
const mappedNetwork = '0:0:0:0:0:ffff'

/** An IPv4 address of two groups. */
function dotted(groups: readonly string[]): string {
  return groups
    .map((group) => Number.parseInt(group, 16))
    .flatMap((bytes) => [bytes >> 8, bytes & 0xff])
    .join('.')
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
