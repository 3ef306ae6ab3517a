import pino, { type DestinationStream, type Logger } from 'pino'
import { isUnavailable } from './errors.ts'
import { withoutSecrets } from './redaction.ts'

/**
 * Structured logs without secrets, one JSON object per line, on stderr, because commands print their output on stdout.
 */
export function createLog(level: string, destination?: DestinationStream): Logger {
  const target = destination ?? pino.destination({ fd: 2, sync: false })
  return pino({ level, hooks: { streamWrite: withoutSecrets } }, target)
}

interface Failure {
  readonly error: unknown
  readonly level?: 'warn' | 'error'
  /** further fields of the log line */
  readonly [field: string]: unknown
}

/**
 * Logs a failure with its stack. Failures caused by an outage are logged at debug level only, because the outage has
 * its own log lines.
 */
export function logFailure(
  log: Logger,
  message: string,
  { error, level = 'error', ...fields }: Failure,
): void {
  log[isUnavailable(error) ? 'debug' : level]({ ...fields, err: error }, message)
}
