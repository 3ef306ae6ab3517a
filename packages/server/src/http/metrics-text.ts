import type { ScheduleState } from '../maintenance/backup/scheduled/status.ts'
import type { Services } from '../core/context.ts'
import type { Admission } from './admission.ts'
import { type CallMetrics, type CallSeries, timeBounds } from '../platform/metrics/call-metrics.ts'
import { Exposition } from '../platform/metrics/exposition.ts'
import { writeProcessMetrics } from '../platform/metrics/process-metrics.ts'

/** All metrics of this process, as text. */
export function metricsText(services: Services): string {
  const { metrics, database, backgroundTasks, backupStatus, tokens } = services
  const to = new Exposition()
  writeCalls(to, metrics.operations, {
    name: 'octavo_operation',
    label: 'operation',
    help: 'Calls of operations over all interfaces',
  })
  writeCalls(to, metrics.jobs, { name: 'octavo_job', label: 'job', help: 'Runs of background jobs' })
  const { waiting, pool } = database.load()
  to.single(
    'octavo_write_queue_waiting',
    'gauge',
    'Statements and transactions that wait for their turn.',
    waiting,
  )
  // SQLite has no pool.
  if (pool !== null) {
    to.describe('octavo_database_connections', 'gauge', 'Connections of this process to the database.')
    to.value('octavo_database_connections', { state: 'used' }, pool.used)
    to.value('octavo_database_connections', { state: 'idle' }, pool.idle)
    to.single('octavo_database_connections_limit', 'gauge', 'OCTAVO_DATABASE_POOL.', pool.limit)
  }
  to.single(
    'octavo_background_tasks',
    'gauge',
    'Tasks that run or wait behind answers.',
    backgroundTasks.count,
  )
  // Null without a replica.
  const ofReplica = database.replicaLoad()
  if (ofReplica !== null) {
    const name = 'octavo_live_reads_total'
    to.describe(name, 'counter', 'Reads of live content by the server that answered them.')
    to.value(name, { server: 'replica' }, ofReplica.reads)
    // The primary answers what the replica could not, because it was behind or did not answer.
    to.value(name, { server: 'primary' }, ofReplica.refused)
  }
  writeCache(to, tokens.load)
  writeRequests(to, services)
  // Null without scheduled backups.
  if (backupStatus.state !== null) writeBackups(to, backupStatus.state)
  writeProcessMetrics(to)
  return to.toString()
}

/** Writes the metrics of the cache of grants (of tokens and sessions), which every request looks up. */
function writeCache(to: Exposition, { entries, hits, misses }: Services['tokens']['load']): void {
  const cache = 'grants'
  to.describe('octavo_cache_entries', 'gauge', 'Objects in the caches of this process.')
  to.value('octavo_cache_entries', { cache }, entries)
  to.describe('octavo_cache_lookups_total', 'counter', 'Lookups in caches by outcome.')
  to.value('octavo_cache_lookups_total', { cache, outcome: 'hit' }, hits)
  to.value('octavo_cache_lookups_total', { cache, outcome: 'miss' }, misses)
}

function writeRequests(to: Exposition, { admission, downloads }: Services): void {
  const loads = { request: admission.load, download: downloads.load }
  const write = (
    name: string,
    type: 'counter' | 'gauge',
    help: string,
    part: keyof Admission['load'],
  ): void => {
    to.describe(name, type, help)
    for (const [kind, load] of Object.entries(loads)) to.value(name, { kind }, load[part])
  }
  write('octavo_requests_in_progress', 'gauge', 'Requests in progress.', 'inProgress')
  write('octavo_requests_limit', 'gauge', 'OCTAVO_MAX_REQUESTS.', 'limit')
  write('octavo_requests_refused_total', 'counter', 'Requests refused with 503 at overload.', 'refused')
  to.single('octavo_request_body_bytes', 'gauge', 'Bodies of requests in memory.', loads.request.bodyBytes)
}

/**
 * Writes the state of scheduled backups, whichever process made them. If no failure is counted, `failure` is the text
 * of a warning about a backup that was made.
 */
function writeBackups(to: Exposition, { begun_at, done_at, size, failures, failure }: ScheduleState): void {
  const seconds = (time: string | null): number => (time === null ? 0 : Date.parse(time) / 1000)
  to.single(
    'octavo_backup_last_start_timestamp_seconds',
    'gauge',
    'When the last scheduled backup began; 0 before the first.',
    seconds(begun_at),
  )
  to.single(
    'octavo_backup_last_success_timestamp_seconds',
    'gauge',
    'When a scheduled backup was last complete; 0 before the first.',
    seconds(done_at),
  )
  to.single(
    'octavo_backup_failures',
    'gauge',
    'Scheduled backups that failed since the last success.',
    failures,
  )
  to.single(
    'octavo_backup_warning',
    'gauge',
    '1 if the last archive lacks many files, or old ones cannot be removed.',
    failures === 0 && failure !== null ? 1 : 0,
  )
  to.single('octavo_backup_last_size_bytes', 'gauge', 'Size of the last archive.', size ?? 0)
}

interface Series {
  readonly name: string
  readonly label: string
  readonly help: string
}

function writeCalls(to: Exposition, calls: CallMetrics, { name, label, help }: Series): void {
  const entries = calls.entries()
  to.describe(`${name}_calls_total`, 'counter', `${help}, by outcome.`)
  for (const [value, { outcomes }] of entries)
    for (const [outcome, count] of Object.entries(outcomes))
      to.value(`${name}_calls_total`, { [label]: value, outcome }, count)
  to.describe(`${name}_duration_seconds`, 'histogram', `${help}: how long they took.`)
  for (const [value, series] of entries)
    writeTimes(to, `${name}_duration_seconds`, { [label]: value }, series)
}

function writeTimes(
  to: Exposition,
  name: string,
  labels: Record<string, string>,
  { times, sum }: CallSeries,
): void {
  // Each bucket of a histogram also counts the shorter times.
  let count = 0
  times.forEach((more, at) => {
    count += more
    to.value(`${name}_bucket`, { ...labels, le: String(timeBounds[at] ?? '+Inf') }, count)
  })
  to.value(`${name}_sum`, labels, sum)
  to.value(`${name}_count`, labels, count)
}
