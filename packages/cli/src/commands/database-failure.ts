import { join } from 'node:path'
import type { Config } from '@octavo/server/config'
import { CommandError } from '../command-error.ts'

const postgresReasons: Record<string, string> = {
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

/** Opens a database, and names the setting when that fails. */
export async function namingDatabase<Result>(config: Config, open: () => Promise<Result>): Promise<Result> {
  try {
    return await open()
  } catch (error) {
    if (!isOfEngine(error)) throw error
    throw new CommandError(
      config.databaseUrl === null
        ? sqliteSentence(error, config)
        : postgresSentence(error, config.databaseUrl),
      { cause: error },
    )
  }
}

/** The system and both engines give their errors a code; Node's own begin with ERR_ and are about our program. */
function isOfEngine(error: unknown): error is Error & { code: string } {
  return (
    error instanceof Error &&
    'code' in error &&
    typeof error.code === 'string' &&
    !error.code.startsWith('ERR_')
  )
}

function sqliteSentence({ code, message }: Error & { code: string }, { dataDir }: Config): string {
  const file = join(dataDir, 'octavo.db')
  if (code === 'SQLITE_NOTADB') return `OCTAVO_DATA_DIR holds a file that is no database: ${file}.`
  return `OCTAVO_DATA_DIR is ${dataDir}, and the database in it cannot be opened: ${withoutEnd(message)}.`
}

/** The address without user and password, which nobody wants in a terminal's history. */
function postgresSentence({ code, message }: Error & { code: string }, url: string): string {
  const { host, pathname } = new URL(url)
  const reason = postgresReasons[code] ?? withoutEnd(message)
  return `OCTAVO_DATABASE_URL names ${host}${pathname}, and that database cannot be used: ${reason}.`
}

function withoutEnd(message: string): string {
  return message.replace(/\.$/, '')
}
