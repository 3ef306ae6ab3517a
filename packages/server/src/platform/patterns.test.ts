import { patternSize } from '@octavo/contract/fields/pattern-size'
import { limits } from '@octavo/contract/limits'
import { RE2JS } from 're2js'
import { describe, expect, it } from 'vitest'
import { fieldEnvironment } from './patterns.ts'

const matched: readonly (readonly [pattern: string, text: string, matches: boolean])[] = [
  ['^[a-z]+$', 'abc', true],
  ['^[a-z]+$', 'ab1', false],
  ['b', 'abc', true],
  ['', 'anything', true],
  ['^$', '', true],
  ['(?i)^abc$', 'ABC', true],
  ['^abc$', 'ABC', false],
  ['^\\d{3}-\\d{2}$', '123-45', true],
  ['^\\p{L}+$', 'Größe', true],
  ['^\\p{Greek}+$', 'abc', false],
  ['^.{2}$', '👍👍', true],
  ['^.$', '👍', true],
  ['^a.b$', 'a\nb', false],
  ['(?s)^a.b$', 'a\nb', true],
  ['(?m)^b$', 'a\nb', true],
  ['^b$', 'a\nb', false],
  ['\\bword\\b', 'a word here', true],
  ['^[\\w.]+@[\\w.]+$', 'name@example.com', true],
  ['^(?P<year>\\d{4})$', '2026', true],
  ['^(?<year>\\d{4})$', '2026', true],
]

describe('a pattern', () => {
  it.each(matched)('%j on %j: %s', (pattern, text, matches) => {
    expect(fieldEnvironment.pattern(pattern).matches(text)).toBe(matches)
  })

  it('gives the same answer each time', () => {
    const { matches } = fieldEnvironment.pattern('a')
    expect([matches('a'), matches('b'), matches('a'), matches('ba')]).toEqual([true, false, true, true])
  })
})

describe('what is no pattern', () => {
  it.each([
    ['look-ahead', '(?=a)b'],
    ['look-ahead that must not', '(?!a)b'],
    ['look-behind', '(?<=a)b'],
    ['look-behind that must not', '(?<!a)b'],
    ['a back-reference', '(a)\\1'],
    ['an atomic group', '(?>a)'],
    ['a possessive repetition', 'a++'],
    ['an open bracket', '[a'],
    ['an open group', '(a'],
    ['a group that is not opened', 'a)'],
    ['nothing to repeat', '*a'],
    ['a range upside down', '[z-a]'],
    ['a count upside down', 'a{2,1}'],
    ['a lone backslash', 'a\\'],
    ['a class that there is not', '\\p{Klingon}'],
    ['more repetitions than fit into memory', '(?:(?:(?:x{1000}){1000}){1000}){1000}'],
    ['more repetitions, in small steps', `${'('.repeat(13)}x${'{2})'.repeat(13)}`],
  ])('%s is reported at once', (_what, pattern) => {
    const before = process.threadCpuUsage()
    expect(() => fieldEnvironment.pattern(pattern)).toThrow(/: /)
    // Time of the processor: a busy machine only adds to the time of the clock.
    expect(process.threadCpuUsage(before).user).toBeLessThan(1_000_000)
  })
})

/** A backtracking engine would need years for each of these. */
const slow: readonly (readonly [pattern: string, repeated: string])[] = [
  ['^(a+)+$', 'a'],
  ['(a*)*b', 'a'],
  ['(a|a)*$', 'a'],
  ['(a|aa)+$', 'a'],
  ['^(([a-z])+.)+[A-Z]([a-z])+$', 'a'],
  ['(x+x+)+y', 'x'],
  ['(.*)*=', 'a'],
  ['(\\w*\\s*)*!$', 'ab '],
  ['(?:.*.*){20}!', 'a'],
  ['(?:a?){100}a{100}$', 'a'],
  ['(a|b)*a(a|b){15}$', 'ab'],
  ['^(?:(?:[a-z]{1,30}-?){1,30})!$', 'abc-'],
]

describe('the longest text that is tried', () => {
  it.each(slow)('takes no time with %s', (pattern, repeated) => {
    const { matches, longest } = fieldEnvironment.pattern(pattern)
    const text = `${repeated.repeat(Math.ceil(longest / repeated.length))}\n`.slice(-longest)
    const before = process.threadCpuUsage()
    matches(text)
    expect(process.threadCpuUsage(before).user).toBeLessThan(3_000_000)
  })

  it('is long enough for what people write', () => {
    expect(fieldEnvironment.pattern('^[\\w.+-]+@[\\w-]+(\\.[\\w-]+)+$').longest).toBeGreaterThan(50_000)
    expect(fieldEnvironment.pattern('^.{0,500}$').longest).toBeGreaterThan(1000)
  })
})

describe('the estimated size of a pattern', () => {
  it.each([
    '^[\\w.+-]+@[\\w-]+(\\.[\\w-]+)+$',
    '^\\d{3}-\\d{2}$',
    '^.{0,500}$',
    '\\p{Greek}{3}\\x{10FFFF}{2}',
    '(?:[\\]{9}a[:alpha:]]{20}|b){30}',
    '\\Qa{1000}\\E{2}',
    '((a{10}b?){10}c{0,5}){10}',
    'a{1000}'.repeat(9),
    '[]a]{50}[^]a]{50}',
    'a{3,}b{0}c{0,}',
  ])('of %s is near what it compiles to', (source) => {
    const compiled = RE2JS.compile(source).programSize()
    expect(patternSize(source)).toBeGreaterThan(compiled / 2 - 10)
    expect(patternSize(source)).toBeLessThan(compiled * 3 + 10)
  })

  it.each([`(${'a'.repeat(400)}){1000}`, `(?:${'a?'.repeat(200)}){0,1000}`, '\\pL{1000}'.repeat(55)])(
    'of %s is beyond the limit',
    (source) => expect(patternSize(source)).toBeGreaterThan(limits.patternSize),
  )
})
