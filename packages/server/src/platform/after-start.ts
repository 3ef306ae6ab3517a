import { performance } from 'node:perf_hooks'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'

/** milliseconds between two checks, and the maximum number of checks */
const interval = 1000
const maxChecks = 60

/** the process counts as idle below this utilization of its event loop */
const idle = 0.05

/**
 * Returns the memory that only the start needed to the system, by one full garbage collection in the first second in
 * which the process is idle, so that no request waits for it. If the process is busy for the first minute, nothing
 * happens.
 */
export function releaseMemoryOfStart(): void {
  let before = performance.eventLoopUtilization()
  let checksLeft = maxChecks
  const timer = setInterval(() => {
    const now = performance.eventLoopUtilization()
    const { utilization } = performance.eventLoopUtilization(now, before)
    before = now
    checksLeft--
    if (utilization > idle && checksLeft > 0) return
    clearInterval(timer)
    if (utilization <= idle) collectAll()
  }, interval)
  timer.unref()
}

/** A collection that also shrinks what the engine holds. The function for it exists only while the flag is set. */
function collectAll(): void {
  setFlagsFromString('--expose-gc')
  const collect = runInNewContext('gc') as NodeJS.GCFunction
  setFlagsFromString('--no-expose-gc')
  collect({ type: 'major', execution: 'sync', flavor: 'last-resort' })
}
