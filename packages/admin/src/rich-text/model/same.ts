/** Whether two values of JSON say the same; the order of an object's keys does not count. */
export function isSame(one: unknown, other: unknown): boolean {
  if (one === other) return true
  if (Array.isArray(one)) {
    return (
      Array.isArray(other) &&
      one.length === other.length &&
      one.every((part, index) => isSame(part, other[index]))
    )
  }
  if (!isObject(one) || !isObject(other)) return false
  const keys = definedKeys(one)
  return keys.length === definedKeys(other).length && keys.every((key) => isSame(one[key], other[key]))
}

export function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function definedKeys(value: Readonly<Record<string, unknown>>): string[] {
  return Object.keys(value).filter((key) => value[key] !== undefined)
}
