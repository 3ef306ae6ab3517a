import { vercelStegaClean, vercelStegaCombine, vercelStegaDecode, vercelStegaSplit } from '@vercel/stega'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { encodedMark, hasMark, marksIn, type SourceMark, withoutMarks } from './source-marks.ts'

const mark: SourceMark = {
  origin: 'octavo',
  href: 'https://cms.example/_cms/admin/content/posts/01J?field=title',
  id: '01J',
  field: 'title',
}

describe('marks of texts', () => {
  it('are read by @vercel/stega, whatever the text and the field are', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), fc.string({ unit: 'grapheme' }), (text, field) => {
        fc.pre(!hasMark(text) && !hasMark(JSON.stringify(field)))
        const marked = text + encodedMark({ ...mark, field })
        expect(vercelStegaDecode(marked)).toEqual({ ...mark, field })
        expect(vercelStegaSplit(marked).cleaned).toBe(text)
        expect(marksIn(marked)).toEqual([{ ...mark, field }])
        expect(withoutMarks(marked)).toBe(text)
      }),
    )
  })

  it('are the same as those of @vercel/stega, and are read among others', () => {
    expect(vercelStegaCombine('Text', mark)).toBe(`Text${encodedMark(mark)}`)
    const two = `One${encodedMark(mark)}${encodedMark({ ...mark, field: 'other' })}`
    expect(marksIn(two)).toEqual([mark, { ...mark, field: 'other' }])
    const foreign = vercelStegaCombine('Text', { origin: 'other', href: 'https://other.example' })
    expect(marksIn(foreign)).toEqual([])
    expect(marksIn(`${foreign} ${vercelStegaCombine('Text', mark)}`)).toEqual([mark])
  })

  it.each([
    ['an emoji of several people', '👩‍👩‍👧‍👦 and 🏳️‍🌈'],
    ['Persian with a zero-width non-joiner', 'می‌خواهم'],
    ['a byte order mark', '\u{feff}Text'],
  ])('are not seen in %s', (_, text) => {
    expect(withoutMarks(text)).toBe(text)
    expect(hasMark(text)).toBe(false)
    expect(marksIn(text)).toEqual([])
  })

  it('of the older form are removed as well', () => {
    const older = vercelStegaClean('Text\u{200b}\u{200c}\u{2062}\u{1d173}\u{1d17a}')
    expect(older).toBe('Text')
    expect(withoutMarks('Text\u{200b}\u{200c}\u{2062}\u{1d173}\u{1d17a}')).toBe('Text')
  })

  it('that are broken off are none', () => {
    const whole = encodedMark(mark)
    for (const length of [4, 5, 40, whole.length - 1]) expect(marksIn(whole.slice(0, length))).toEqual([])
  })
})
