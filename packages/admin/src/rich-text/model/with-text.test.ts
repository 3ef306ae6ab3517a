import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { isPlainBlock, type PlainBlock, plainText, withText } from './with-text.ts'

const block: PlainBlock = {
  _type: 'block',
  _key: 'b',
  style: 'h3',
  markDefs: [{ _type: 'link', _key: 'l', href: '/x' }],
  children: [
    { _type: 'span', _key: '1', text: 'Read ', marks: [] },
    { _type: 'span', _key: '2', text: 'this', marks: ['strong', 'l'] },
    { _type: 'span', _key: '3', text: ' now', marks: ['em'] },
  ],
}

function inShort({ children }: PlainBlock): string {
  return children.map(({ text, marks }) => `${text}{${(marks ?? []).join(' ')}}`).join('')
}

describe('another text of a paragraph', () => {
  it.each([
    ['Read this now', 'Read {}this{strong l} now{em}'],
    ['Reading this now', 'Reading {}this{strong l} now{em}'],
    ['Read thXis now', 'Read {}thXis{strong l} now{em}'],
    ['Read this, now', 'Read {}this{strong l},{strong} now{em}'],
    ['Read that now', 'Read {}that{strong l} now{em}'],
    ['Read  now', 'Read {} now{em}'],
    ['Read this now!', 'Read {}this{strong l} now!{em}'],
    ['', '{}'],
  ])('%j', (text, expected) => {
    const next = withText(block, text)
    expect(text === '' ? '{}' : inShort(next)).toBe(expected)
    expect(plainText(next)).toBe(text)
    expect(next).toMatchObject({ _key: 'b', style: 'h3' })
    expect(next.markDefs).toHaveLength(expected.includes('l}') ? 1 : 0)
  })

  it('is exactly what was asked for, with keys of their own, and can be edited again', () => {
    const texts = fc.oneof(fc.string({ unit: 'grapheme' }), fc.constantFrom('😀😁', '😁😀', 'aaa', 'aa'))
    const marks = fc.array(fc.constantFrom('strong', 'em', 'l'), { maxLength: 2 })
    fc.assert(
      fc.property(fc.array(fc.tuple(texts, marks), { maxLength: 5 }), texts, (spans, text) => {
        const given: PlainBlock = {
          ...block,
          children: spans.map(([words, list], index) => ({
            _type: 'span',
            _key: String(index),
            text: words,
            marks: list,
          })),
        }
        const next = withText(given, text)
        expect(isPlainBlock(next)).toBe(true)
        expect(plainText(next)).toBe(text)
        expect(next.children.every((span) => span.text.isWellFormed())).toBe(true)
        expect(new Set(next.children.map(({ _key }) => _key)).size).toBe(next.children.length)
      }),
    )
  })
})
