import { describe, expect, it } from 'vitest'
import { convertContent } from './convert.ts'

// oxlint-disable-next-line typescript/no-explicit-any -- blocks are looked into freely in tests
type Any = any

function convert(html: string): { blocks: Any[]; lost: Record<string, number> } {
  const { blocks, findings } = convertContent(html)
  return { blocks, lost: Object.fromEntries(findings.lost) }
}

const textsOf = (blocks: readonly Any[]): string[] =>
  blocks.map(({ children = [] }) => children.map(({ text }: Any) => text).join(''))

describe('HTML as people and other programs write it', () => {
  it('names in angle brackets do not keep the rest of a text as HTML', () => {
    const { blocks, lost } = convert('Use List<String> or <em>Map</em>.\n\nA second text.')
    expect(textsOf(blocks)).toEqual(['Use List or Map.', 'A second text.'])
    expect(blocks[0].children[1]).toMatchObject({ text: 'Map', marks: ['em'] })
    expect(lost).toEqual({ 'element string': 1 })
  })

  it('elements of a word processor are counted, and those of a program are kept', () => {
    const { blocks, lost } = convert(
      '<p>In <st1:city w:st="on">Paris</st1:city><o:p></o:p></p><x-map place="a"><p>b</p></x-map><fb:like href="https://x.example/"></fb:like>',
    )
    expect(textsOf(blocks.slice(0, 1))).toEqual(['In Paris'])
    expect(blocks.slice(1)).toMatchObject([
      { _type: 'htmlBlock', source: 'x-map' },
      { _type: 'htmlBlock', source: 'fb:like' },
    ])
    expect(lost).toEqual({ 'element st1:city': 1, 'element o:p': 1 })
  })

  it('a line end after a line break is no second one', () => {
    expect(textsOf(convert('<p>a<br />\nb</p>c<br>\n<br>\nd').blocks)).toEqual(['a\nb', 'c\n\nd'])
  })

  it.each([
    ['[php]$a = 1 &lt; 2;[/php]', 'php', '$a = 1 < 2;'],
    ['[Python]\nprint("a")\n\nx = 1\n[/Python]', 'python', 'print("a")\n\nx = 1'],
    ['[css light="true"]a > b {}[/css]', 'css', 'a > b {}'],
  ])('a shortcode that names the language of code: %s', (html, language, code) => {
    expect(convert(html).blocks).toMatchObject([{ _type: 'code', language, code }])
  })

  it('the field of a form is no code', () => {
    const html = 'Your page: [css] [sql "name" 5]'
    expect(textsOf(convert(html).blocks)).toEqual([html])
  })

  it('shortcodes within the blocks of a text', () => {
    const html =
      '<!-- wp:paragraph --><p>See [youtube https://youtu.be/abcdefghijk] now</p><!-- /wp:paragraph -->'
    expect(convert(html).blocks).toMatchObject([
      { children: [{ text: 'See' }] },
      { _type: 'video', url: 'https://youtu.be/abcdefghijk' },
      { children: [{ text: 'now' }] },
    ])
  })

  it('blocks by the names that they had first', () => {
    const html =
      '<!-- wp:cover-image {"url":"https://x.example/c.jpg"} --><section class="wp-block-cover-image"><h2>On top</h2></section><!-- /wp:cover-image --><!-- wp:subhead --><p class="wp-block-subhead">Below</p><!-- /wp:subhead -->'
    expect(convert(html).blocks).toMatchObject([
      { _type: 'cover', background: { url: 'https://x.example/c.jpg' }, content: [{ style: 'h2' }] },
      { children: [{ text: 'Below' }] },
    ])
  })

  it('footnotes that only the block has', () => {
    const html =
      '<!-- wp:footnotes --><ol><li id="n1">Note <a href="#n1-link">↩︎</a></li></ol><!-- /wp:footnotes -->'
    expect(convert(html).blocks).toMatchObject([{ listItem: 'number', anchor: 'n1' }])
  })

  it('the language of code that another highlighter marked', () => {
    const html = '<pre class="EnlighterJSRAW" data-enlighter-language="js">a()</pre>'
    expect(convert(html).blocks).toMatchObject([{ _type: 'code', language: 'js' }])
  })

  it.each([
    ['a word', 'x'.repeat(9_000_000)],
    ['lines', 'a line\n'.repeat(200_000)],
  ])('%s of megabytes', (_, html) => {
    expect(textsOf(convert(html).blocks)).toEqual([html.trimEnd()])
  })
})
