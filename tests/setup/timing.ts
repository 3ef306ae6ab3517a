import { setTimeout as delay } from 'node:timers/promises'
import { expect } from 'vitest'

/**
 * Measures until one result is below the bound, at most `rounds` times: other work of the machine only adds to a time,
 * so the best of several says what the service takes.
 */
export async function expectSomeUnder(
  bound: number,
  measure: () => Promise<number>,
  rounds = 5,
): Promise<void> {
  let best = Infinity
  for (let round = 0; round < rounds && best >= bound; round++) best = Math.min(best, await measure())
  expect(best).toBeLessThan(bound)
}

const interval = 25

/**
 * Waits until a check passes that must do so within some milliseconds. They are counted in tries: on a busy machine,
 * each try of this process takes longer, as does the work of the service in the same process.
 */
export async function passesWithin(milliseconds: number, check: () => Promise<void>): Promise<void> {
  for (let passed = 0; passed < milliseconds; passed += interval) {
    const isPassed = await check().then(
      () => true,
      () => false,
    )
    if (isPassed) return
    await delay(interval)
  }
  await check()
}
