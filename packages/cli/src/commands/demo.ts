import type { Command } from 'commander'
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
    .description(
      'fill an empty site with a small magazine; running it again changes nothing, or continues where it was interrupted',
    )
    .addHelpText('after', examples)
    .action(demonstrate)
}

async function demonstrate(): Promise<void> {
  // Loaded here: the other commands need none of it.
  const [{ makeDemo }, { demoReport }] = await Promise.all([
    import('@octavo/demo/run'),
    import('../demo-report.ts'),
  ])
  await withServices(async (services) => {
    const outcome = await makeDemo(services)
    process.stdout.write(`${demoReport(outcome, `${services.config.baseUrl}/_cms/api`)}\n`)
  })
}
