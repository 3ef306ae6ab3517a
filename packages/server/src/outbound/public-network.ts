import { BlockList, isIP } from 'node:net'

/** Networks of version 4 that are nobody's on the public network (IANA's registry of special purposes). */
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

/** All that is given to anybody of version 6; addresses that hold one of version 4 lie outside, or below. */
const global6 = listOf('ipv6', ['2000::/3'])

/** Protocols, documentation, and 6to4, which leads to any address of version 4. */
const reserved6 = listOf('ipv6', ['2001::/23', '2001:db8::/32', '2002::/16', '3fff::/20'])

/**
 * Whether an address is one that anybody may reach: not this machine, not its networks, not the place where clouds
 * keep their secrets. What wraps an address of version 4 (mapped, translated, 6to4) counts as private, whatever is in it.
 */
export function isPublicAddress(address: string): boolean {
  switch (isIP(address)) {
    case 4:
      return !reserved4.check(address, 'ipv4')
    case 6:
      // With a zone it belongs to one of this machine's networks.
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

/** names that mean this machine, its network, or whatever address is written in them */
const closedNames =
  /(^|\.)(localhost|local|internal|intranet|lan|home|corp|home\.arpa|nip\.io|sslip\.io|xip\.io|traefik\.me|lvh\.me|localtest\.me|vcap\.me)$/

/** Whether a host name may be asked for at all; its addresses are looked at later. */
export function isPublicName(hostname: string): boolean {
  const name = hostname.toLowerCase().replace(/\.+$/, '')
  if (isIP(name.replace(/^\[|\]$/g, '')) !== 0) return true
  return name.includes('.') && !closedNames.test(name)
}
