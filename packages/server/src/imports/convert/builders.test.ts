import { describe, expect, it } from 'vitest'
import { convertContent } from './convert.ts'

/** What page builders write as the content of a page, beside their own data. */
const elementor = `<h2>Our work</h2>\t\t
\t\t<p>We make <strong>pots</strong>
and plates.</p>\t\t
\t\t\t<a href="https://example.com/buy" role="button">
\t\t\t\t\t\t<span>
\t\t\t\t\t\t\t\t\t<span>Buy one</span>
\t\t\t</span>
\t\t</a>
\t\t\t<figure>
\t\t\t\t\t\t\t<img width="640" height="480" src="https://example.com/pot.jpg" alt="A pot" loading="lazy" />\t\t\t\t\t\t\t\t<figcaption>Red</figcaption>
\t\t\t</figure>
\t\t<ul><li>One</li><li>Two</li></ul>
[youtube JaNH56Vpg-A]`

const beaver = `<!-- wp:fl-builder/layout -->
<h2>
	Our work
	</h2>
	<p>We make <em>pots</em>.</p>
<img src="https://example.com/pot.jpg" alt="A pot" />
[vimeo 141358]
<!-- /wp:fl-builder/layout -->`

const shown = (content: string, isBuilt: boolean) => {
  const { blocks, findings } = convertContent(content, { isBuilt })
  expect([...findings.keptAsHtml]).toEqual([])
  return blocks.map(({ _type, style, listItem, children, url, alt }) => {
    const text = (children as { text: string }[] | undefined)?.map((span) => span.text).join('')
    return [listItem ?? style ?? _type, text ?? alt ?? url]
  })
}

describe('bodies of page builders', () => {
  it('that are clean HTML become rich text, without the blanks between their tags', () => {
    expect(shown(elementor, true)).toEqual([
      ['h2', 'Our work'],
      ['normal', 'We make pots and plates.'],
      ['normal', 'Buy one'],
      ['image', 'A pot'],
      ['bullet', 'One'],
      ['bullet', 'Two'],
      ['video', 'https://www.youtube.com/watch?v=JaNH56Vpg-A'],
    ])
  })

  it('within a block of their own too', () => {
    expect(shown(beaver, false)).toEqual([
      ['h2', 'Our work'],
      ['normal', 'We make pots.'],
      ['image', 'A pot'],
      ['video', 'https://vimeo.com/141358'],
    ])
  })

  it('keep what has no equivalent as HTML, and nothing else', () => {
    const { blocks } = convertContent('<p>Text</p><form action="/x"><input name="a"></form>', {
      isBuilt: true,
    })
    expect(blocks.map(({ _type }) => _type)).toEqual(['block', 'htmlBlock'])
  })
})
