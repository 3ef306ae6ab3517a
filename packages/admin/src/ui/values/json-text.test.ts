import { describe, expect, it } from 'vitest'
import { readJson } from './json-text.ts'

describe('JSON that a person writes', () => {
  it.each([
    ['', null],
    ['  \n', null],
    ['null', null],
    ['{"a": [1, -2.50, 1e3, 0.10, -0]}', { a: [1, -2.5, 1000, 0.1, -0] }],
    ['9007199254740991', 9_007_199_254_740_991],
    ['"12345678901234567890"', '12345678901234567890'],
  ])('is read: %s', (text, value) => {
    expect(readJson(text)).toEqual({ value })
  })

  it.each([
    ['{"a": ', 'json'],
    ["{'a': 1}", 'json'],
    ['01', 'json'],
    ['12345678901234567890', 'digits'],
    ['{"deep": [{"id": 9007199254740993}]}', 'digits'],
    ['1e400', 'digits'],
    ['0.1234567890123456789', 'digits'],
  ])('is none, or would be stored as something else: %s', (text, problem) => {
    expect(readJson(text)).toEqual({ problem })
  })
})
