import pino, { type Logger } from 'pino'

/** Structured logs, one JSON object a line, on stderr: stdout belongs to what commands print. */
export function createLog(level: string): Logger {
  return pino({ level, redact: ['req.headers.authorization'] }, pino.destination({ fd: 2, sync: false }))
}
