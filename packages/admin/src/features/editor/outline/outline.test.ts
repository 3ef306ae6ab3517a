import { describe, expect, it } from 'vitest'
import type { Field } from '../../../session/session.tsx'
import { outlineOf, readingMinutes } from './headings.ts'

const fields = [
  { slug: 'title', type: 'string' },
  { slug: 'body', type: 'portableText' },
  { slug: 'more', type: 'json' },
  { slug: 'notes', type: 'portableText' },
] as unknown as readonly Field[]

function block(style: string, text: string, further: object = {}) {
  return { _type: 'block', style, children: [{ _type: 'span', text }], ...further }
}

function outline(values: Readonly<Record<string, unknown>>) {
  return outlineOf(fields, (slug) => values[slug])
}

describe('the outline of an item', () => {
  it('lists the headings of all rich texts in their order, and names skipped levels', () => {
    const { headings } = outline({
      body: [
        block('h2', 'One'),
        block('normal', 'Text'),
        block('h4', 'Deep '),
        block('h2', 'Two'),
        { _type: 'image', url: '/a.png' },
        block('h3', 'Entry', { listItem: 'bullet' }),
      ],
      notes: [block('h3', ''), block('h1', 'End')],
    })
    expect(headings).toEqual([
      { field: 'body', index: 0, level: 2, text: 'One', skipped: null },
      { field: 'body', index: 1, level: 4, text: 'Deep', skipped: 3 },
      { field: 'body', index: 2, level: 2, text: 'Two', skipped: null },
      { field: 'notes', index: 0, level: 3, text: '', skipped: null },
      { field: 'notes', index: 1, level: 1, text: 'End', skipped: null },
    ])
  })

  it('counts the words of rich texts, also within structured fields, and of nothing else', () => {
    const { words } = outline({
      title: 'not counted',
      body: [block('normal', 'three little words'), { _type: 'image', alt: 'no words' }],
      more: [{ kind: 'quote', text: [block('normal', 'two more')], by: 'Ada Lovelace' }],
    })
    expect(words).toBe(5)
    expect([0, 100, 230, 575].map(readingMinutes)).toEqual([1, 1, 1, 3])
  })

  it('bears values of any form', () => {
    const odd = [
      null,
      'text',
      [null],
      [{ _type: 'block' }],
      [{ _type: 'block', style: 'h2', children: [null] }],
    ]
    for (const body of odd) expect(outline({ body }).words).toBe(0)
    expect(outline({ body: odd.at(-1) }).headings).toHaveLength(1)
  })
})
