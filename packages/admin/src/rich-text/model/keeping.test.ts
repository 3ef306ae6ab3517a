import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Block } from '../types.ts'
import { addressOf } from './address.ts'
import { StoredConverter } from './to-stored.ts'
import { toEditorBlocks } from './to-editor.ts'
import { schemaFor } from './schema.ts'

const blocks = fc.array(
  fc.oneof(
    fc.record({ _type: fc.string({ minLength: 1 }), data: fc.jsonValue() }),
    fc.record({ _type: fc.constant('block'), children: fc.jsonValue(), style: fc.jsonValue() }),
    fc.record({
      _type: fc.constant('block'),
      _key: fc.string(),
      children: fc.array(
        fc.record({
          _type: fc.constantFrom('span', 'mention'),
          text: fc.string(),
          marks: fc.array(fc.string()),
        }),
      ),
    }),
  ),
) as fc.Arbitrary<Block[]>

describe('blocks on their way into the editor and back', () => {
  it('are the very same when nothing happened to them, whatever they are', () => {
    fc.assert(
      fc.property(blocks, (stored) => {
        const { blocks: opened, memory } = toEditorBlocks(stored)
        const closed = new StoredConverter(memory).blocks(structuredClone(opened))
        expect(closed.every((block, index) => block === stored[index])).toBe(true)
        expect(new Set(opened.map(({ _key }) => _key)).size).toBe(stored.length)
      }),
    )
  })

  it('an entry of a list with further content is kept as a card; what is split off a first entry begins no list', () => {
    const text = (value: string): object[] => [{ _type: 'span', _key: 's', text: value, marks: [] }]
    const entry = { _type: 'block', _key: 'a', style: 'normal', listItem: 'number', level: 1 }
    const stored: Block[] = [
      { ...entry, start: 5, spread: true, markDefs: [], children: text('One two') },
      { ...entry, _key: 'b', children: text('Three'), content: [{ _type: 'code', code: 'x' }] },
    ]
    const { blocks: opened, memory } = toEditorBlocks(stored)
    expect(opened.map(({ _type }) => _type)).toEqual(['block', 'object'])
    const [first, card] = opened as [(typeof opened)[0], (typeof opened)[0]]
    const halves = [
      { ...first, children: text('One') },
      { ...first, _key: 'new', children: text(' two') },
    ] as typeof opened
    const [kept, split, last] = new StoredConverter(memory).blocks([...halves, card])
    expect(kept).toMatchObject({ _key: 'a', start: 5, spread: true })
    expect(split).toMatchObject({ _key: 'new', listItem: 'number', level: 1 })
    expect(Object.keys(split ?? {})).not.toEqual(expect.arrayContaining(['start']))
    expect(last).toBe(stored[1])
  })

  it('leave no name out that the editor would drop', () => {
    const { blocks: opened } = toEditorBlocks([
      {
        _type: 'block',
        style: 'lead',
        listItem: 'dash',
        align: 'center',
        tone: 'loud',
        markDefs: [{ _type: 'footnote', _key: 'f', note: 'n' }],
        children: [{ _type: 'span', text: 'x', marks: ['spoiler', 'f'] }],
      },
    ])
    const schema = schemaFor(opened)
    const names = (list: readonly { name: string }[] = []) => list.map(({ name }) => name)
    expect(names(schema.styles)).toContain('lead')
    expect(names(schema.lists)).toContain('dash')
    expect(names(schema.decorators)).toContain('spoiler')
    expect(names(schema.decorators)).not.toContain('f')
    expect(names(schema.block?.fields)).toContain('tone')
    const footnote = schema.annotations?.find(({ name }) => name === 'footnote')
    expect(names(footnote?.fields)).toEqual(['note'])
  })

  it('are none when the editor shows its empty paragraph', () => {
    const { memory } = toEditorBlocks([])
    const empty = {
      _type: 'block',
      _key: 'e',
      style: 'normal',
      children: [{ _type: 'span', _key: 's', text: '' }],
    }
    expect(new StoredConverter(memory).blocks([empty])).toEqual([])
  })

  it.each([
    ['https://example.com/a b', 'https://example.com/a%20b'],
    ['example.com', 'https://example.com'],
    ['müller.example:8080/x', 'https://müller.example:8080/x'],
    [' me@example.com ', 'mailto:me@example.com'],
    ['/posts/x', '/posts/x'],
    ['#top', '#top'],
    ['tel:+4912345', 'tel:+4912345'],
    ['', null],
    ['javascript:alert(1)', null],
    ['JaVaScRiPt:alert(1)', null],
    ['java\nscript:alert(1)', null],
    ['data:text/html,x', null],
    ['//evil.example', null],
    ['\\\\evil.example', null],
    ['just words', null],
  ])('an address that a person meant: %j', (typed, expected) => {
    expect(addressOf(typed)).toBe(expected)
  })
})
