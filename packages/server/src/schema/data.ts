/** Field values by slug, without a prototype: a field may be called `constructor`. */
export type Data = Record<string, unknown>

/** Reads stored data. */
export function parseData(json: string): Data {
  return ownData(JSON.parse(json) as Data)
}

/** The same values without what objects inherit. */
export function ownData(data: Readonly<Data>): Data {
  return Object.assign(Object.create(null) as Data, data)
}

const texts = new WeakMap<object, string>()

/** The JSON text of a value that is not changed any more: written out once, however many places it goes to. */
export function jsonText(value: unknown): string {
  if (typeof value !== 'object' || value === null) return JSON.stringify(value)
  let text = texts.get(value)
  if (text === undefined) texts.set(value, (text = JSON.stringify(value)))
  return text
}
