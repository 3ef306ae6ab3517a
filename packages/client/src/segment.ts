import { OctavoApiError } from './api-error.ts'

/**
 * A value as a segment of a path. Nothing, `.` and `..` would make a different path of it: the request would reach
 * something else.
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
