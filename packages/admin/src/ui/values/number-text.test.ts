import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { readNumber, steppedNumber, writtenNumber } from './number-text.ts'

const none = 'number'

describe('a number as it is written', () => {
  it.each([
    // text, in English, in German
    ['', null, null],
    ['  ', null, null],
    ['7', 7, 7],
    [' 7\u00A0', 7, 7],
    ['007', 7, 7],
    ['+5', 5, 5],
    ['-5', -5, -5],
    ['−5', -5, -5],
    ['-0', 0, 0],
    ['--5', none, none],
    ['- 5', none, none],
    ['-', none, none],
    ['–5', none, none],
    ['1.5', 1.5, none],
    ['1,5', none, 1.5],
    ['.5', 0.5, none],
    [',5', none, 0.5],
    ['5.', 5, none],
    ['.', none, none],
    ['1,500', 1500, 1.5],
    ['1.500', 1.5, 1500],
    ['0,500', none, 0.5],
    ['0.500', 0.5, none],
    ['1.234,56', none, 1234.56],
    ['1,234.56', 1234.56, none],
    ['1,234,567', 1_234_567, none],
    ['12,34,567', none, none],
    ['1234,567.5', none, none],
    ['1,2345', none, 1.2345],
    ['1.2.3', none, none],
    ['1 500', none, none],
    ['12 people', none, none],
    ['abc', none, none],
    ['٣', none, none],
    ['0x10', none, none],
    ['NaN', none, none],
    ['Infinity', none, none],
    ['1e5', 100_000, 100_000],
    ['1e−7', 1e-7, 1e-7],
    ['1e', none, none],
    ['e5', none, none],
    ['1e400', 'digits', 'digits'],
    ['1e-400', 'digits', 'digits'],
    ['9007199254740993', 'digits', 'digits'],
    ['9007199254740992', 9_007_199_254_740_992, 9_007_199_254_740_992],
    ['12345678901234567890', 'digits', 'digits'],
    ['100000000000000000000000', 1e23, 1e23],
    ['0.1234567890123456789', 'digits', none],
    ['0,1234567890123456789', none, 'digits'],
    ['0.10', 0.1, none],
  ])('%j', (text, english, german) => {
    for (const [language, expected] of [
      ['en', english],
      ['de', german],
    ] as const)
      expect(readNumber(text, { isWhole: false, language }), language).toEqual(
        typeof expected === 'string' ? { problem: expected } : { value: expected },
      )
  })

  it.each([
    ['12', 12],
    ['−12', -12],
    ['1,500', 1500],
    ['3.0', 3],
    ['1e5', 100_000],
    ['9007199254740991', 9_007_199_254_740_991],
    ['9007199254740992', 'digits'],
    ['9007199254740993', 'digits'],
    ['1e400', 'digits'],
    ['1.5', 'integer'],
    ['1e-1', 'integer'],
    ['1.500', 'integer'],
    ['12 people', 'integer'],
    ['--5', 'integer'],
  ])('%j where it has to be whole', (text, expected) => {
    expect(readNumber(text, { isWhole: true, language: 'en' })).toEqual(
      typeof expected === 'string' ? { problem: expected } : { value: expected },
    )
  })

  it.each(['en', 'de'])('is read again as it was shown (%s)', (language) => {
    fc.assert(
      fc.property(fc.double({ noNaN: true, noDefaultInfinity: true }), (value) => {
        const read = readNumber(writtenNumber(value, language), { isWhole: false, language })
        expect(read).toEqual({ value: value === 0 ? 0 : value })
      }),
    )
  })

  it.each([
    [1, 1, 2],
    [1.5, -1, 0.5],
    [4.35, -1, 3.35],
    [10, 1, 10],
    [-3, -1, -3],
    [20, -1, 10],
    [20, 1, 20],
    [1e300, 1, 1e300],
  ] as const)('steps from %d by %d to %d', (value, step, expected) => {
    expect(steppedNumber(value, step, -3, 10)).toBe(expected)
  })
})
