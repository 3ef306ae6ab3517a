import type { Command } from 'commander'
import { withServices } from './open-services.ts'

const examples = `
What was due meanwhile is published at once.

Example:
  $ octavo resume`

/** `octavo resume` */
export function addResume(program: Command): void {
  program
    .command('resume')
    .description('resume schedules, webhooks and backups of a restored installation')
    .addHelpText('after', examples)
    .action(resume)
}

async function resume(): Promise<void> {
  const { resumeSchedules } = await import('@octavo/server/maintenance/jobs/resume')
  const hasResumed = await withServices(resumeSchedules)
  process.stdout.write(hasResumed ? 'Schedules are active again.\n' : 'Schedules were not paused.\n')
}
