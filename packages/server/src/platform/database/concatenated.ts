/** Some engines allow at most a hundred arguments per function. */
const maxArguments = 90

/** `concat` with any number of arguments. */
export function concatenated(parts: readonly string[]): string {
  return inGroups(parts, (group) => `concat(${group.join(', ')})`)
}

/** Applies an SQL function to any number of arguments: to groups of them, and then to the results of the groups. */
export function inGroups(parts: readonly string[], call: (group: readonly string[]) => string): string {
  if (parts.length <= maxArguments) return call(parts)
  const groups: string[] = []
  for (let start = 0; start < parts.length; start += maxArguments)
    groups.push(call(parts.slice(start, start + maxArguments)))
  return inGroups(groups, call)
}
