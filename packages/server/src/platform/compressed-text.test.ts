import { expect, it } from 'vitest'
import { compressed, expanded } from './compressed-text.ts'

const sentence = 'The quick brown fox – schnell, braun 🦊 – jumps over the lazy dog. '

it.each([
  ['short', sentence.repeat(5)],
  ['of some pages', JSON.stringify(Array.from({ length: 90 }, (_, n) => ({ n, text: sentence + n })))],
  ['long', JSON.stringify(Array.from({ length: 3000 }, (_, n) => ({ n, text: sentence + n })))],
  ['of one letter', 'a'.repeat(2_000_000)],
])('gives back a text that is %s', (_, text) => {
  const bytes = compressed(text)
  expect(bytes?.length).toBeLessThan(0.8 * Buffer.byteLength(text))
  expect(expanded(bytes ?? Buffer.of())).toBe(text)
})

it('leaves what would hardly become smaller', () => {
  expect(compressed('')).toBeNull()
  expect(compressed('a'.repeat(255))).toBeNull()
  const numbers = Array.from({ length: 600 }, (_, n) => Math.floor(Math.abs(Math.sin(n) * 1e6)))
  const noise = String.fromCharCode(...numbers.map((number) => 33 + (number % 94)))
  expect(compressed(noise)).toBeNull()
})

it('reads what an earlier version has stored', () => {
  // Never write this anew: databases contain such bytes, so the form and its dictionary cannot change.
  const stored =
    'AUOkMkclHWhqUgrJSFUoLM1MzlZIKsovz1NIy69QeNQwWaE4OSMvFVRIJRUlluYpfJi/rAssnlWaW1CskF+WWgQuvnISqyoVUvLT9RRGDaKjQUq1AA=='
  expect(expanded(Buffer.from(stored, 'base64'))).toBe(
    JSON.stringify({ title: 'A', body: sentence.repeat(6) }),
  )
})

it('refuses another form', () => {
  expect(() => expanded(Buffer.of(2, 3, 4))).toThrow('unknown form 2')
})
