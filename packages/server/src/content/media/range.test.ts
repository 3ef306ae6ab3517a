import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { rangeOf } from './range.ts'

describe('a range of bytes', () => {
  it.each([
    ['bytes=0-0', 10, { start: 0, end: 0 }],
    ['BYTES=2-', 10, { start: 2, end: 9 }],
    ['bytes=-3', 10, { start: 7, end: 9 }],
    ['bytes=-30', 10, { start: 0, end: 9 }],
    ['bytes=0-', 0, 'unsatisfiable'],
    ['bytes=-1', 0, 'unsatisfiable'],
    ['bytes=10-', 10, 'unsatisfiable'],
    ['bytes=0-1,3-4', 10, null],
    ['bytes=4-3', 10, null],
    ['bytes=-', 10, null],
    [undefined, 10, null],
  ])('%s of %i bytes', (header, size, expected) => {
    expect(rangeOf(header, size)).toEqual(expected)
  })

  it('lies within the file, whatever is sent', () => {
    const digits = fc.oneof(fc.constant(''), fc.bigInt({ min: 0n }).map(String))
    const header = fc.oneof(
      fc.string(),
      fc.tuple(digits, digits).map(([first, last]) => `bytes=${first}-${last}`),
    )
    fc.assert(
      fc.property(header, fc.nat(1_000_000), (text, size) => {
        const range = rangeOf(text, size)
        if (range === null || range === 'unsatisfiable') return
        expect(range.start).toBeGreaterThanOrEqual(0)
        expect(range.end).toBeGreaterThanOrEqual(range.start)
        expect(range.end).toBeLessThan(size)
      }),
    )
  })
})
