/** The forms that values take in the content files where an id, a file or a date is not known before. */

/** Refers to an item by `<collection>/<name>` or to a term by `terms/<taxonomy>/<slug>`. */
export interface Ref {
  readonly ref: string
}

/**
 * Refers to a file of `files.json` by its path. In a block its other members are kept: `{"_type": "image", "file": …}`.
 */
export interface FileRef {
  readonly file: string
}

export type Data = Readonly<Record<string, unknown>>

export function isRecord(value: unknown): value is Data {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

export function isRef(value: unknown): value is Ref {
  return isRecord(value) && typeof value['ref'] === 'string'
}

export function isFileRef(value: unknown): value is Data & FileRef {
  return isRecord(value) && typeof value['file'] === 'string'
}

/** Replaces, at any depth, every value for which `replace` returns another one. */
export function mapValues(value: unknown, replace: (value: unknown) => unknown): unknown {
  const replaced = replace(value)
  if (replaced !== undefined) return replaced
  if (Array.isArray(value)) return value.map((one) => mapValues(one, replace))
  if (!isRecord(value)) return value
  return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, mapValues(one, replace)]))
}
