import { isDiskFull, isLocked } from './database/failure.ts'
import { diskFull, unavailable } from './errors.ts'

/** Converts the error of a full disk or of a locked database into a named failure; returns other errors unchanged. */
export function namedFailure(error: unknown): unknown {
  if (isLocked(error)) return unavailable('database', error)
  return isDiskFull(error) ? diskFull(error) : error
}
