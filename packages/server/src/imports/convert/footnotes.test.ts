import { describe, expect, it } from 'vitest'
import { convertContent } from './convert.ts'
import { readFootnotes } from './footnote.ts'

const [one, two] = ['1d5c2a30-0b51-4a1f', '2e5c2a30-0b51-4a1f']
const notes = JSON.stringify([
  { content: 'See <a href="https://example.com/a">there</a>.', id: one },
  { content: 'Or <em>not</em>.', id: two },
])
const text = `<!-- wp:paragraph --><p>First<sup data-fn="${one}" class="fn"><a href="#${one}" id="${one}-link">1</a></sup> and last.</p><!-- /wp:paragraph -->`

const shown = (content: string, stored = notes) =>
  convertContent(content, { footnotes: readFootnotes(stored) ?? [] }).blocks.map(
    ({ children, listItem, anchor }) => ({
      text: (children as { text: string }[]).map((span) => span.text).join(''),
      ...(listItem !== undefined && { listItem, anchor }),
    }),
  )

describe('footnotes', () => {
  it('are a list where their block is, and links in the text lead to them', () => {
    const after = '<!-- wp:paragraph --><p>After</p><!-- /wp:paragraph -->'
    const content = `${text}<!-- wp:footnotes /-->${after}`
    expect(shown(content)).toEqual([
      { text: 'First1 and last.' },
      { text: 'See there.', listItem: 'number', anchor: one },
      { text: 'Or not.', listItem: 'number', anchor: two },
      { text: 'After' },
    ])
    const { blocks, findings } = convertContent(content, { footnotes: readFootnotes(notes) ?? [] })
    expect(blocks[0]?.['markDefs']).toMatchObject([{ href: `#${one}` }])
    expect(findings.addresses.map(({ url }) => url)).toContain('https://example.com/a')
    expect([...findings.keptAsHtml]).toEqual([])
  })

  it('are at the end where the content has no place for them', () => {
    expect(shown(text)).toHaveLength(3)
    expect(shown(`${text}<!-- wp:footnotes /--><!-- wp:footnotes /-->`)).toHaveLength(3)
  })

  it.each([
    '',
    '[]',
    '{}',
    '[',
    '[1]',
    '[{"id":"a b","content":"x"}]',
    '[{"id":"a"}]',
    `[${'[],'.repeat(5000)}[]]`,
  ])('what is no list of footnotes is none: %.40s', (stored) => {
    expect(readFootnotes(stored)).toBeNull()
    expect(shown('Text <!-- wp:footnotes /-->', stored)).toEqual([{ text: 'Text' }])
  })
})
