import { readConfig } from '@octavo/server/config'
import { createLog } from '@octavo/server/platform/log'
import type { Command } from 'commander'
import { contentText } from '../archive-report.ts'
import { isDiskFull } from '@octavo/server/platform/database/failure'
import { CommandError } from '../command-error.ts'
import { withServices } from './open-services.ts'

const examples = `
The database and the store of files that the settings name must be empty; they need not be of the kind that the archive
was made of. The archive is checked first, and after any failure nothing is there. An archive of an older version is
migrated. Scheduled publishing waits until "octavo resume", so that a copy does not act beside its original.

Examples:
  $ OCTAVO_DATA_DIR=/var/lib/octavo-new octavo restore site.tar
  $ OCTAVO_DATABASE_URL=$NEW_DATABASE OCTAVO_FILES_URL=$NEW_BUCKET octavo restore site.tar`

/** `octavo restore` */
export function addRestore(program: Command): void {
  program
    .command('restore')
    .description('fill an empty installation from an archive of octavo backup')
    .argument('<file>', 'the archive')
    .addHelpText('after', examples)
    .action(restoreArchive)
}

async function restoreArchive(file: string): Promise<void> {
  const config = readConfig(process.env)
  const { restore } = await import('@octavo/server/maintenance/backup/restore')
  const stopping = new AbortController()
  const stop = (): void => stopping.abort()
  for (const name of ['SIGINT', 'SIGTERM'] as const) process.once(name, stop)
  const { summary } = await restore(file, { config, log: createLog('warn'), signal: stopping.signal })
    .catch((error: unknown) => {
      throw stopping.signal.aborted && error === stopping.signal.reason
        ? new CommandError('The restore was stopped; nothing was restored.')
        : error
    })
    .finally(() => {
      for (const name of ['SIGINT', 'SIGTERM'] as const) process.off(name, stop)
    })
  process.stderr.write('The data is restored. Building the search index …\n')
  // Opening the services builds the search index.
  await withServices(async () => undefined).catch((error: unknown) => {
    if (!isDiskFull(error)) throw error
    throw new CommandError(
      'The data is restored, but there is no space left for the search index: make space, and start the service, which builds it.',
    )
  })
  process.stdout.write(
    `Restored ${contentText(summary)}. Schedules are paused: run "octavo resume" when this installation should publish on schedule.\n`,
  )
}
