import { limits } from '@octavo/contract/limits'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { anonymousCaller, type Caller } from '../../core/caller.ts'
import { Encoded } from '../../platform/encoded.ts'
import { ListCache } from './list-cache.ts'

const megabyte = 1024 * 1024
const visitors = { caller: anonymousCaller('rest') }
const callerOf = (more: Partial<Caller>) => ({ caller: { ...visitors.caller, ...more } })
const listOf = (length: number): Encoded => Encoded.of({ items: ['x'.repeat(length)] }, null, { ids: ['1'] })

describe('kept lists', () => {
  beforeEach(() => void vi.useFakeTimers({ toFake: ['performance'], now: 100_000 }))
  afterEach(() => void vi.useRealTimers())

  it('are found by their ETag, with all that belongs to them', () => {
    const kept = new ListCache(megabyte)
    const answer = listOf(10)
    answer.delivery = { tag: 'a', cacheTags: 'c-posts' }
    answer.included = { collections: ['posts'], items: [], terms: [], media: [] }
    const whole = kept.keep(visitors, 'a', answer)
    expect(kept.get(visitors, 'a')).toBe(whole)
    expect(kept.get(visitors, 'b')).toBeUndefined()
    expect(whole.enveloped.equals(answer.enveloped)).toBe(true)
    const { delivery, included, ids } = answer
    expect(whole).toMatchObject({ delivery, included, ids })
  })

  it.each([
    ['a token', { userId: 'u', tokenId: 't' }],
    ['another token of the same person', { userId: 'u', tokenId: 'o' }],
    ['a session', { userId: 'u', sessionId: 's' }],
  ])('are not shared with %s', (_, caller) => {
    const kept = new ListCache(megabyte)
    kept.keep(visitors, 'a', listOf(1))
    kept.keep(callerOf({ userId: 'u', tokenId: 'first' }), 'a', listOf(2))
    expect(kept.get(callerOf(caller), 'a')).toBeUndefined()
    expect(kept.get(callerOf({ userId: 'u', tokenId: 'first' }), 'a')).toBeDefined()
  })

  it.each([
    ['an item', { preview: { collectionId: 'c', itemId: 'i' } }],
    ['a change-set', { previewedSet: 'x' }],
  ])('are neither kept for nor given to a preview link of %s', (_, caller) => {
    const kept = new ListCache(megabyte)
    kept.keep(callerOf(caller), 'a', listOf(1))
    expect([kept.bytes, kept.get(visitors, 'a')]).toEqual([0, undefined])
    kept.keep(visitors, 'a', listOf(1))
    expect(kept.get(callerOf(caller), 'a')).toBeUndefined()
  })

  it('stay within their room, where one large answer displaces no others', () => {
    const kept = new ListCache(megabyte)
    kept.keep(visitors, 'small', listOf(10))
    kept.keep(visitors, 'large', listOf(megabyte / 16))
    expect([kept.get(visitors, 'large'), kept.get(visitors, 'small')]).toEqual([
      undefined,
      expect.any(Encoded),
    ])
    for (let index = 0; index < 1000; index++) {
      kept.keep(visitors, `${index}`, listOf(20_000))
      expect(kept.bytes).toBeLessThanOrEqual(megabyte)
    }
    expect(kept.get(visitors, '999')).toBeDefined()
    kept.keep(visitors, '999', listOf(20_000))
    kept.empty()
    expect([kept.bytes, kept.get(visitors, '999')]).toEqual([0, undefined])
  })

  it('are dropped after ten seconds: nodes of the previous release do not count their changes', () => {
    const kept = new ListCache(megabyte)
    kept.keep(visitors, 'a', listOf(1))
    vi.advanceTimersByTime(10_000)
    expect([kept.get(visitors, 'a'), kept.bytes]).toEqual([undefined, 0])
  })

  it('leave the ids of authors, which do not expire, and which preview links neither get nor give', () => {
    const kept = new ListCache(megabyte)
    const preview = callerOf({ preview: { collectionId: 'c', itemId: 'i' } })
    kept.keepAuthors(preview, 'a', ['x'])
    expect(kept.authorsOf(visitors, 'a')).toBeUndefined()
    kept.keepAuthors(visitors, 'a', ['x'])
    vi.advanceTimersByTime(20_000)
    expect(kept.get(visitors, 'a')).toBeUndefined()
    expect([kept.authorsOf(visitors, 'a'), kept.authorsOf(preview, 'a')]).toEqual([['x'], undefined])
    kept.empty()
    expect(kept.authorsOf(visitors, 'a')).toBeUndefined()
  })

  it('and replace the ids of authors by those that were read later', () => {
    const kept = new ListCache(megabyte)
    for (const ids of [['x'], ['y', 'z'], ['y']]) {
      kept.keepAuthors(visitors, 'a', ids)
      expect(kept.authorsOf(visitors, 'a')).toEqual(ids)
    }
  })

  it('and the ids of authors of so many lists only', () => {
    const kept = new ListCache(megabyte)
    const ids = Array.from({ length: 99 }, (_, index) => `${index}`)
    const last = limits.cachedAuthors / 100
    for (let index = 0; index <= last; index++) kept.keepAuthors(visitors, `${index}`, ids)
    expect(kept.authorsOf(visitors, '0')).toBeUndefined()
    expect(kept.authorsOf(visitors, `${last}`)).toEqual(ids)
  })
})
