import { inspect } from 'node:util'
import { ArchiveError } from '@octavo/server/maintenance/backup/archive/archive-error'
import { ConfigError } from '@octavo/server/config'
import { OctavoError } from '@octavo/server/platform/errors'
import { CommandError } from './command-error.ts'

/** Prints on stderr why a command failed: one sentence, with the cause only when debugging. */
export function reportFailure(error: unknown): void {
  process.stderr.write(`${sentenceOf(error)}\n`)
  const hidden = isExpected(error) ? error.cause : error
  if (hidden !== undefined && process.env['OCTAVO_LOG_LEVEL'] === 'debug') {
    process.stderr.write(`${inspect(hidden)}\n`)
  }
}

function isExpected(error: unknown): error is Error {
  return (
    error instanceof CommandError ||
    error instanceof ConfigError ||
    error instanceof ArchiveError ||
    error instanceof OctavoError
  )
}

function sentenceOf(error: unknown): string {
  const message = error instanceof Error && error.message !== '' ? error.message : String(error)
  const sentence = isExpected(error) ? message : `The command failed: ${message}`
  return /[.!?]$/.test(sentence) ? sentence : `${sentence}.`
}
