import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { align } from './align.ts'

const block = (key: string, text: string) => ({ _type: 'block', _key: key, text })

describe('aligning the blocks of two versions', () => {
  it('pairs changed blocks by their key, wherever others were added and removed', () => {
    const before = [block('a', 'one'), block('b', 'two'), block('c', 'three'), block('d', 'four')]
    const after = [block('n', 'new'), block('b', 'two!'), block('d', 'four'), block('e', 'five')]
    expect(align(before, after)).toEqual([
      { before: before[0], after: after[0], isSame: false },
      { before: before[1], after: after[1], isSame: false },
      { before: before[2], after: null, isSame: false },
      { before: before[3], after: after[2], isSame: true },
      { before: null, after: after[3], isSame: false },
    ])
  })

  it('takes blocks as equal whatever their keys are', () => {
    expect(align([block('a', 'one')], [block('z', 'one')])).toMatchObject([{ isSame: true }])
  })

  it('keeps both versions whole and in order', () => {
    const blocks = fc.array(
      fc.record({ _key: fc.constantFrom('a', 'b', 'c'), text: fc.constantFrom('1', '2') }),
      {
        maxLength: 8,
      },
    )
    fc.assert(
      fc.property(blocks, blocks, (before, after) => {
        const steps = align(before, after)
        expect(steps.flatMap((step) => step.before ?? [])).toEqual(before)
        expect(steps.flatMap((step) => step.after ?? [])).toEqual(after)
      }),
    )
  })
})
