/** A value as PHP serializes it. */
export function serialized(value: unknown): string {
  if (value === null || value === undefined) return 'N;'
  if (typeof value === 'boolean') return `b:${value ? 1 : 0};`
  if (typeof value === 'number') return Number.isInteger(value) ? `i:${value};` : `d:${value};`
  if (typeof value === 'string') return `s:${Buffer.byteLength(value)}:"${value}";`
  const entries = Array.isArray(value) ? [...value.entries()] : Object.entries(value)
  const parts = entries.map(([key, one]) => serialized(key) + serialized(one))
  return `a:${entries.length}:{${parts.join('')}}`
}
