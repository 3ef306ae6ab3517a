import type { MediaCache } from '../content/media/media-cache.ts'

/**
 * A value for a `json` field, which is answered as it is stored: addresses of files lack the base address there,
 * because it can change.
 */
export function withoutBase(value: unknown, known: Pick<MediaCache, 'pathIn'>): unknown {
  if (typeof value === 'string') return known.pathIn(value) ?? value
  if (typeof value !== 'object' || value === null) return value
  if (Array.isArray(value)) return value.map((part) => withoutBase(part, known))
  return Object.fromEntries(Object.entries(value).map(([key, part]) => [key, withoutBase(part, known)]))
}
