import { describe, expect, it } from 'vitest'
import { changedNumber, findUnsafe, repeatedKey } from './json-safety.ts'
import { parseExactJson } from './exact-json.ts'

const kept = [
  '0',
  '-0.0',
  '0e5',
  '9007199254740991',
  '9007199254740992',
  '9007199254740994',
  '-9007199254740991',
  '1e21',
  '1E+2',
  '100000000000000000000000',
  '1e308',
  '0.1',
  '3.141592653589793',
  '0.10000000000000001',
  '3.14159265358979323846',
  '1.7976931348623157e308',
  '5e-324',
  '1.50000000000000000000',
  '12345678901234567.0e-3',
]

const changed = [
  '9007199254740993',
  '-9007199254740993',
  '12345678901234567890',
  '9007199254740993.0',
  '9.007199254740993e15',
  '1e400',
  '-1e400',
  '1e-400',
  '1'.repeat(2000),
]

describe('JSON with numbers', () => {
  it.each(kept)('keeps %s', (literal) => {
    expect(parseExactJson(`{"a":[${literal} ]}`)).toEqual({ a: [Number(literal)] })
  })

  it.each(changed)('marks %s', (literal) => {
    expect(parseExactJson(`{"a":[1,${literal}]}`)).toEqual({ a: [1, changedNumber(literal)] })
  })

  it.each([
    ['{"a":1,"a":2}', ['a']],
    ['{"a":1 , "\\u0061"\n:2}', ['a']],
    ['{"a":{"b":[0,{"c":1,"c":[]}]},"d":{"b":1}}', ['a.b.1.c']],
    ['[[],{"a":1,"b":2,"a":3,"b":4}]', ['1.a', '1.b']],
    ['{"a":{"x":1,"x":2},"a":5}', ['a']],
    ['{"":1,"":2}', ['']],
    ['{"__proto__":1,"__proto__":2}', ['__proto__', '__proto__']],
    ['{"a":"\\"a\\":1","b":":"}', []],
    ['{"a":{"k":1},"b":{"k":1},"c":["k",{"k":2}]}', []],
  ])('finds the keys that %s gives twice', (text, paths) => {
    expect(findUnsafe(parseExactJson(text)).issues.map(({ path }) => path)).toEqual(paths)
  })

  it('marks a key that is given twice in a large body, and no end of them', () => {
    const twice = `{${'"a":1,'.repeat(500_000)}"a":1}`
    expect(parseExactJson(twice)).toEqual({ a: repeatedKey })
  })

  it('leaves texts alone', () => {
    const value = { '9007199254740993': 'a \\"9007199254740993, 1e400\\\\', b: ['1e400', '\\', '"'], c: 1e21 }
    expect(parseExactJson(JSON.stringify(value))).toEqual(value)
  })

  it('refuses what is not JSON', () => {
    for (const text of ['{"a":1e}', '[1-1, 1e400]', '"1e400', '[9007199254740993', '1e400 1', '+1e400 ,'])
      expect(() => parseExactJson(text), text).toThrow(SyntaxError)
  })

  it('takes large bodies: a search that is not linear would not end', () => {
    const body = `[${'1e1,'.repeat(500_000)}"${'\\"'.repeat(500_000)}${'\\\\'.repeat(500_000)}"]`
    expect(parseExactJson(body)).toHaveLength(500_001)
  })
})
