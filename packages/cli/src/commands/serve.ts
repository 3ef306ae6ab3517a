import cluster from 'node:cluster'
import { readConfig } from '@octavo/server/config'
import { releaseMemoryOfStart } from '@octavo/server/platform/after-start'
import { createLog } from '@octavo/server/platform/log'
import { stopPatience } from '@octavo/server/stop-patience'
import type { Command } from 'commander'
import { announceToPrimary, superviseWorkers } from '../workers.ts'

const examples = `
Examples:
  $ octavo serve
  $ PORT=8080 OCTAVO_BASE_URL=https://cms.example.com octavo serve
  $ OCTAVO_DATA_DIR=/var/lib/octavo OCTAVO_WORKERS=4 octavo serve

It stops at SIGTERM or SIGINT: requests in flight end, then it exits with 0. At SIGTERM it first goes on for
OCTAVO_SHUTDOWN_DELAY seconds and says at /_cms/health/ready that it is not ready; a second signal skips that.`

/** id of the worker that is started before the others: it migrates the database and prints what is printed once */
const firstWorker = 1

/** `octavo serve` */
export function addServe(program: Command): void {
  program
    .command('serve')
    .description('serve the API until it is stopped')
    .addHelpText('after', examples)
    .action(startServing)
}

async function startServing(): Promise<void> {
  const config = readConfig(process.env)
  if (config.workers > 1 && cluster.isPrimary) {
    const log = createLog(config.logLevel)
    // A worker has `shutdownDelay` and `stopPatience` to end its requests and itself. One that still runs 5 seconds
    // later is killed.
    const patience = config.shutdownDelay + stopPatience + 5000
    releaseMemoryOfStart()
    process.exit(await superviseWorkers({ count: config.workers, log, patience, announce: print }))
  }
  // Loaded only now, because the process that supervises the workers does not need it.
  const { serve } = await import('@octavo/server/main')
  const { worker } = cluster
  if (worker === undefined) await serve(config, { announce: print, isFirst: true })
  else await serve(config, { announce: announceToPrimary, isFirst: worker.id === firstWorker })
}

function print(line: string): void {
  process.stdout.write(`${line}\n`)
}
