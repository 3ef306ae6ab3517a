import { type IntervalHistogram, monitorEventLoopDelay, performance } from 'node:perf_hooks'
import { readVersion } from '../version.ts'
import type { Exposition } from './exposition.ts'

/** a nanosecond in seconds */
const nanosecond = 1e-9

/** milliseconds between two measurements of the delay of the event loop */
const resolution = 20

let delays: IntervalHistogram | undefined

/**
 * Memory, processor and event loop of this process. The first call begins the measurement of delays; each later call
 * reports the delays since the previous one.
 */
export function writeProcessMetrics(to: Exposition): void {
  to.describe('octavo_build_info', 'gauge', 'The version of the service and of Node.')
  to.value('octavo_build_info', { version: readVersion(), node: process.versions.node }, 1)
  const { rss, heapUsed, external } = process.memoryUsage()
  to.single('octavo_process_resident_memory_bytes', 'gauge', 'Memory of the process.', rss)
  to.single('octavo_process_heap_bytes', 'gauge', 'Memory of JavaScript objects.', heapUsed)
  to.single('octavo_process_external_memory_bytes', 'gauge', 'Memory of buffers outside the heap.', external)
  const { user, system } = process.cpuUsage()
  to.single('octavo_process_cpu_seconds_total', 'counter', 'Processor time.', (user + system) / 1e6)
  to.single('octavo_process_start_time_seconds', 'gauge', 'When it started.', performance.timeOrigin / 1000)
  to.single(
    'octavo_event_loop_active_seconds_total',
    'counter',
    'Time in which the event loop was busy.',
    performance.eventLoopUtilization().active / 1000,
  )
  writeDelays(to)
}

/** The seconds of a delay: Node measures the time between two ticks of a timer, which includes its interval. */
function lateness(nanoseconds: number): number {
  return Math.max(0, nanoseconds * nanosecond - resolution / 1000)
}

function writeDelays(to: Exposition): void {
  if (delays === undefined) {
    delays = monitorEventLoopDelay({ resolution })
    delays.enable()
    return
  }
  to.describe(
    'octavo_event_loop_delay_seconds',
    'gauge',
    'How late the event loop was since the last request of metrics.',
  )
  for (const quantile of [50, 99]) {
    const late = lateness(delays.percentile(quantile))
    to.value('octavo_event_loop_delay_seconds', { quantile: String(quantile / 100) }, late)
  }
  to.value('octavo_event_loop_delay_seconds', { quantile: '1' }, lateness(delays.max))
  delays.reset()
}
