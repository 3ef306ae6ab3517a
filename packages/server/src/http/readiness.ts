import type { Services } from '../core/context.ts'
import { withinTime } from '../platform/time-limit.ts'

declare module '../core/context.ts' {
  interface Services {
    readonly readiness: Readiness
  }
}

/** milliseconds for which a result is cached, so that frequent checks do not burden the database */
const cacheTime = 1000

/** time limit of one check in milliseconds */
const checkTime = 2000

/** A readiness check of one dependency. */
export interface Check {
  readonly name: 'database' | 'store' | 'migrations' | 'shutdown' | 'backup'
  readonly ok: boolean
  readonly message: string
}

type Dependencies = Pick<Services, 'database' | 'files' | 'backupStatus'>

/** Whether this process can answer requests, for load balancers. */
export class Readiness {
  readonly #services: Dependencies
  #cached: { until: number; checks: Promise<readonly Check[]> } | null = null
  #isStopping = false

  constructor(services: Dependencies) {
    this.#services = services
  }

  /** Marks this process as not ready, because it is about to stop listening. */
  stop(): void {
    this.#isStopping = true
  }

  async checks(): Promise<readonly Check[]> {
    const now = Date.now()
    if (this.#cached === null || this.#cached.until <= now)
      this.#cached = { until: now + cacheTime, checks: this.#runChecks() }
    // The checks of shutdown and of backups only read fields of this process, so they are never cached.
    const shutdown = this.#isStopping
      ? failing('shutdown', 'The service is stopping.')
      : passing('shutdown', 'The service is not stopping.')
    return [...(await this.#cached.checks), shutdown, ...this.#checkBackup()]
  }

  /** The check of scheduled backups; none if they are not set up. */
  #checkBackup(): readonly Check[] {
    const { backupStatus } = this.#services
    if (backupStatus.state === null) return []
    const problem = backupStatus.problem(Date.now())
    return [problem === null ? passing('backup', 'Scheduled backups are made.') : failing('backup', problem)]
  }

  async #runChecks(): Promise<readonly Check[]> {
    const [ofDatabase, store] = await Promise.all([this.#checkDatabase(), this.#checkStore()])
    return [...ofDatabase, store]
  }

  async #checkDatabase(): Promise<readonly Check[]> {
    const state = await inTime(this.#services.database.migrationState()).catch(() => null)
    if (state === null) {
      return [
        failing('database', 'The database does not answer.'),
        failing('migrations', 'Unknown: the database does not answer.'),
      ]
    }
    return [passing('database', 'The database answers.'), migrationCheck(state)]
  }

  async #checkStore(): Promise<Check> {
    return inTime(this.#services.files.check()).then(
      () => passing('store', 'The store of files answers.'),
      () => failing('store', 'The store of files does not answer, or refuses.'),
    )
  }
}

/** Whether a process can answer requests: all checks pass, except that of backups, which answers do not need. */
export function isReady(checks: readonly Check[]): boolean {
  return checks.every(({ name, ok }) => ok || name === 'backup')
}

function migrationCheck(state: Awaited<ReturnType<Dependencies['database']['migrationState']>>): Check {
  switch (state) {
    case 'current':
      return passing('migrations', 'The database is up to date.')
    // Processes of the previous release keep working until they are replaced.
    case 'newer':
      return passing('migrations', 'A newer version has migrated the database; update this process.')
    case 'older':
      return failing('migrations', 'The database has an older form than this version needs; restart it.')
  }
}

function passing(name: Check['name'], message: string): Check {
  return { name, ok: true, message }
}

function failing(name: Check['name'], message: string): Check {
  return { name, ok: false, message }
}

function inTime<Result>(work: Promise<Result>): Promise<Result> {
  return withinTime(work, checkTime, 'the check takes too long')
}
