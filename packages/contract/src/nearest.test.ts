import { describe, expect, it } from 'vitest'
import { hint, nearest } from './nearest.ts'

const known = ['title', 'body', 'publishedAt', 'author_id', 'slug']

const rows: readonly (readonly [typed: string, meant: string | null])[] = [
  ['title', 'title'],
  ['titel', 'title'],
  ['Title', 'title'],
  ['titl', 'title'],
  ['published_at', 'publishedAt'],
  ['authorId', 'author_id'],
  ['sulg', null],
  ['slugs', 'slug'],
  ['boby', 'body'],
  ['x', null],
  ['', null],
  ['completely different', null],
  ['constructor', null],
]

describe('the nearest name', () => {
  it.each(rows)('of %s is %s', (typed, meant) => {
    expect(nearest(typed, known)).toBe(meant)
  })

  it('is the nearer of two', () => {
    expect(nearest('heading', ['headings', 'heading_', 'reading'])).toBe('heading_')
  })

  it('is none where there are no names', () => {
    expect(nearest('title', [])).toBeNull()
  })
})

describe('the hint', () => {
  it('asks for the near name', () => {
    expect(hint('titel', known)).toBe('; did you mean "title"?')
  })

  it('lists the known names when none is near', () => {
    expect(hint('zzz', known)).toBe('; known: title, body, publishedAt, author_id, slug')
  })

  it('lists twenty of many', () => {
    const many = Array.from({ length: 21 }, (_, index) => `field_number_${index}`)
    expect(hint('zzz', many)).toBe(`; known: ${many.slice(0, 20).join(', ')}, …`)
  })

  it('says nothing where nothing is known', () => {
    expect(hint('title', [])).toBe('')
  })

  it('answers at once for a name without end', () => {
    const before = process.threadCpuUsage()
    hint(
      'a'.repeat(5_000_000),
      Array.from({ length: 300 }, (_, index) => `${'a'.repeat(55)}_${index}`),
    )
    // Time of the processor: a busy machine only adds to the time of the clock.
    expect(process.threadCpuUsage(before).user).toBeLessThan(500_000)
  })
})
