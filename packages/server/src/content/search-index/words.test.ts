import fc from 'fast-check'
import { expect, it } from 'vitest'
import { findWords, queryWords, wordsOf } from './words.ts'

it.each([
  ['Hello, World! 42', ['hello', 'world', '42']],
  ['Café Ünïcode STRASSE Straße', ['cafe', 'unicode', 'strasse', 'strasse']],
  ["don't l’eau node.js", ['don', 't', 'l', 'eau', 'node', 'js']],
  ['東京タワー', ['東京', '京タ', 'タワ', 'ワー', 'ー']],
  ['我爱 北', ['我爱', '爱', '北']],
  ['ไทย', ['ไท', 'ทย', 'ย']],
  ['น้ำ', ['น้', '้ํ', 'ํา', 'า']],
  ['Node入門2', ['node', '入門', '門', '2']],
  ['ｶﾞﾀ', ['ガタ', 'タ']],
  ['𠮷野家', ['𠮷野', '野家', '家']],
  ['Donau\u00addampf zero\u200Bwidth', ['donaudampf', 'zerowidth']],
  ['ΟΔΟΣ.Αθηνών οδος οδός', ['οδοσ', 'αθηνων', 'οδοσ', 'οδοσ']],
  ['مـــحمد ـــ', ['محمد']],
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

it('finds every piece of a text that does not part its words', () => {
  const letter = fc.constantFrom('東', '京', 'タ', 'ワ', 'ー', '権', 'ป', 'ร', 'ะ', 'เ', 'น้', 'ที่', 'မြ', '𠮷')
  fc.assert(
    fc.property(
      fc.array(letter, { minLength: 1, maxLength: 20 }),
      fc.nat(),
      fc.nat(),
      (letters, from, size) => {
        const start = from % letters.length
        const piece = letters.slice(start, start + 1 + (size % letters.length)).join('')
        const { words, isBeginning } = queryWords(piece)
        const all = wordsOf(letters.join(''))
        const isAt = (at: number): boolean =>
          words.every((word, index) =>
            isBeginning && index === words.length - 1
              ? all[at + index]?.startsWith(word)
              : all[at + index] === word,
          )
        expect(all.some((_, at) => isAt(at))).toBe(true)
      },
    ),
    { numRuns: 2000 },
  )
})
