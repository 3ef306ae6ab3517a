import type { Services } from '../core/context.ts'
import { type CallMetrics, type CallSeries, timeBounds } from '../platform/metrics/call-metrics.ts'
import { Exposition } from '../platform/metrics/exposition.ts'
import { writeProcessMetrics } from '../platform/metrics/process-metrics.ts'

/** All metrics of this process, as text. */
export function metricsText({ metrics, database, backgroundTasks }: Services): string {
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
  writeProcessMetrics(to)
  return to.toString()
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
  let count = 0
  times.forEach((more, at) => {
    count += more
    to.value(`${name}_bucket`, { ...labels, le: String(timeBounds[at] ?? '+Inf') }, count)
  })
  to.value(`${name}_sum`, labels, sum)
  to.value(`${name}_count`, labels, count)
}
