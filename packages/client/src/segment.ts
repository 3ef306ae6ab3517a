import { invalidInput } from './invalid-input.ts'

/**
 * Encodes a value as a segment of a path. Refuses an empty value, `.` and `..`, which would change the path so that
 * the request reaches another endpoint.
 */
export function segment(key: string, value: unknown): string {
  const text = String(value ?? '')
  if (text !== '' && text !== '.' && text !== '..') return encodeURIComponent(text)
  throw invalidInput(key, 'must not be empty, "." or ".."')
}
