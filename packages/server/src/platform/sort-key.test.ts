import { describe, expect, it } from 'vitest'
import { foldedText, sortedCharacters } from './sort-key.ts'

const sorted = (texts: readonly string[]): string[] =>
  texts.toSorted((one, other) => Buffer.compare(Buffer.from(foldedText(one)), Buffer.from(foldedText(other))))

describe('sorting texts', () => {
  it.each([
    ['case', ['Zebra', 'apple', 'Banana'], ['apple', 'Banana', 'Zebra']],
    ['accents', ['zoo', 'Ärger', 'éclair', 'Eis', 'azur'], ['Ärger', 'azur', 'éclair', 'Eis', 'zoo']],
    [
      'letters of their own',
      ['Strauß', 'Strassen', 'Østen', 'Oma', 'Łódź', 'Lyon'],
      ['Łódź', 'Lyon', 'Oma', 'Østen', 'Strassen', 'Strauß'],
    ],
    ['other scripts', ['Ωμέγα', 'άλφα', 'Άλμα', 'Ёлка', 'еда'], ['Άλμα', 'άλφα', 'Ωμέγα', 'еда', 'Ёлка']],
  ])('takes %s as people do', (_, given, expected) => expect(sorted(given)).toEqual(expected))

  it.each([
    ['apple', 'ÁPPLE'],
    ['straße', 'STRASSE'],
    ['ΟΔΟΣ', 'οδός'],
    ['İstanbul', 'istanbul'],
    ['ﬁn', 'FIN'],
    ['e\u0301', '\u00e9'],
  ])('sees no difference between %j and %j', (one, other) => expect(foldedText(one)).toBe(foldedText(other)))

  it('keeps vowel signs of scripts that write vowels so', () => {
    expect(foldedText('कि')).not.toBe(foldedText('का'))
  })

  it('takes a bounded part of a long text, whole characters', () => {
    expect(foldedText('A'.repeat(1_000_000))).toBe('a'.repeat(sortedCharacters))
    expect(foldedText('🎉'.repeat(1000))).toBe('🎉'.repeat(sortedCharacters))
    expect(foldedText(`${'x'.repeat(1023)}🎉`)).toBe('x'.repeat(sortedCharacters))
  })
})
