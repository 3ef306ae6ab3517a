import { BlockList, isIP } from 'node:net'

/** IPv4 networks that are not public (IANA's registry of special-purpose addresses). */
const reserved4 = listOf('ipv4', [
  '0.0.0.0/8',
  '10.0.0.0/8',
  '100.64.0.0/10',
  '127.0.0.0/8',
  '169.254.0.0/16',
  '172.16.0.0/12',
  '192.0.0.0/24',
  '192.0.2.0/24',
  '192.88.99.0/24',
  '192.168.0.0/16',
  '198.18.0.0/15',
  '198.51.100.0/24',
  '203.0.113.0/24',
  '224.0.0.0/4',
  '240.0.0.0/4',
])

/**
 * All globally allocated IPv6 addresses; addresses that embed an IPv4 address lie outside of it or are reserved below.
 */
const global6 = listOf('ipv6', ['2000::/3'])

/** Protocol assignments, documentation, and 6to4, which can reach any IPv4 address. */
const reserved6 = listOf('ipv6', ['2001::/23', '2001:db8::/32', '2002::/16', '3fff::/20'])

/**
 * Whether an address is public: not this machine, its networks or a cloud metadata service. An address that embeds an
 * IPv4 address (mapped, translated, 6to4) is always private.
 */
export function isPublicAddress(address: string): boolean {
  switch (isIP(address)) {
    case 4:
      return !reserved4.check(address, 'ipv4')
    case 6:
      // An address with a zone belongs to a local network.
      return !address.includes('%') && global6.check(address, 'ipv6') && !reserved6.check(address, 'ipv6')
    default:
      return false
  }
}

function listOf(family: 'ipv4' | 'ipv6', networks: readonly string[]): BlockList {
  const list = new BlockList()
  for (const network of networks) {
    const [start = '', bits = ''] = network.split('/')
    list.addSubnet(start, Number(bits), family)
  }
  return list
}

/** names that refer to this machine or its network, or that embed an IP address */
const closedNames =
  /(^|\.)(localhost|local|internal|intranet|lan|home|corp|home\.arpa|nip\.io|sslip\.io|xip\.io|traefik\.me|lvh\.me|localtest\.me|vcap\.me)$/

/** Whether a host name may be resolved at all; its addresses are checked later. */
export function isPublicName(hostname: string): boolean {
  const name = hostname.toLowerCase().replace(/\.+$/, '')
  // An IP address is no name: `isPublicAddress` decides about it.
  if (isIP(name.replace(/^\[|\]$/g, '')) !== 0) return true
  return name.includes('.') && !closedNames.test(name)
}
