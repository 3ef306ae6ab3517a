import { describe, expect, it } from 'vitest'
import { convertContent } from './convert.ts'

// oxlint-disable-next-line typescript/no-explicit-any -- blocks are looked into freely in tests
type Any = any

function convert(html: string): { blocks: Any[]; lost: Record<string, number> } {
  const { blocks, findings } = convertContent(html)
  return { blocks, lost: Object.fromEntries(findings.lost) }
}

const markup = (name: string, html: string, said = ''): string =>
  `<!-- wp:${name}${said === '' ? '' : ` ${said}`} -->${html}<!-- /wp:${name} -->`

describe('details of HTML', () => {
  it('social links that are only elements', () => {
    const html =
      '<ul class="wp-block-social-links"><li class="wp-social-link wp-social-link-github"><a href="https://github.example/a">Code</a></li><li class="wp-social-link-mail"><a href="https://m.example/" aria-label="Mail"></a></li></ul>'
    expect(convert(markup('social-links', html)).blocks).toMatchObject([
      {
        _type: 'buttons',
        buttons: [
          { text: 'Code', service: 'github', url: 'https://github.example/a' },
          { text: 'Mail', service: 'mail', url: 'https://m.example/' },
        ],
      },
    ])
  })

  it('social links whose blocks have the address only in their HTML', () => {
    const link = markup('social-link', '<li><a href="https://x.example/b">B</a></li>', '{"service":"x"}')
    expect(convert(markup('social-links', `<ul>${link}</ul>`)).blocks).toMatchObject([
      { _type: 'buttons', buttons: [{ text: 'B', service: 'x', url: 'https://x.example/b' }] },
    ])
  })

  it('a lone bracketed word in a link stays a link; a lone shortcode is kept', () => {
    expect(convert('<p><a href="https://x.example/">[source]</a></p>').blocks).toMatchObject([
      { _type: 'block', markDefs: [{ href: 'https://x.example/' }], children: [{ text: '[source]' }] },
    ])
    expect(convert('<p>[form]</p>').blocks).toMatchObject([{ _type: 'htmlBlock', source: 'shortcode' }])
  })

  it('where a list begins, and that it counts down', () => {
    expect(convert('<ol start="3"><li>a</li><li>b</li></ol>').blocks).toMatchObject([
      { listItem: 'number', start: 3 },
      { listItem: 'number' },
    ])
    expect(convert('<ol reversed><li>a</li></ol>').blocks).toMatchObject([{ reversed: true }])
    const [plain] = convert('<ol><li>a</li></ol>').blocks
    expect(plain).not.toHaveProperty('start')
    expect(convert('<ol><li value="7">a</li></ol>').lost).toEqual({ 'value of li': 1 })
  })

  it('a list within a list has its own beginning', () => {
    expect(convert('<ol start="2"><li>a<ol start="5"><li>b</li></ol></li></ol>').blocks).toMatchObject([
      { level: 1, start: 2 },
      { level: 2, start: 5 },
    ])
  })

  it('the language of code', () => {
    expect(convert('<pre lang="PHP">$a = 1;</pre>').blocks).toMatchObject([
      { _type: 'code', language: 'php' },
    ])
  })

  it('titles of abbreviations and definition lists are counted', () => {
    const { blocks, lost } = convert(
      '<p><abbr title="World">W</abbr> <abbr>X</abbr></p><dl><dt>a</dt><dd>b</dd></dl>',
    )
    expect(blocks).toMatchObject([
      { children: [{ text: 'W X' }] },
      { children: [{ text: 'a', marks: ['strong'] }] },
      { children: [{ text: 'b' }] },
    ])
    expect(lost).toEqual({ 'title of abbr': 1, dl: 1 })
  })

  it('quotations in a text have their marks', () => {
    expect(convert('<p>He said <q>go <q>now</q></q>.</p>').blocks).toMatchObject([
      { children: [{ text: 'He said “go ‘now’”.' }] },
    ])
  })

  it('a quote within a quote', () => {
    const html = '<blockquote><p>a</p><blockquote><p>b</p></blockquote><p>c</p></blockquote>'
    expect(convert(html).blocks).toMatchObject([
      {
        _type: 'quote',
        content: [
          { style: 'normal', children: [{ text: 'a' }] },
          { style: 'blockquote', children: [{ text: 'b' }] },
          { style: 'normal', children: [{ text: 'c' }] },
        ],
      },
    ])
  })

  it('ids of pictures, tables and entries are anchors; a second id of one block is counted', () => {
    const { blocks, lost } = convert(
      '<p><img id="p" src="https://x.example/a.png"></p><table id="t"><tr><td>a</td></tr></table><ul><li id="l">b</li></ul><div id="o"><p id="i">c</p></div>',
    )
    expect(blocks).toMatchObject([
      { _type: 'image', anchor: 'p' },
      { _type: 'table', anchor: 't' },
      { listItem: 'bullet', anchor: 'l' },
      { anchor: 'i' },
    ])
    expect(lost).toEqual({ id: 1 })
  })
  it('of another text of the same item are counted with those of its content', () => {
    const { findings } = convertContent('<p>A <abbr title="One">1</abbr></p>')
    findings.include(convertContent('<p>B <abbr title="Two">2</abbr></p><dl><dt>x</dt></dl>').findings)
    expect(Object.fromEntries(findings.lost)).toEqual({ 'title of abbr': 2, dl: 1 })
  })
})
