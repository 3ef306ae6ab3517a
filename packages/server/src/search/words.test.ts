import fc from 'fast-check'
import { expect, it } from 'vitest'
import { findWords, wordsOf } from './words.ts'

it.each([
  ['Hello, World! 42', ['hello', 'world', '42']],
  ['Café Ünïcode STRASSE Straße', ['cafe', 'unicode', 'strasse', 'strasse']],
  ["don't l’eau node.js", ['don', 't', 'l', 'eau', 'node', 'js']],
  ['東京都に住んでいます', ['東京', '都', 'に', '住', 'んで', 'い', 'ます']],
  ['我爱北京天安门', ['我', '爱', '北京', '天安门']],
  ['ภาษาไทย', ['ภาษา', 'ไทย']],
  ['Node入門', ['node', '入門']],
  ['ｆｕｌｌ ﬁne', ['full', 'fine']],
  ['Ёлка й', ['елка', 'и']],
  ['हिन्दी', ['हिन्दी']],
  ['한국어 검색', ['한국어', '검색']],
  ['مُحَمَّد', ['محمد']],
  ['… *** "" 👍', []],
])('%s', (text, words) => {
  expect(wordsOf(text)).toEqual(words)
})

it('cuts words that are too long for an index, between characters', () => {
  expect(wordsOf('a'.repeat(1000))).toEqual(['a'.repeat(64)])
  expect(wordsOf('𝔸'.repeat(99).normalize('NFKD'))).toEqual(['a'.repeat(64)])
  expect(wordsOf('𐐨'.repeat(99))[0]?.isWellFormed()).toBe(true)
})

it('gives letters, digits and marks only, and the same words with and without their places', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary', maxLength: 60 }), (text) => {
      const words = wordsOf(text)
      for (const word of words) expect(word).toMatch(/^[\p{L}\p{N}\p{M}]+$/u)
      expect(findWords(text).map(({ word }) => word)).toEqual(words)
    }),
    { numRuns: 2000 },
  )
})
