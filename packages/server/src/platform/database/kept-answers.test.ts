import { describe, expect, it, vi } from 'vitest'
import { KeptAnswers } from './kept-answers.ts'

const megabyte = 1024 * 1024

describe('kept answers', () => {
  const answer = (text: string) => vi.fn<() => Buffer>(() => Buffer.from(text))

  it('are read once for each statement and its parameters', () => {
    const kept = new KeptAnswers(megabyte)
    const read = answer('a')
    const first = kept.of('one', ['x'], read)
    expect(kept.of('one', ['x'], read)).toBe(first)
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
      expect(kept.of(sql, parameters, answer(`${index}`))?.toString()).toBe(`${index}`)
  })

  it('are kept where there is no row', () => {
    const kept = new KeptAnswers(megabyte)
    expect(kept.of('one', ['x'], () => null)).toBeNull()
    expect(kept.of('one', ['x'], answer('a'))).toBeNull()
  })

  it.each([Number.NaN, Number.POSITIVE_INFINITY, undefined, 1n, new Date(0)])(
    'are not kept for a parameter that JSON cannot tell from others: %s',
    (parameter) => {
      const kept = new KeptAnswers(megabyte)
      for (const text of ['a', 'b'])
        expect(kept.of('one', [parameter, 'x'], answer(text))?.toString()).toBe(text)
      expect(kept.bytes).toBe(0)
    },
  )

  it('are dropped with another version', () => {
    const kept = new KeptAnswers(megabyte)
    kept.follow(1)
    kept.of('one', ['x'], answer('a'))
    kept.follow(1)
    expect(kept.of('one', ['x'], answer('b'))?.toString()).toBe('a')
    kept.follow(2)
    expect(kept.bytes).toBe(0)
    expect(kept.of('one', ['x'], answer('b'))?.toString()).toBe('b')
    for (const text of ['c', 'd']) {
      kept.follow(Number.NaN)
      expect(kept.of('one', ['x'], answer(text))?.toString()).toBe(text)
    }
  })

  it('are not kept where the statement fails', () => {
    const kept = new KeptAnswers(megabyte)
    const failing = (): never => {
      throw new Error('on purpose')
    }
    expect(() => kept.of('one', ['x'], failing)).toThrow('on purpose')
    expect(kept.of('one', ['x'], answer('a'))?.toString()).toBe('a')
  })

  it('take no more memory than there is room for, and none for a large one', () => {
    const kept = new KeptAnswers(megabyte)
    for (let count = 0; count < 1000; count++) {
      kept.of(`statement ${count % 3}`, [`${count}`, 'x'.repeat(1000)], () => Buffer.alloc(4000))
      expect(kept.bytes).toBeLessThanOrEqual(megabyte)
    }
    const { bytes } = kept
    expect(bytes).toBeGreaterThan(0)
    kept.of('one', ['x'], () => Buffer.alloc(100_000))
    expect(kept.bytes).toBe(bytes)
    const none = new KeptAnswers(0)
    none.of('one', ['x'], answer('a'))
    expect(none.bytes).toBe(0)
  })
})
