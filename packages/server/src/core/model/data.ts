/** Field values by slug, without a prototype, because a field may be named `constructor`. */
export type Data = Record<string, unknown>

/** No values; without a prototype as well, so that no field is found in it by its name. */
export const noData: Readonly<Data> = Object.freeze(Object.create(null) as Data)

/** Reads stored data. */
export function parseData(json: string): Data {
  return ownData(JSON.parse(json) as Data)
}

/** A copy of the values without inherited properties. */
export function ownData(data: Readonly<Data>): Data {
  return Object.assign(Object.create(null) as Data, data)
}

const texts = new WeakMap<object, string>()

/** The JSON text of a value that no longer changes, serialized once for all uses. */
export function jsonText(value: unknown): string {
  if (typeof value !== 'object' || value === null) return JSON.stringify(value)
  let text = texts.get(value)
  if (text === undefined) texts.set(value, (text = JSON.stringify(value)))
  return text
}
