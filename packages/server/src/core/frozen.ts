/** The same value, whose objects and lists cannot be changed. A frozen object counts as frozen at all depths. */
export function frozen<Value>(value: Value): Value {
  if (typeof value !== 'object' || value === null || Object.isFrozen(value)) return value
  for (const one of Object.values(value)) frozen(one)
  return Object.freeze(value)
}
