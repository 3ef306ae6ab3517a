import { OctavoApiError } from './api-error.ts'

/**
 * Encodes a value as a segment of a path. Refuses an empty value, `.` and `..`, which would change the path so that
 * the request reaches another endpoint.
 */
export function segment(key: string, value: unknown): string {
  const text = String(value ?? '')
  if (text !== '' && text !== '.' && text !== '..') return encodeURIComponent(text)
  const message = 'must not be empty, "." or ".."'
  throw new OctavoApiError(`The input is not valid: ${key}: ${message}`, {
    code: 'VALIDATION_ERROR',
    status: 400,
    details: { issues: [{ path: key, message }] },
  })
}
