import { describe, expect, it } from 'vitest'
import { inputOf, isBlank, isTranslated, type TranslatedText, valuesOf } from './texts.ts'

const text = (more: Partial<TranslatedText>): TranslatedText => ({
  name: 'label',
  label: 'Label',
  kind: 'line',
  original: 'Clay',
  shown: 'Clay',
  ...more,
})
const block = (...children: readonly object[]) => ({ _type: 'block', children })

describe('texts of a translation', () => {
  it.each([
    ['that is missing', {}, ''],
    ['of a line', { shown: 'Ton' }, 'Ton'],
    ['that is empty everywhere', { original: null, shown: null }, ''],
    ['of rich text that is missing', { kind: 'richText', original: [block()], shown: [block()] }, []],
    [
      'of properties, only with those that differ',
      { kind: 'properties', original: { a: 1, b: [2] }, shown: { a: 1, b: [3], c: null } },
      JSON.stringify({ b: [3], c: null }, null, 2),
    ],
  ] as const)('a text %s is edited as it is stored', (_, more, expected) => {
    expect(valuesOf([text(more as Partial<TranslatedText>)])['label']).toEqual(expected)
  })

  it.each([
    ['line', '', null],
    ['line', 'Ton', 'Ton'],
    ['properties', '{"a":1}', { a: 1 }],
    ['properties', ' ', null],
    ['richText', [], null],
    ['richText', [block({ _type: 'span', text: ' ' })], null],
    ['richText', [block({ _type: 'image' })], [block({ _type: 'image' })]],
  ] as const)('of the kind %s, %j is sent as %j', (kind, value, sent) => {
    expect(inputOf([text({ kind })], { label: value as never })).toEqual({ label: sent })
  })

  it('with a block of another type are not blank', () => {
    expect(isBlank([{ _type: 'image' }])).toBe(false)
    expect(isTranslated(text({ original: null, shown: undefined }))).toBe(false)
  })
})
