import { ConfigError } from '../../config.ts'

/** An error of the system or of an engine. */
type CodedError = Error & { code: string }

/** code of an error → why a database server cannot be used */
const reasons: Record<string, string> = {
  ECONNREFUSED: 'nothing answers at that address',
  ENOTFOUND: 'there is no host of that name',
  '57P03': 'the server is starting or stopping',
  EAI_AGAIN: 'the name of the host could not be looked up',
  ETIMEDOUT: 'the host does not answer',
  EHOSTUNREACH: 'the host cannot be reached',
  ENETUNREACH: 'the host cannot be reached',
  '25006': 'the server is read-only: it is a replica, or it is still recovering',
  '28P01': 'the server refuses the user or the password',
  '28000': 'the server refuses the user',
  '3D000': 'the server has no database of that name',
  '42501': 'the user may not make tables in the database',
}

/** Errors of the driver without a code, which the settings cause. */
const settingsMessages: readonly (readonly [RegExp, string])[] = [
  [/^SASL: .*password must be/, 'the server wants a password, and the address has none'],
  [/does not support SSL/, 'the server does not speak TLS, and the address has an sslmode'],
]

/**
 * Failures of a network, or of a server that is starting, stopping or still recovering; a later attempt can succeed.
 */
const unreachableCodes =
  /^(ECONNREFUSED|ECONNRESET|EPIPE|ENOTFOUND|EAI_AGAIN|ETIMEDOUT|EHOSTUNREACH|ENETUNREACH|57P0[1-3]|53300|25006|08...)$/

/** Driver errors without a code: a closed connection, or a connection timeout. */
const unreachableMessages = /^(Connection terminated|timeout e)/

/** Whether a database server may become available without a change of the settings. */
export function isUnreachable(error: unknown): boolean {
  // A migration that failed has its reason as the cause.
  if (error instanceof ConfigError) return isUnreachable(error.cause)
  if (!(error instanceof Error)) return false
  return isCoded(error) ? unreachableCodes.test(error.code) : unreachableMessages.test(error.message)
}

/** The reason why the embedded database cannot be opened, with the name of the setting to check. */
export function embeddedFailure(error: unknown, file: string): unknown {
  if (!isCoded(error)) return error
  const sentence =
    error.code === 'SQLITE_NOTADB'
      ? `OCTAVO_DATA_DIR holds a file that is no database: ${file}.`
      : `OCTAVO_DATA_DIR leads to ${file}, and that database cannot be opened: ${withoutEnd(error.message)}.`
  return new ConfigError(sentence, { cause: error })
}

/**
 * The reason why a database server cannot be used, without the user and password, which must not appear in a terminal.
 * An error of our own program is returned as it is, here and in `embeddedFailure`.
 */
export function serverFailure(error: unknown, url: string, setting = 'OCTAVO_DATABASE_URL'): unknown {
  const fault = settingsFault(error)
  if (fault === undefined && !isCoded(error) && !isUnreachable(error)) return error
  const { host, pathname } = new URL(url)
  const reason = fault ?? ((isCoded(error) && reasons[error.code]) || withoutEnd((error as Error).message))
  return new ConfigError(
    `${setting} names ${host}${pathname}, and that database cannot be used: ${reason}.`,
    { cause: error },
  )
}

/** The sentence about an error that a setting causes; undefined for other errors. */
function settingsFault(error: unknown): string | undefined {
  if (!(error instanceof Error) || isCoded(error)) return undefined
  return settingsMessages.find(([message]) => message.test(error.message))?.[1]
}

/** A serialization failure, and a deadlock. */
const abortedCodes = /^(40001|40P01)$/

/** Whether the engine has aborted a transaction because of concurrent ones; a later attempt can succeed. */
export function isTransactionAborted(error: unknown): boolean {
  return isCoded(error) && abortedCodes.test(error.code)
}

/** No disk space or quota left: codes of the system, the embedded engine and the server. */
const fullCodes = /^(ENOSPC|EDQUOT|SQLITE_FULL|SQLITE_IOERR_SHMSIZE|53100)$/

/** Whether the disk of the files or of the database is full. */
export function isDiskFull(error: unknown): boolean {
  return isCoded(error) && fullCodes.test(error.code)
}

/** Whether another process has kept the embedded database locked for longer than we wait. */
export function isLocked(error: unknown): boolean {
  return isCoded(error) && /^SQLITE_(BUSY|LOCKED)/.test(error.code)
}

/**
 * Errors of the system and of both engines have a code; Node's own codes begin with ERR_ and mean a bug in our program.
 */
function isCoded(error: unknown): error is CodedError {
  return (
    error instanceof Error &&
    'code' in error &&
    typeof error.code === 'string' &&
    !error.code.startsWith('ERR_')
  )
}

function withoutEnd(message: string): string {
  return message.replace(/\.$/, '')
}
