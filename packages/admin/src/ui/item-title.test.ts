import { describe, expect, it } from 'vitest'
import { inSentence } from './item-title.ts'

describe('a name in a sentence', () => {
  it.each([
    ['', ''],
    ['Bread', 'Bread'],
    ['a'.repeat(80), 'a'.repeat(80)],
    ['a'.repeat(81), `${'a'.repeat(80)} …`],
    ['W'.repeat(10_000), `${'W'.repeat(80)} …`],
    [`${'a'.repeat(79)} bc`, `${'a'.repeat(79)} …`],
    ['🍞'.repeat(80), '🍞'.repeat(80)],
    ['🍞'.repeat(500), `${'🍞'.repeat(80)} …`],
  ])('%s', (name, shown) => {
    expect(inSentence(name)).toBe(shown)
  })
})
