import { withSuffix } from '@octavo/contract/slug'

/**
 * A free slug near one that is taken: `-2`, `-3`, … It tests powers of two and then searches the interval, so thousands
 * of equal titles need few look-ups. `takenAmong` returns those of some slugs that are in use.
 */
export async function nextFreeSlug(
  base: string,
  takenAmong: (slugs: readonly string[]) => Promise<ReadonlySet<string>>,
): Promise<string> {
  const numbered = (count: number): string => withSuffix(base, `-${count}`)
  // The base itself, which is taken, counts as number 1.
  let highestTaken = 1
  let lowestFree = Infinity
  while (lowestFree - highestTaken > 1) {
    const candidates = between(highestTaken, lowestFree)
    const taken = await takenAmong(candidates.map(numbered))
    const free = candidates.find((count) => !taken.has(numbered(count)))
    const index = free === undefined ? candidates.length : candidates.indexOf(free)
    highestTaken = candidates[index - 1] ?? highestTaken
    lowestFree = free ?? lowestFree
  }
  return numbered(lowestFree)
}

/**
 * Numbers to try between one that is taken and one that is free. While none is known to be free, they double their
 * distance, up to millions; later they divide the interval into 32 parts.
 */
function between(taken: number, free: number): number[] {
  if (free === Infinity) return Array.from({ length: 24 }, (_, power) => taken + 2 ** power)
  const step = Math.max(1, Math.ceil((free - taken) / 32))
  const numbers: number[] = []
  for (let count = taken + step; count < free; count += step) numbers.push(count)
  return numbers
}
