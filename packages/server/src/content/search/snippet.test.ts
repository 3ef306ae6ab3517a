import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Clause } from '../../platform/database/text-index.ts'
import { findWords } from '../search-index/words.ts'
import { placesInPlain, placesOf } from './places.ts'
import { snippetOf, snippetOfBeginning } from './snippet.ts'

const word = fc.constantFrom('clay', 'Clay', 'clays', 'glaze', 'a', 'kiln', 'café', '9', 'clay9')
const separator = fc.constantFrom(' ', '  ', '\n', ', ', '“', '—', '<', ' & ')
const text = fc
  .array(fc.tuple(word, separator), { minLength: 100, maxLength: 300, size: 'max' })
  .map((parts) => parts.map(([one, between]) => one + between).join(''))
const soughtWord = fc.constantFrom('clay', 'glaze', 'cafe', 'kiln', 'missing')
const clause = fc
  .record({
    words: fc.oneof(
      fc.array(soughtWord, { minLength: 1, maxLength: 1 }),
      fc.array(soughtWord, { minLength: 2, maxLength: 2 }),
    ),
    isPrefix: fc.boolean(),
  })
  .map((words): Clause => ({ alternatives: [words] }))
const clauses = fc.array(clause, { minLength: 1, maxLength: 3 })

test('the beginning of a text gives the snippet of the whole text, or none', () => {
  let given = 0
  fc.assert(
    fc.property(text, clauses, fc.integer({ min: 200, max: 1000 }), (whole, sought, length) => {
      const snippet = snippetOfBeginning(whole.slice(0, length), sought)
      if (length >= whole.length || snippet === null) return
      given++
      expect(snippet).toBe(snippetOf(whole, sought))
    }),
    { numRuns: 300, seed: 1 },
  )
  expect(given).toBeGreaterThan(50)
})

test('the places of words in a plain text are those that reading its words gives', () => {
  let given = 0
  fc.assert(
    fc.property(text, clauses, (any, sought) => {
      const whole = any.replaceAll('é', 'e')
      const words = sought.flatMap(({ alternatives }) => alternatives)
      const places = placesInPlain(whole, words)
      if (places === null) return
      given++
      expect(places).toEqual(placesOf(findWords(whole), words))
    }),
    { numRuns: 300, seed: 1 },
  )
  expect(given).toBeGreaterThan(50)
})
