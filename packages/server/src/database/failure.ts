import { ConfigError } from '../config.ts'

/** An error of the system or of an engine. */
type CodedError = Error & { code: string }

const reasons: Record<string, string> = {
  ECONNREFUSED: 'nothing answers at that address',
  ENOTFOUND: 'there is no host of that name',
  EAI_AGAIN: 'the name of the host could not be looked up',
  ETIMEDOUT: 'the host does not answer',
  EHOSTUNREACH: 'the host cannot be reached',
  ENETUNREACH: 'the host cannot be reached',
  '28P01': 'the server refuses the user or the password',
  '28000': 'the server refuses the user',
  '3D000': 'the server has no database of that name',
  '42501': 'the user may not make tables in the database',
}

/** Why the embedded database cannot be opened, by the name of the setting that leads to it. */
export function embeddedFailure(error: unknown, file: string): unknown {
  if (!isCoded(error)) return error
  const sentence =
    error.code === 'SQLITE_NOTADB'
      ? `OCTAVO_DATA_DIR holds a file that is no database: ${file}.`
      : `OCTAVO_DATA_DIR leads to ${file}, and that database cannot be opened: ${withoutEnd(error.message)}.`
  return new ConfigError(sentence, { cause: error })
}

/** Why a database server cannot be used, without the user and password, which nobody wants in a terminal's history. */
export function serverFailure(error: unknown, url: string): unknown {
  if (!isCoded(error)) return error
  const { host, pathname } = new URL(url)
  const reason = reasons[error.code] ?? withoutEnd(error.message)
  return new ConfigError(
    `OCTAVO_DATABASE_URL names ${host}${pathname}, and that database cannot be used: ${reason}.`,
    { cause: error },
  )
}

/** The system and both engines give their errors a code; Node's own begin with ERR_ and are about our program. */
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
