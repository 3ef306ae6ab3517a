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
