import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { blocksParts } from './block-parts.ts'
import { type Names, plainText, type Typed } from './parts.ts'
import { shownPieces } from '../difference/shown-pieces.ts'

const called =
  (known: Readonly<Record<string, string>>) =>
  (name: string): string =>
    known[name] ?? name
const names: Names = {
  blockName: called({ table: 'Table', code: 'Code', break: 'Divider', image: 'Picture', gallery: 'Gallery' }),
  styleName: called({ normal: 'Paragraph', h2: 'Heading 2', blockquote: 'Quote' }),
  markName: called({ strong: 'Bold', em: 'Italic', link: 'Link' }),
  propertyName: called({ alt: 'Description', language: 'Language', width: 'Width' }),
  end: (name) => `end of ${name}`,
  member: () => [],
}

const span = (text: string, marks: readonly string[] = []) => ({ _type: 'span', _key: 's', text, marks })
const link = (href: string) => ({ _type: 'link', _key: 'l', href })
const block = (children: readonly object[], further = {}): Typed => ({
  _type: 'block',
  _key: 'b',
  style: 'normal',
  children,
  ...further,
})
const picture = (id: string, further = {}): Typed => ({
  _type: 'image',
  id,
  url: `/media/${id}.jpg`,
  ...further,
})
const table = (...rows: readonly (readonly unknown[])[]): Typed => ({
  _type: 'table',
  rows: rows.map((cells) => ({ _type: 'row', cells })),
})
const completed = { placeholder: '3OcRJYB4d3h/iIeHeEh3eIhw+j2w', variants: [64, 320] }
const cell = (text: string, further = {}) => ({ _type: 'cell', content: [block([span(text)])], ...further })

function shown(before: readonly Typed[], after: readonly Typed[]): string {
  return shownPieces(blocksParts(before, names), blocksParts(after, names))
    .map(({ kind, part: { text, formatting } }) => {
      const marked =
        formatting === undefined || formatting.label === '' || kind === 'same'
          ? text
          : `${formatting.label}: ${text}`
      return kind === 'same' ? text : kind === 'added' ? `{+${marked}+}` : `[-${marked}-]`
    })
    .join('')
}

describe('the difference between two rich texts', () => {
  it.each<[string, Typed, Typed, string]>([
    ['bold', block([span('hello')]), block([span('hello', ['strong'])]), '[-hello-]{+Bold: hello+}'],
    [
      'where a link leads',
      block([span('hello', ['l'])], { markDefs: [link('https://a.x')] }),
      block([span('hello', ['l'])], { markDefs: [link('https://evil.x')] }),
      '[-Link https://a.x: hello-]{+Link https://evil.x: hello+}',
    ],
    ['a style', block([span('a')]), block([span('a')], { style: 'h2' }), '[-Paragraph: -]{+Heading 2: +}a'],
    [
      'a kind of list',
      block([span('a')], { listItem: 'bullet', level: 1 }),
      block([span('a')], { listItem: 'number', level: 1 }),
      '[-• -]{+1. +}a',
    ],
    ['a picture', picture('one'), picture('two'), 'Picture [-one.jpg-]{+two.jpg+}'],
    [
      'a picture, without what the service completes from its file',
      picture('one', completed),
      picture('two', { ...completed, variants: [64] }),
      'Picture [-one.jpg-]{+two.jpg+}',
    ],
    [
      'what a picture shows',
      picture('one', { alt: 'A cat' }),
      picture('one', { alt: 'A dog' }),
      'Picture one.jpg\nDescription: A [-cat-]{+dog+}',
    ],
    [
      'the width of a picture',
      picture('one', { width: 3 }),
      picture('one', { width: 4 }),
      'Picture one.jpg[-3-]{+4+}',
    ],
    [
      'a cell',
      table([cell('A'), 'B'], [cell('C'), cell('D')]),
      table([cell('A'), 'B'], [cell('C'), cell('E')]),
      'Table \nA │ B\nC │ [-D-]{+E+}',
    ],
    [
      'code',
      { _type: 'code', language: '', code: 'let x = 1' },
      { _type: 'code', language: '', code: 'let x = 2' },
      'Code \nlet x = [-1-]{+2+}',
    ],
    [
      'a field of a block of a plugin',
      { _type: 'box', tone: 'warm', size: 1 },
      { _type: 'box', tone: 'cold', size: 1 },
      'box \ntone: [-warm-]{+cold+}',
    ],
  ])('tells %s', (_, before, after, expected) => {
    expect(shown([before], [after])).toBe(expected)
  })

  it('says of a new paragraph no more than its words', () => {
    expect(shown([block([span('one')])], [block([span('one')]), block([span('two')])])).toBe('one{+\ntwo+}')
  })

  it('does not mind where spans end', () => {
    expect(shown([block([span('hello')])], [block([span('hel'), span('lo')])])).toBe('hello')
  })

  it('shows each difference, wherever it is', () => {
    fc.assert(
      fc.property(document, fc.nat(), fc.constantFrom('other', 7, ''), (blocks, at, value) => {
        const other = changed(blocks, at, value)
        if (other === null) return
        expect(shown(blocks, other)).toMatch(/\{\+|\[-/)
      }),
      { numRuns: 500 },
    )
  })
})

describe('rich text as text', () => {
  it('has a line for each paragraph, and says what is no text', () => {
    const value = [
      block([span('Title')], { style: 'h2' }),
      block([span('One '), span('two', ['em'])]),
      block([span('point')], { listItem: 'bullet', level: 2 }),
      { _type: 'break', style: 'separator' },
      table(['A', 'B']),
    ]
    expect(plainText(blocksParts(value, names))).toBe(
      'Heading 2: Title\nOne two\n  • point\nDivider \nTable \nA │ B',
    )
  })
})

const word = fc.constantFrom('a', 'b', 'long word', 'é', '語', '\n')
const anySpan = fc
  .tuple(word, fc.subarray(['strong', 'em', 'l', 'x']))
  .map(([text, marks]) => span(text, marks))
const paragraphs = fc
  .tuple(fc.array(anySpan, { minLength: 1, maxLength: 4 }), fc.constantFrom('normal', 'h2'), fc.boolean())
  .map(([children, style, isList]) =>
    block(children, {
      style,
      markDefs: [{ ...link('https://a.x'), blank: true }],
      ...(isList && { listItem: 'bullet', level: 1 }),
    }),
  )
const objects = fc.constantFrom<Typed>(
  picture('one', { alt: 'A', width: 3, asset: { _ref: 'r' } }),
  { _type: 'gallery', columns: 3, images: [picture('two'), { id: 'x', alt: 'y' }] },
  table([cell('A', { colspan: 2 }), cell('B', { isHeader: true })], ['C']),
  { _type: 'code', language: 'ts', code: 'let x' },
  { _type: 'htmlBlock', html: '<p>x</p>', source: 'wordpress' },
  {
    _type: 'columns',
    columns: [
      { _type: 'column', content: [block([span('in')])] },
      { list: ['p', 'q'], on: true },
    ],
  },
)
const document = fc.array(fc.oneof(paragraphs, objects), { minLength: 1, maxLength: 4 })

/** properties that are not shown; definitions of marks are shown at the spans that use them */
const unseen = new Set(['_key', 'markDefs'])

/** The value with one of its leaves changed; null if that makes no difference. */
function changed(blocks: readonly Typed[], at: number, value: unknown): Typed[] | null {
  const copy = structuredClone(blocks) as Typed[]
  const ends: (() => void)[] = []
  const visit = (part: unknown): void => {
    if (typeof part !== 'object' || part === null) return
    for (const [key, one] of Object.entries(part)) {
      if (unseen.has(key)) continue
      if (typeof one === 'object') visit(one)
      // With another type, a block may become an unknown one, and its text is shown differently.
      else if (one !== value) ends.push(() => Object.assign(part, { [key]: value }))
    }
  }
  visit(copy)
  ends[at % ends.length]?.()
  return ends.length === 0 ? null : copy
}
