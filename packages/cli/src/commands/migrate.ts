import { readConfig } from '@octavo/server/config'
import { createLog } from '@octavo/server/platform/log'
import type { DatabaseFacts } from '@octavo/server/platform/database/applied'
import type { Command } from 'commander'
import { CommandError } from '../command-error.ts'

const examples = `
Every start of the service migrates as well. Run it before the start where starting must be fast, or where several
nodes are replaced one after another. All migrations are one transaction: when one fails, the database is as before.
With a database server, the indexes of large tables are built after it, beside writers; this command waits for them, a
start does not.

Examples:
  $ octavo backup before.tar && octavo migrate
  $ octavo migrate --check`

/** `octavo migrate` */
export function addMigrate(program: Command): void {
  program
    .command('migrate')
    .description('migrate the database to this version')
    .option('--check', 'change nothing; exit with 1 if the database needs a migration')
    .addHelpText('after', examples)
    .action(migrate)
}

async function migrate({ check = false }: { check?: boolean }): Promise<void> {
  const config = readConfig(process.env)
  const { foreignMigration, migrationGap, missingMigrations, readDatabaseFacts } =
    await import('@octavo/server/platform/database/applied')
  const { applied: appliedOrNull, missingIndexes } = await readDatabaseFacts(config)
  // Null: the database does not exist yet, or is empty.
  const applied = appliedOrNull ?? []
  const foreign = foreignMigration(applied)
  if (foreign !== undefined)
    throw new CommandError(
      `The database is of a newer version of Octavo (it has the migration ${foreign}): install that version.`,
    )
  // An older migration is missing although later ones are applied, as after a partial restore.
  const gap = migrationGap(applied)
  if (gap !== undefined) {
    const { gapText } = await import('@octavo/server/platform/database/migrate')
    throw new CommandError(`The database ${gapText(gap)}: restore a backup of the whole database.`)
  }
  const missing = missingMigrations(applied)
  if (check) return reportMissing(missing, missingIndexes)
  const { openDatabase } = await import('@octavo/server/platform/database/open')
  const { indexTitle } = await import('@octavo/server/platform/database/index-definition')
  // Opening the database migrates it.
  const database = await openDatabase({ ...config, log: createLog('warn') })
  print(
    missing.length === 0
      ? 'The database is up to date already.'
      : `Applied ${missing.length}: ${missing.join(', ')}.`,
  )
  try {
    await database.buildIndexes({
      signal: new AbortController().signal,
      waits: true,
      onBuilt: (index, seconds) =>
        print(`Built the index ${indexTitle(index)} in ${seconds.toFixed(1)} seconds.`),
    })
  } finally {
    await database.close()
  }
}

function print(line: string): void {
  process.stdout.write(`${line}\n`)
}

async function reportMissing(
  missing: readonly string[],
  indexes: DatabaseFacts['missingIndexes'],
): Promise<void> {
  if (missing.length > 0)
    throw new CommandError(
      `The database lacks ${missing.length}: ${missing.join(', ')}. Run "octavo migrate".`,
    )
  if (indexes.length > 0) {
    const { missingIndexesText } = await import('@octavo/server/platform/database/applied')
    throw new CommandError(
      `${missingIndexesText(indexes)} A running service builds them; "octavo migrate" waits for them.`,
    )
  }
  print('The database is up to date.')
}
