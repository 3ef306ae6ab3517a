import type { Command } from 'commander'
import { contentText, missingText } from '../archive-report.ts'

const examples = `
It reads the whole archive and compares its hash and its counts. It needs no settings and no database.

Example:
  $ octavo verify site.tar`

/** `octavo verify` */
export function addVerify(program: Command): void {
  program
    .command('verify')
    .description('check that an archive of octavo backup is complete and unchanged')
    .argument('<file>', 'the archive')
    .addHelpText('after', examples)
    .action(verifyArchive)
}

async function verifyArchive(file: string): Promise<void> {
  const { readArchive } = await import('@octavo/server/maintenance/backup/archive/read-archive')
  const { manifest, summary } = await readArchive(file)
  process.stderr.write(missingText(summary))
  process.stdout.write(
    `${file} is complete: ${contentText(summary)}, written by Octavo ${manifest.version} on ${manifest.createdAt}.\n`,
  )
}
