import type { Config } from '../../config.ts'
import {
  type DatabaseFacts,
  foreignMigration,
  migrationGap,
  missingIndexesText,
  missingMigrations,
  readDatabaseFacts,
} from '../../platform/database/applied.ts'
import { gapText } from '../../platform/database/migrate.ts'
import { failure, type Finding, ok, sentenceOf, warning } from './finding.ts'

/** tolerated clock difference in milliseconds: scheduled items are published by the clock of the database */
const clockTolerance = 2000

/** Whether the database can be reached, is up to date, and has the right time. */
export async function examineDatabase(config: Config): Promise<Finding[]> {
  let facts: DatabaseFacts
  try {
    facts = await readDatabaseFacts(config)
  } catch (error) {
    const setting = config.databaseUrl === null ? 'OCTAVO_DATA_DIR' : 'OCTAVO_DATABASE_URL'
    return [failure('database', sentenceOf(error), `Correct ${setting}, or start the database.`)]
  }
  return [
    reachable(facts),
    ...migrationsOf(facts),
    ...indexesOf(facts),
    ...clockOf(facts),
    ...connectionsOf(facts, config),
    ...pauseOf(facts),
  ]
}

/** Whether the service can use the server and its database. `tooOld` is the version that is needed; null: it is met. */
function reachable({ engine, readOnly, tooOld, takesTables, foreignTables }: DatabaseFacts): Finding {
  if (readOnly !== null)
    return failure(
      'database',
      `${engine} answers, but ${readOnly}.`,
      'Name the primary server in OCTAVO_DATABASE_URL.',
    )
  if (tooOld !== null) return failure('database', `${engine} answers.`, `Use ${tooOld}.`)
  if (!takesTables)
    return failure(
      'database',
      `${engine} answers, but the user may not make tables in the database.`,
      'Make the user the owner of the database, or grant CREATE on the schema.',
    )
  if (foreignTables.length > 0)
    return failure(
      'database',
      `${engine} answers, but the database has tables of another program (${foreignTables.slice(0, 3).join(', ')}).`,
      'Give the service its own database.',
    )
  return ok('database', `${engine} answers.`)
}

function pauseOf({ isPaused }: DatabaseFacts): Finding[] {
  if (!isPaused) return []
  return [
    warning(
      'schedules',
      'The site was restored from a backup: scheduled publishing, webhooks and backups are paused.',
      'Run "octavo resume" when this installation should publish on schedule.',
    ),
  ]
}

function migrationsOf({ applied }: DatabaseFacts): Finding[] {
  if (applied === null)
    return [ok('migrations', 'The database is empty; the first start creates the tables.')]
  const foreign = foreignMigration(applied)
  if (foreign !== undefined)
    return [
      failure(
        'migrations',
        `The database is of a newer version of Octavo (it has the migration ${foreign}).`,
        'Install that version.',
      ),
    ]
  const missing = missingMigrations(applied)
  const [first] = missing
  if (first === undefined) return [ok('migrations', 'The database is up to date.')]
  const gap = migrationGap(applied)
  if (gap !== undefined)
    return [
      failure(
        'migrations',
        `The database ${gapText(gap)}: it was changed by hand or restored in part.`,
        'Restore a backup of the whole database.',
      ),
    ]
  return [
    warning(
      'migrations',
      `The database lacks ${missing.length} ${missing.length === 1 ? 'migration' : 'migrations'}, from ${first} on.`,
      'Back up, then run "octavo migrate" or start the service.',
    ),
  ]
}

function indexesOf({ missingIndexes }: DatabaseFacts): Finding[] {
  if (missingIndexes.length === 0) return []
  return [
    warning(
      'indexes',
      `${missingIndexesText(missingIndexes)} Lists that need them answer more slowly.`,
      'A running service builds them, one after the other; "octavo migrate" does too, and waits.',
    ),
  ]
}

/** `clockAhead`: milliseconds by which the clock of the database is ahead of that of this machine. */
function clockOf({ clockAhead }: DatabaseFacts): Finding[] {
  const seconds = Math.round(Math.abs(clockAhead) / 1000)
  if (Math.abs(clockAhead) <= clockTolerance)
    return [ok('clock', 'The clocks of this machine and of the database agree.')]
  return [
    warning(
      'clock',
      `The clock of this machine is ${seconds} seconds ${clockAhead > 0 ? 'behind' : 'ahead of'} that of the database.`,
      'Set both by NTP: sessions and tokens end by the clock of this machine.',
    ),
  ]
}

function connectionsOf({ maxConnections }: DatabaseFacts, { databaseLimits, workers }: Config): Finding[] {
  if (maxConnections === null) return []
  // Each process has two further connections: for health checks and for listening to notifications.
  const needed = (databaseLimits.connections + 2) * workers
  if (needed < maxConnections)
    return [ok('connections', `${needed} of ${maxConnections} connections are enough.`)]
  return [
    warning(
      'connections',
      `The service may open ${needed} connections, and the server allows ${maxConnections} in total.`,
      'Lower OCTAVO_DATABASE_POOL or OCTAVO_WORKERS, or raise max_connections.',
    ),
  ]
}
