import { type Config, ConfigError, readConfig } from '@octavo/server/config'
import type { Finding } from '@octavo/server/maintenance/doctor/finding'
import { createLog } from '@octavo/server/platform/log'
import type { Command } from 'commander'
import { CommandError } from '../command-error.ts'

const examples = `
It changes nothing, and works while the service runs or cannot start. It exits with 1 if something keeps the service
from working; warnings do not count.

Example:
  $ octavo doctor`

/** `octavo doctor` */
export function addDoctor(program: Command): void {
  program
    .command('doctor')
    .description('examine settings, disk, database, clock, store, mail and plugins, and say what to do')
    .addHelpText('after', examples)
    .action(examineAll)
}

async function examineAll(): Promise<void> {
  const config = readSettings()
  if ('findings' in config) return report(config.findings)
  const { examine } = await import('@octavo/server/maintenance/doctor/examine')
  report(await examine(config, createLog('silent')))
}

/** The settings, or what is wrong with them: then nothing else can be examined. */
function readSettings(): Config | { findings: Finding[] } {
  try {
    return readConfig(process.env)
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error
    const advice = 'Correct the variable of the environment.'
    return { findings: [{ level: 'failure', name: 'settings', message: error.message, advice }] }
  }
}

function report(findings: readonly Finding[]): void {
  for (const { level, name, message, advice } of findings) {
    process.stdout.write(`${level.padEnd(8)} ${name.padEnd(14)} ${message}\n`)
    if (advice !== '') process.stdout.write(`${' '.repeat(24)}→ ${advice}\n`)
  }
  const failures = findings.filter(({ level }) => level === 'failure').length
  if (failures > 0)
    throw new CommandError(
      failures === 1
        ? 'One problem prevents the service from working.'
        : `${failures} problems prevent the service from working.`,
    )
}
