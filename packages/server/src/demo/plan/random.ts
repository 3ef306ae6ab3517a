/** Chance that is the same every time: the demo looks alike on every machine. */
export interface Random {
  /** at least 0, below 1 */
  next(): number
  /** a whole number from `min` to `max`, both included */
  whole(min: number, max: number): number
  pick<Value>(values: readonly Value[]): Value
  /** `count` different values, in the order of the list */
  some<Value>(values: readonly Value[], count: number): Value[]
}

/** A generator whose numbers follow from its seed (mulberry32). */
export function createRandom(seed: string): Random {
  let state = 2166136261
  for (const character of seed) state = Math.imul(state ^ (character.codePointAt(0) ?? 0), 16777619)
  const next = (): number => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296
  }
  const whole = (min: number, max: number): number => min + Math.floor(next() * (max - min + 1))
  return {
    next,
    whole,
    pick: (values) => values[whole(0, values.length - 1)] as (typeof values)[number],
    some: (values, count) => {
      const left = values.map((_, index) => index)
      const chosen = Array.from({ length: Math.min(count, left.length) }, () =>
        left.splice(whole(0, left.length - 1), 1).at(0),
      )
      return values.filter((_, index) => chosen.includes(index))
    },
  }
}
