import { expect, it } from 'vitest'
import { blocksOfMarkdown } from './markdown.ts'

it('names of files are no links, addresses are', () => {
  const text = 'README.md, https://a.example and www.b.com\n\n| main.rs |\n| --- |\n| lib.rs |'
  const blocks = blocksOfMarkdown(text, { pictures: 0, links: 0 })
  expect(JSON.stringify(blocks).match(/"href":"[^"]*"/g)).toEqual([
    '"href":"https://a.example"',
    '"href":"http://www.b.com"',
  ])
  expect(blocks[0]).toMatchObject({ children: [{ text: 'README.md' }, {}, {}, {}, {}] })
})
