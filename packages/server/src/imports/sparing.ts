import { setFlagsFromString } from 'node:v8'

/**
 * The working set of an import is small, however long the export is; the engine would let four times as much garbage
 * pile up around it. Collected earlier, it takes as much time.
 */
export function spareMemory(): void {
  setFlagsFromString('--heap-growing-percent=60')
  setFlagsFromString('--semi-space-growth-factor=1')
}

/** as the engine has them by itself */
function spareNoMore(): void {
  setFlagsFromString('--heap-growing-percent=0')
  setFlagsFromString('--semi-space-growth-factor=2')
}

let under = 0

/** Does work on exports beside that of a service, with little memory; the last one to end leaves all as it was. */
export async function sparing<Result>(work: () => Promise<Result>): Promise<Result> {
  if (under++ === 0) spareMemory()
  try {
    return await work()
  } finally {
    if (--under === 0) spareNoMore()
  }
}
