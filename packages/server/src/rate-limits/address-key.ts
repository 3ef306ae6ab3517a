/**
 * What an address is counted by. Who has an address of version 6 has all of its network: 2^64 of them, which would be
 * as many limits.
 */
export function addressKey(address: string): string {
  const [bare = ''] = address.toLowerCase().split('%')
  const mapped = /^(?:0{0,4}:){0,5}:?ffff:(\d+\.\d+\.\d+\.\d+)$/.exec(bare)?.[1]
  if (mapped !== undefined) return mapped
  if (!bare.includes(':')) return bare
  const [before = '', after] = bare.split('::')
  const start = before === '' ? [] : before.split(':')
  const end = after === undefined || after === '' ? [] : after.split(':')
  const gap = after === undefined ? 0 : Math.max(0, 8 - start.length - end.length)
  const groups = [...start, ...Array.from({ length: gap }, () => '0'), ...end]
  return `${groups
    .slice(0, 4)
    .map((group) => group.replace(/^0+(?=.)/, ''))
    .join(':')}::/64`
}
