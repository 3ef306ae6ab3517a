import { isDiskFull } from './database/failure.ts'
import { diskFull } from './errors.ts'

/** Converts the error of a full disk into a named failure; returns other errors unchanged. */
export function namedFailure(error: unknown): unknown {
  return isDiskFull(error) ? diskFull(error) : error
}
