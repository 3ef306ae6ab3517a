import { PerformanceObserver } from 'node:perf_hooks'
import { getHeapSpaceStatistics, setFlagsFromString } from 'node:v8'

/** bytes; with more, requests are not answered faster */
const enough = 32 * 2 ** 20

/** megabytes of each half at least: a thread, which has them from its start, gets no more while the main thread has enough */
const least = 8

let observer: PerformanceObserver | undefined
let isHeld = false

/**
 * Bounds the memory for young objects of this process. By default the engine doubles it, up to 128 MB, whenever many of
 * them survive a collection. The extra memory of the start is released when the process is idle (`after-start.ts`).
 */
export function boundYoungGeneration(): void {
  if (observer !== undefined) return
  setFlagsFromString(`--min-semi-space-size=${least}`)
  observer = new PerformanceObserver(() => allowGrowth(!isHeld && youngGenerationSize() < enough))
  observer.observe({ entryTypes: ['gc'] })
}

/** Keeps this memory from growing beyond the least, or beyond what it has now, or ends that. */
export function holdYoungGeneration(isOn: boolean): void {
  isHeld = isOn
  allowGrowth(!isOn && youngGenerationSize() < enough)
}

function allowGrowth(isAllowed: boolean): void {
  setFlagsFromString(`--semi-space-growth-factor=${isAllowed ? 2 : 1}`)
}

/** The bytes that the engine may use for young objects now. */
export function youngGenerationSize(): number {
  return getHeapSpaceStatistics().find(({ space_name: name }) => name === 'new_space')?.space_size ?? 0
}
