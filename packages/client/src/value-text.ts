import { invalidInput } from './invalid-input.ts'

/** The text of a value in a query; objects become JSON. Refuses what `refuseOmitted` refuses. */
export function valueText(key: string, value: unknown): string {
  refuseOmitted(key, value)
  return typeof value === 'object' && value !== null ? JSON.stringify(value) : String(value)
}

/**
 * Refuses a value without a form in JSON, such as undefined, and any object or list that holds one: JSON would omit it,
 * and a filter without one of its predicates finds too much.
 */
export function refuseOmitted(path: string, value: unknown): void {
  if (['undefined', 'function', 'symbol'].includes(typeof value))
    throw invalidInput(path, `must not be ${typeof value}: leave out the key, or give a value`)
  if (typeof value !== 'object' || value === null) return
  // A value that gives its own JSON, such as a time of a library, is sent as that.
  if ('toJSON' in value && typeof value.toJSON === 'function') return refuseOmitted(path, value.toJSON(''))
  for (const [name, inner] of Object.entries(value)) refuseOmitted(`${path}.${name}`, inner)
}
