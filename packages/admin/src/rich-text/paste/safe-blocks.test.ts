import { expect, it } from 'vitest'
import { unsafeLinks } from '@octavo/contract/url'
import { blocksOfMarkdown } from './markdown.ts'
import { safeBlocks } from './safe-blocks.ts'

const bad = 'javascript:alert(1)'

function linkedText(text: string, href: string) {
  return {
    _type: 'block',
    style: 'normal',
    markDefs: [
      { _type: 'link', _key: 'l', href },
      { _type: 'footnote', _key: 'f', note: 'n' },
    ],
    children: [{ _type: 'span', text, marks: ['l', 'f', 'strong'] }],
  }
}

it.each([
  ['text', 1, linkedText('x', bad)],
  ['a cell of a table', 1, { _type: 'table', rows: [{ cells: [{ content: [linkedText('x', bad)] }] }] }],
  [
    'a quote, a callout or columns',
    2,
    { _type: 'columns', columns: [[linkedText('x', bad)], [linkedText('y', bad)]] },
  ],
  [
    'pictures of a gallery',
    2,
    { _type: 'gallery', images: [{ url: 'data:image/png;base64,AA', link: bad, alt: 'A' }] },
  ],
  ['a list of addresses', 1, { _type: 'player', src: [bad, 'https://a.example', null] }],
  [
    'an object within a line',
    1,
    { _type: 'block', children: [{ _type: 'button', imageUrl: bad, text: bad }] },
  ],
  [
    'a mark of a plugin',
    1,
    { _type: 'block', markDefs: [{ _type: 'button', _key: 'b', url: bad }], children: [] },
  ],
])('unsafe links in %s are removed and counted', (_, count, block) => {
  const leftOut = { pictures: 0, links: 0 }
  const blocks = safeBlocks([block], leftOut)
  expect(leftOut).toEqual({ pictures: 0, links: count })
  expect(unsafeLinks(blocks, { most: 1 })).toEqual([])
})

it('only unsafe links are removed: texts, other marks and safe links stay', () => {
  const cells = [{ content: [linkedText('bad', bad), linkedText('good', 'https://a.example')] }]
  const blocks = safeBlocks([{ _type: 'table', caption: bad, rows: [{ cells }] }], { pictures: 0, links: 0 })
  const cleaned = {
    ...linkedText('bad', bad),
    markDefs: [{ _type: 'footnote', _key: 'f', note: 'n' }],
    children: [{ _type: 'span', text: 'bad', marks: ['f', 'strong'] }],
  }
  expect(blocks).toEqual([
    {
      _type: 'table',
      caption: bad,
      rows: [{ cells: [{ content: [cleaned, linkedText('good', 'https://a.example')] }] }],
    },
  ])
})

it('unsafe links in tables of Markdown are removed and counted', () => {
  const leftOut = { pictures: 0, links: 0 }
  const blocks = blocksOfMarkdown('| [a](foo:bar) |\n| --- |\n| [b](ftp://b.example) |', leftOut)
  expect(leftOut).toEqual({ pictures: 0, links: 2 })
  expect(unsafeLinks(blocks, { most: 1 })).toEqual([])
})
