import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { operations } from '@octavo/contract/operations/registry'
import type { Command } from 'commander'
import { call } from './call.ts'
import { withServices } from './open-services.ts'

const examples = `
One JSON object per line, the newest entry first.

Examples:
  $ octavo audit export > audit.ndjson
  $ octavo audit export --from 2026-10-01T00:00:00Z --to 2026-11-01T00:00:00Z --action content.publish`

interface Options {
  from?: string
  to?: string
  action?: string
}

/** `octavo audit export` */
export function addAudit(program: Command): void {
  program
    .command('audit')
    .description('the audit log')
    .command('export')
    .description('print the entries of the audit log as NDJSON')
    .option('--from <time>', 'at this time or later: ISO 8601 with an offset or Z')
    .option('--to <time>', 'before this time')
    .option('--action <name>', 'by this operation, such as content.publish')
    .addHelpText('after', examples)
    .action(exportEntries)
}

async function exportEntries(filter: Options): Promise<void> {
  const { TextStream } = await import('@octavo/server/platform/encoded')
  await withServices(async (services) => {
    const input = { ...filter, format: 'ndjson' }
    const answer = await call(services, { operation: operations.audit.list, input })
    if (!(answer instanceof TextStream)) throw new TypeError('An export is a stream.')
    await pipeline(Readable.from(answer.chunks), process.stdout, { end: false })
  })
}
