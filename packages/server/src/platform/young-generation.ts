import { PerformanceObserver } from 'node:perf_hooks'
import { getHeapSpaceStatistics, setFlagsFromString } from 'node:v8'

/** bytes beyond which requests get no faster */
const enough = 32 * 2 ** 20

/**
 * minimum megabytes of each semi-space. The flags below are for all threads: another thread begins with this size, and
 * it cannot grow while the main thread has enough.
 */
const least = 8

let observer: PerformanceObserver | undefined
let isHeld = false

/**
 * Limits the memory for young objects in this process. By default the engine doubles it, up to 128 MB, whenever many
 * of them survive a collection. The extra memory of the start is released when the process is idle
 * (`after-start.ts`).
 */
export function boundYoungGeneration(): void {
  if (observer !== undefined) return
  setFlagsFromString(`--min-semi-space-size=${least}`)
  observer = new PerformanceObserver(() => allowGrowth(!isHeld && youngGenerationSize() < enough))
  observer.observe({ entryTypes: ['gc'] })
}

/** Keeps this memory from growing beyond its current size (for low-memory mode), or lets it grow again. */
export function holdYoungGeneration(isOn: boolean): void {
  isHeld = isOn
  allowGrowth(!isOn && youngGenerationSize() < enough)
}

/** The engine multiplies the size by this factor when many young objects survive a collection; 1: it stays. */
function allowGrowth(isAllowed: boolean): void {
  setFlagsFromString(`--semi-space-growth-factor=${isAllowed ? 2 : 1}`)
}

/** The bytes that the engine may use for young objects now. */
export function youngGenerationSize(): number {
  return getHeapSpaceStatistics().find(({ space_name: name }) => name === 'new_space')?.space_size ?? 0
}
