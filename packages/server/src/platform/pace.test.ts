import { setTimeout as delay } from 'node:timers/promises'
import { describe, expect, test } from 'vitest'
import { Pace, workedNow } from './pace.ts'

interface Case {
  readonly title: string
  readonly processors: number
  /** processors that are busy */
  readonly others: number
  readonly own: number
  readonly rests: boolean
}

const cases: readonly Case[] = [
  { title: 'nobody else works', processors: 2, others: 0, own: 1, rests: false },
  { title: 'a processor and a half are free', processors: 2, others: 0.4, own: 1, rests: false },
  { title: 'others use most of two processors', processors: 2, others: 1.5, own: 0.5, rests: true },
  { title: 'others use two of sixteen processors', processors: 16, others: 2, own: 1, rests: false },
  { title: 'others use fifteen of sixteen processors', processors: 16, others: 15, own: 1, rests: true },
  { title: 'it is alone on one processor', processors: 1, others: 0.1, own: 0.9, rests: false },
  { title: 'others use half of one processor', processors: 1, others: 0.5, own: 0.5, rests: true },
  { title: 'the system does not count', processors: 2, others: -1, own: 1, rests: false },
]

describe('work in the background', () => {
  test.each(cases)('$title: rests $rests', async ({ processors, others, own, rests }) => {
    const began = performance.now()
    const pace = new Pace(() => {
      const span = performance.now() - began
      return { all: span * (others + own), own: span * own }
    }, processors)
    await delay(120)
    const before = performance.now()
    await pace.rest()
    const rested = performance.now() - before
    if (rests) expect(rested).toBeGreaterThan(100)
    else expect(rested).toBeLessThan(100)
  })

  test('looks only after a while', async () => {
    let looks = 0
    const pace = new Pace(() => ({ all: 0, own: 0, looked: ++looks }))
    for (let index = 0; index < 100; index++) await pace.rest()
    expect(looks).toBeLessThan(5)
  })

  test('does not rest long after a long wait', async () => {
    const began = performance.now()
    const pace = new Pace(() => ({ all: 2 * (performance.now() - began), own: 0 }), 2)
    await delay(1500)
    const before = performance.now()
    await pace.rest()
    const rested = performance.now() - before
    expect(rested).toBeGreaterThan(100)
    expect(rested).toBeLessThan(1000)
  })

  test('reads what the processors of this machine have worked', () => {
    const before = workedNow()
    const end = before.own + 200
    while (workedNow().own < end) Math.sqrt(end)
    const { all, own } = workedNow()
    expect(own - before.own).toBeGreaterThanOrEqual(200)
    // Steps of ten milliseconds, on the main processor and on those of other threads.
    expect(all - before.all).toBeGreaterThan(100)
  })
})
