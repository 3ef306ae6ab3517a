import { describe, expect, it, vi } from 'vitest'
import { AnswerCache } from './answer-cache.ts'

const megabyte = 1024 * 1024

describe('cached answers', () => {
  const answer = (text: string) => vi.fn<() => Buffer>(() => Buffer.from(text))

  it('are read once for each statement and its parameters', () => {
    const cache = new AnswerCache(megabyte)
    const read = answer('a')
    const first = cache.of('one', ['x'], read)
    expect(cache.of('one', ['x'], read)).toBe(first)
    expect(read).toHaveBeenCalledTimes(1)
    const others: [string, unknown[]][] = [
      ['other', ['x']],
      ['one', ['y']],
      ['one', []],
      ['one', ['x', 'x']],
      ['one', [1]],
      ['one', ['1']],
      ['one', [null]],
      ['one', ['["x"]']],
      ['one', ['=x']],
    ]
    for (const [index, [sql, parameters]] of others.entries())
      expect(cache.of(sql, parameters, answer(`${index}`))?.toString()).toBe(`${index}`)
  })

  it('are cached where there is no row', () => {
    const cache = new AnswerCache(megabyte)
    expect(cache.of('one', ['x'], () => null)).toBeNull()
    expect(cache.of('one', ['x'], answer('a'))).toBeNull()
  })

  it.each([Number.NaN, Number.POSITIVE_INFINITY, undefined, 1n, new Date(0)])(
    'are not cached for a parameter that JSON cannot tell from others: %s',
    (parameter) => {
      const cache = new AnswerCache(megabyte)
      for (const text of ['a', 'b'])
        expect(cache.of('one', [parameter, 'x'], answer(text))?.toString()).toBe(text)
      expect(cache.bytes).toBe(0)
    },
  )

  it('are dropped with another version', () => {
    const cache = new AnswerCache(megabyte)
    cache.follow(1)
    cache.of('one', ['x'], answer('a'))
    cache.follow(1)
    expect(cache.of('one', ['x'], answer('b'))?.toString()).toBe('a')
    cache.follow(2)
    expect(cache.bytes).toBe(0)
    expect(cache.of('one', ['x'], answer('b'))?.toString()).toBe('b')
    for (const text of ['c', 'd']) {
      cache.follow(Number.NaN)
      expect(cache.of('one', ['x'], answer(text))?.toString()).toBe(text)
    }
  })

  it('are not cached where the statement fails', () => {
    const cache = new AnswerCache(megabyte)
    const failing = (): never => {
      throw new Error('on purpose')
    }
    expect(() => cache.of('one', ['x'], failing)).toThrow('on purpose')
    expect(cache.of('one', ['x'], answer('a'))?.toString()).toBe('a')
  })

  it('take no more memory than there is room for, and none for a large one', () => {
    const cache = new AnswerCache(megabyte)
    for (let count = 0; count < 1000; count++) {
      cache.of(`statement ${count % 3}`, [`${count}`, 'x'.repeat(1000)], () => Buffer.alloc(4000))
      expect(cache.bytes).toBeLessThanOrEqual(megabyte)
    }
    const { bytes } = cache
    expect(bytes).toBeGreaterThan(0)
    cache.of('one', ['x'], () => Buffer.alloc(100_000))
    expect(cache.bytes).toBe(bytes)
    const none = new AnswerCache(0)
    none.of('one', ['x'], answer('a'))
    expect(none.bytes).toBe(0)
  })
})
