import { setFlagsFromString } from 'node:v8'
import { holdYoungGeneration } from '../platform/young-generation.ts'

/**
 * Makes the engine collect garbage earlier. An import needs little memory at a time, but by default the engine lets
 * four times as much garbage accumulate: after a collection the heap may now grow by 60 percent until the next one. The
 * total time is the same.
 */
export function useLowMemory(): void {
  setFlagsFromString('--heap-growing-percent=60')
  holdYoungGeneration(true)
}

/** Restores the engine's default, which a growth of 0 percent stands for. */
function restoreDefaultMemory(): void {
  setFlagsFromString('--heap-growing-percent=0')
  holdYoungGeneration(false)
}

/** how many works on exports run now */
let running = 0

/** Runs work on exports in low-memory mode within a running service; the last such work to end restores the default. */
export async function lowMemory<Result>(work: () => Promise<Result>): Promise<Result> {
  if (running++ === 0) useLowMemory()
  try {
    return await work()
  } finally {
    if (--running === 0) restoreDefaultMemory()
  }
}
