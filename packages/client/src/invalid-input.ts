import { OctavoApiError } from './api-error.ts'

/** The error for an input that cannot be sent, in the form in which the service refuses one. */
export function invalidInput(path: string, message: string): OctavoApiError {
  return new OctavoApiError(`The input is not valid: ${path}: ${message}`, {
    code: 'VALIDATION_ERROR',
    status: 400,
    details: { issues: [{ path, message }] },
  })
}
