import { BlockList, isIP } from 'node:net'

/** Addresses of version 4 that are not of the public network, or not of one machine in it. */
const closed4 = new BlockList()
for (const [network, prefix] of [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.88.99.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 4],
  ['240.0.0.0', 4],
] as const) {
  closed4.addSubnet(network, prefix, 'ipv4')
}

/** Only global addresses of version 6 are public; all others, those that hold one of version 4 too, are not. */
const global6 = new BlockList()
global6.addSubnet('2000::', 3, 'ipv6')

/** Within them: tunnels that lead to any address of version 4, and what is kept for tests and papers. */
const closed6 = new BlockList()
for (const [network, prefix] of [
  ['2001::', 23],
  ['2001:db8::', 32],
  ['2002::', 16],
  ['3fff::', 20],
] as const) {
  closed6.addSubnet(network, prefix, 'ipv6')
}

/** Whether an IP address is one of a machine in the public network. */
export function isPublicAddress(address: string): boolean {
  switch (isIP(address)) {
    case 4:
      return !closed4.check(address, 'ipv4')
    case 6:
      return global6.check(address, 'ipv6') && !closed6.check(address, 'ipv6')
    default:
      return false
  }
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
