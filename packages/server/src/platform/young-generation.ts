import { getHeapSpaceStatistics, setFlagsFromString } from 'node:v8'

/** who keeps the young generation from growing now */
const holders = new Set<string>()

/**
 * Keeps the engine from doubling the memory for young objects, which it does when many of them survive; a process that
 * runs for long would have 128 MB of it. `holder` names what needs this.
 */
export function holdYoungGeneration(holder: string): void {
  holders.add(holder)
  apply()
}

/** Ends this; the memory may grow again when nothing else holds it. */
export function releaseYoungGeneration(holder: string): void {
  if (holders.delete(holder)) apply()
}

function apply(): void {
  setFlagsFromString(`--semi-space-growth-factor=${holders.size > 0 ? 1 : 2}`)
}

/** The bytes that the young generation may use now. */
export function youngGenerationSize(): number {
  const space = getHeapSpaceStatistics().find(({ space_name: name }) => name === 'new_space')
  return space?.space_size ?? 0
}
