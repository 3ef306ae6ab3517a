/** Whether a value is empty, however it became so: cleared by a person, or never set. */
export function isEmptyValue(value: unknown): boolean {
  return value === null || value === undefined || value === '' || (Array.isArray(value) && value.length === 0)
}

/** Whether two values are the same JSON; null, an empty text and an empty list are equal. */
export function isSame(one: unknown, other: unknown): boolean {
  if (Object.is(one, other)) return true
  if (isEmptyValue(one) || isEmptyValue(other)) return isEmptyValue(one) && isEmptyValue(other)
  return isDeepEqual(one, other)
}

function isDeepEqual(one: unknown, other: unknown): boolean {
  if (Object.is(one, other)) return true
  if (typeof one !== 'object' || typeof other !== 'object' || one === null || other === null) return false
  if (Array.isArray(one) !== Array.isArray(other)) return false
  const [oneEntries, others] = [definedEntries(one), new Map(definedEntries(other))]
  return (
    oneEntries.length === others.size &&
    oneEntries.every(([key, value]) => others.has(key) && isDeepEqual(value, others.get(key)))
  )
}

/** JSON has no undefined: such a key is absent. */
function definedEntries(value: object): [string, unknown][] {
  return Object.entries(value).filter(([, part]) => part !== undefined)
}
