import { readConfig } from '@octavo/server/config'
import { createLog } from '@octavo/server/platform/log'
import { lowerPriority } from '@octavo/server/platform/lower-priority'
import type { Command } from 'commander'
import { contentText, missingText } from '../archive-report.ts'

const examples = `
The archive has the whole database as it was at one moment, and all files: a tar of JSON lines and of the files under
their keys, with a hash at the end. It works on every database and store, so a restore can change both. The file
appears under its name when it is complete; an existing file is never replaced. It contains tokens as hashes and
everything else that the site has: keep it where only you can read it.

Examples:
  $ octavo backup /backups/site-$(date +%F).tar
  $ octavo backup site.tar && octavo verify site.tar`

/** `octavo backup` */
export function addBackup(program: Command): void {
  program
    .command('backup')
    .description('write an archive of the database and the files, while the service keeps running')
    .argument('<file>', 'the archive to write')
    .addHelpText('after', examples)
    .action(writeBackup)
}

async function writeBackup(file: string): Promise<void> {
  lowerPriority('background')
  const config = readConfig(process.env)
  const { backUp } = await import('@octavo/server/maintenance/backup/back-up')
  const summary = await backUp(file, { config, log: createLog('warn') })
  process.stderr.write(missingText(summary))
  process.stdout.write(`Wrote ${contentText(summary)} to ${file}.\n`)
}
