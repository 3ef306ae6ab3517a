import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { textParts } from '../parts/parts.ts'
import { type Piece, shownPieces } from './shown-pieces.ts'

const wordDifference = (before: string, after: string): readonly Piece[] =>
  shownPieces(textParts(before), textParts(after))

const shown = (pieces: readonly Piece[]): string =>
  pieces
    .map(({ kind, part: { text } }) =>
      kind === 'same' ? text : kind === 'added' ? `{+${text}+}` : `[-${text}-]`,
    )
    .join('')

describe('the difference between two texts', () => {
  it.each([
    ['the same', 'the same', 'the same'],
    ['', 'new', '{+new+}'],
    ['old', '', '[-old-]'],
    ['a red house', 'a blue house', 'a [-red-]{+blue+} house'],
    ['one two three', 'one three', 'one [-two -]three'],
    ['one three', 'zero one two three', '{+zero +}one{+ two+} three'],
    ['日本語の本', '日本語の新しい本', '日本語の{+新しい+}本'],
    ['مرحبا بالعالم', 'مرحبا يا عالم', 'مرحبا [-بالعالم-]{+يا عالم+}'],
    ['Grüße 👩‍👩‍👧', 'Grüße 👍', 'Grüße [-👩‍👩‍👧-]{+👍+}'],
  ])('%j → %j', (before, after, expected) => {
    expect(shown(wordDifference(before, after))).toBe(expected)
  })

  it('gives both texts back, whatever they are', () => {
    const text = fc
      .array(fc.constantFrom('a', 'b', 'c', ' ', '\n', '語', '.', 'long word'))
      .map((parts) => parts.join(''))
    fc.assert(
      fc.property(text, text, (before, after) => {
        const pieces = wordDifference(before, after)
        const without = (kind: Piece['kind']): string =>
          pieces
            .filter((piece) => piece.kind !== kind)
            .map(({ part }) => part.text)
            .join('')
        expect([without('added'), without('removed')]).toEqual([before, after])
      }),
    )
  })

  it('of long texts that have nothing in common is found without long work', () => {
    const [before, after] = [1, 2].map((seed) =>
      Array.from({ length: 10_000 }, (_, index) => `w${seed}x${index}`).join(' '),
    )
    const start = process.cpuUsage()
    expect(wordDifference(before ?? '', after ?? '').length).toBeLessThan(10_000)
    const { user } = process.cpuUsage(start)
    expect(user / 1000).toBeLessThan(3000)
  })
})
