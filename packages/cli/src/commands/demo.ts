import { type DemoOutcome, makeDemo } from '@octavo/server/demo/run'
import type { Command } from 'commander'
import { demoReport } from '../demo-report.ts'
import { withServices } from './open-services.ts'

const examples = `
Examples:
  $ octavo demo
  $ OCTAVO_DATA_DIR=/tmp/octavo-demo OCTAVO_LOCALES=en,de octavo demo

With more than one locale part of the magazine is translated; the translations into German are real ones.`

/** `octavo demo` */
export function addDemo(program: Command): void {
  program
    .command('demo')
    .description('fill an empty site with a small magazine; run again it changes nothing')
    .addHelpText('after', examples)
    .action(demonstrate)
}

async function demonstrate(): Promise<void> {
  await withServices(async (services) => {
    const outcome: DemoOutcome = await makeDemo(services)
    process.stdout.write(`${demoReport(outcome, `${services.config.baseUrl}/_cms/api`)}\n`)
  })
}
