import { youngGeneration, type YoungGeneration } from '../platform/young-generation.ts'

const holder = 'streams of events'

/** the memory is bounded from this number of streams */
const many = 100

/** bytes of young objects that are enough for any number of streams */
const enough = 32 * 2 ** 20

/**
 * Bounds the memory for young objects while many streams are open: what is sent to all of them at once survives a
 * collection now and then, and where many objects survive the engine doubles that memory. It may grow up to `enough`.
 */
export function boundStreamMemory(streams: number, memory: YoungGeneration = youngGeneration): void {
  if (streams >= many && memory.size >= enough) memory.hold(holder)
  else memory.release(holder)
}
