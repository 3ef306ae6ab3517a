/** What a field without content holds, however it came to be: cleared by a person, or never filled. */
export function isEmptyValue(value: unknown): boolean {
  return value === null || value === undefined || value === '' || (Array.isArray(value) && value.length === 0)
}

/** Whether two values are the same JSON; nothing, an empty text and an empty list are the same nothing. */
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

/** JSON knows no undefined: a key that has it is not there. */
function definedEntries(value: object): [string, unknown][] {
  return Object.entries(value).filter(([, part]) => part !== undefined)
}
