/**
 * A canonical form of a JSON value, which does not depend on the order of members: objects become lists of pairs. For
 * comparing and hashing only.
 */
export function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted)
  if (typeof value !== 'object' || value === null) return value
  const members = Object.entries(value).toSorted(([one], [other]) => (one < other ? -1 : 1))
  return members.map(([name, member]) => [name, sorted(member)])
}
