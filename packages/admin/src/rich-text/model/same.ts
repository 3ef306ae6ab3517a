/** Whether two JSON values are equal. The order of keys does not count, nor does a key with the name `without`. */
export function isSame(one: unknown, other: unknown, without = ''): boolean {
  if (one === other) return true
  if (Array.isArray(one)) {
    return (
      Array.isArray(other) &&
      one.length === other.length &&
      one.every((part, index) => isSame(part, other[index], without))
    )
  }
  if (!isObject(one) || !isObject(other)) return false
  const keys = definedKeys(one, without)
  return (
    keys.length === definedKeys(other, without).length &&
    keys.every((key) => isSame(one[key], other[key], without))
  )
}

export function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function definedKeys(value: Readonly<Record<string, unknown>>, without: string): string[] {
  return Object.keys(value).filter((key) => key !== without && value[key] !== undefined)
}
