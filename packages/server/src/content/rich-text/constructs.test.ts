import { describe, expect, it } from 'vitest'
import { fromMarkdown, toMarkdown } from './markdown.ts'

type Parts = Readonly<Record<string, unknown>>

/** Blocks in one line each, without keys: what each construct of Markdown is stored as. */
function said(blocks: readonly Parts[]): string[] {
  return blocks.map((block) => {
    const { _type, _key, style, markDefs, children, content, level, ...others } = block
    const kind = _type === 'block' ? String(style) : String(_type)
    const inner = Array.isArray(content) ? ` {${said(content as Parts[]).join(' | ')}}` : ''
    const parts = Object.entries(others).map(([name, value]) => ` ${name}=${JSON.stringify(value)}`)
    const depth = level === undefined ? '' : ` ${String(level)}`
    const text = children === undefined ? '' : `: ${line(children as Parts[], markDefs as Parts[])}`
    return kind + depth + parts.join('') + text + inner
  })
}

function line(children: readonly Parts[], markDefs: readonly Parts[]): string {
  const targets = new Map(markDefs.map(({ _key, href }) => [_key, href]))
  return children
    .map(({ _type, _key, text, marks, ...others }) => {
      if (_type !== 'span') return `<${String(_type)} ${JSON.stringify(others)}>`
      const all = (marks as string[]).map((mark) => targets.get(mark) ?? mark)
      return all.length === 0 ? text : `{${all.join(' ')} ${String(text)}}`
    })
    .join('')
}

/** Markdown that survives the round trip unchanged, and the stored blocks. */
const constructs: Record<string, [markdown: string, blocks: readonly string[]]> = {
  'names of files are no links': [
    'README.md, main.rs and lib.rs in example.com',
    ['normal: README.md, main.rs and lib.rs in example.com'],
  ],
  'an address of a copy by SSH is no e-mail address': [
    'Clone git@github.com:a/b.git now',
    ['normal: Clone git@github.com:a/b.git now'],
  ],
  'an address that begins with www. before a sign': [
    String.raw`[www.b.example](http://www.b.example)\* c`,
    ['normal: {http://www.b.example www.b.example}* c'],
  ],
  'addresses are links': [
    'https://a.example/x, www.b.example and c@d.com.',
    [
      'normal: {https://a.example/x https://a.example/x}, {http://www.b.example www.b.example} and {mailto:c@d.com c@d.com}.',
    ],
  ],
  'a list that begins later': [
    '5. a\n6. b',
    ['normal 1 listItem="number" start=5: a', 'normal 1 listItem="number": b'],
  ],
  'a list that begins with 0': ['0. a', ['normal 1 listItem="number" start=0: a']],
  'two lists in a row': [
    '- a\n\n* b',
    ['normal 1 listItem="bullet": a', 'normal 1 listItem="bullet" start=1: b'],
  ],
  'a list after one that ends with another list': [
    '> - a\n>   - b\n>\n> * c\n>   - d\n>\n> - e',
    [
      'quote {normal 1 listItem="bullet": a | normal 2 listItem="bullet": b | normal 1 listItem="bullet" start=1: c | normal 2 listItem="bullet": d | normal 1 listItem="bullet" start=1: e}',
    ],
  ],
  'a line break after an address': [
    'https://a.example/x\\\nb and www.b.example\\\nc',
    ['normal: {https://a.example/x https://a.example/x}\nb and {http://www.b.example www.b.example}\nc'],
  ],
  'addresses in angle brackets, and without': [
    '<https://a.example/b_c*>, https://a.example/b and <d@e.com>',
    [
      'normal: {https://a.example/b_c* https://a.example/b_c*}, {https://a.example/b https://a.example/b} and {mailto:d@e.com d@e.com}',
    ],
  ],
  'an address right after strong text': ['**a**<https://a.example/b>', []],
  'addresses in a table': [
    '| a |\n| --- |\n| https://a.example/b |\n| <https://a.example/c> d |\n| [https://a.example/d\\|e](https://a.example/d%7Ce) |',
    [],
  ],
  'a heading of two lines': ['a\\\nb\n===\n\nc\\\nd\n---', ['h1: a\nb', 'h2: c\nd']],
  'a list with space between its entries': [
    '- a\n\n- b',
    ['normal 1 listItem="bullet" spread=true: a', 'normal 1 listItem="bullet": b'],
  ],
  'code in an entry': [
    '1. a\n   ```js\n   x\n   ```\n2. b',
    ['normal 1 listItem="number": a {code language="js" code="x"}', 'normal 1 listItem="number": b'],
  ],
  'an entry that begins with code': [
    '- ```\n  x\n  ```\n- b',
    ['normal 1 listItem="bullet":  {code code="x"}', 'normal 1 listItem="bullet": b'],
  ],
  'a second paragraph, a quote and a picture in an entry': [
    '- a\n\n  b\n\n  > c\n\n  ![d](/e)\n\n- f',
    [
      'normal 1 listItem="bullet" spread=true: a {normal: b | blockquote: c | image src="/e" alt="d"}',
      'normal 1 listItem="bullet": f',
    ],
  ],
  'a list before a paragraph in an entry': [
    '- a\n\n  - b\n\n  c',
    ['normal 1 listItem="bullet" spread=true: a {normal 1 listItem="bullet": b | normal: c}'],
  ],
  'lists in lists': [
    '- a\n  1. b\n     - c\n- d',
    [
      'normal 1 listItem="bullet": a',
      'normal 2 listItem="number": b',
      'normal 3 listItem="bullet": c',
      'normal 1 listItem="bullet": d',
    ],
  ],
  'entries with and without a checkbox': [
    '- [ ] a\n- [x] b\n- c',
    [
      'normal 1 listItem="task" checked=false: a',
      'normal 1 listItem="task" checked=true: b',
      'normal 1 listItem="bullet": c',
    ],
  ],
  'a container': [':::tip\nOne\n**two**\n:::', ['normal: :::tip\nOne\n{strong two}\n:::']],
  'a formula': ['$$\na_1 + b_2\n$$', ['normal: $$\na_1 + b_2\n$$']],
  footnotes: [
    'Text[^1] and more[^note].\n\n[^1]: One\n[^note]: Some words',
    ['normal: Text[^1] and more[^note].', 'normal: [^1]: One\n[^note]: Some words'],
  ],
  'titles of pictures': ['a ![b](/c "d") e', ['normal: a <image {"src":"/c","alt":"b","title":"d"}> e']],
  'linked pictures': [
    '[![a](/b)](/c "d")\n\n[![e](/f)](/g) h',
    [
      'image src="/b" alt="a" link="/c" linkTitle="d"',
      'normal: <image {"src":"/f","alt":"e","link":"/g"}> h',
    ],
  ],
  'a picture and a text in one link': [
    '[![a](/b) c](/d)',
    ['normal: <image {"src":"/b","alt":"a","link":"/d"}>{/d  c}'],
  ],
  'a quote of paragraphs': ['> a\n>\n> b', ['blockquote: a', 'blockquote: b']],
  'headings, code and lists in a quote': [
    '> a\n>\n> ## b\n>\n> ```\n> c\n> ```\n>\n> - d',
    ['quote {normal: a | h2: b | code code="c" | normal 1 listItem="bullet": d}'],
  ],
  'a quote in a quote, and two in a row': [
    '> a\n\n> b\n\n> > c',
    ['blockquote: a', 'quote {normal: b}', 'quote {blockquote: c}'],
  ],
  'a callout': [
    '> [!NOTE]\n> a\n>\n> - b',
    ['callout tone="note" {normal: a | normal 1 listItem="bullet": b}'],
  ],
  'emphasis within a word': [
    'in*tra*word **un**believable',
    ['normal: in{em tra}word {strong un}believable'],
  ],
  'HTML and comments': [
    '<!-- a -->\n\n<div>\n<b>b</b>\n</div>\n\nc <i>d</i>',
    ['html html="<!-- a -->"', 'html html="<div>\\n<b>b</b>\\n</div>"', 'normal: c <i>d</i>'],
  ],
  'HTML at the start of a text': [
    '- <small>[a](/b)</small>',
    ['normal 1 listItem="bullet": <small>{/b a}</small>'],
  ],
  'a tag that takes several lines': ['<img\nsrc="/a" alt="b">', ['normal: <img src="/a" alt="b">']],
  'HTML in a heading': ['# <b>a</b>', ['h1: <b>a</b>']],
  'HTML in a table': ['| a |\n| --- |\n| <b title="x\\|y">c</b> |', []],
  'an address within HTML': [
    'go to <a href="https://a.example">https://a.example</a>',
    ['normal: go to <a href="https://a.example">https://a.example</a>'],
  ],
  'an address before other signs': [
    '<https://a.example>{:x}',
    ['normal: {https://a.example https://a.example}{:x}'],
  ],
  'an address that is encoded': [
    'https://a.example/b%20c',
    ['normal: {https://a.example/b%20c https://a.example/b%20c}'],
  ],
  'signs that are no markup': [
    String.raw`2 * 3 snake_case a_b_c \*x\* 1 < 2 & 3 [a] \[b](c) # d`,
    ['normal: 2 * 3 snake_case a_b_c *x* 1 < 2 & 3 [a] [b](c) # d'],
  ].map((part) => (Array.isArray(part) ? part : part.replace(String.raw`\[b](c)`, String.raw`[b\](c)`))) as [
    string,
    string[],
  ],
  tables: ['| a | b |\n| :--- | ---: |\n| `x` \\| y | ![p](/q) |', []],
}

describe('each construct of Markdown', () => {
  it.each(Object.entries(constructs))('%s', (_, [markdown, blocks]) => {
    const stored = fromMarkdown(markdown)
    if (blocks.length > 0) expect(said(stored)).toEqual(blocks)
    expect(toMarkdown(stored)).toBe(markdown)
  })

  it('signs of emphasis at the end of an address are none of it', () => {
    const [block] = fromMarkdown('_https://a.example/b_ and **https://a.example/c**')
    expect(said([block as Parts])).toEqual([
      'normal: {em https://a.example/b https://a.example/b} and {strong https://a.example/c https://a.example/c}',
    ])
  })

  it('a text that looks like an address or a checkbox is none where it is not one', () => {
    const span = (text: string): object => ({ _type: 'span', text, marks: [] })
    const texts = [
      'https://a.example',
      'www.a.example and b@c.com',
      '[ ] d',
      '[a]: /b',
      '<https://a.example>',
      '1. a',
      '- a',
      '# a',
      '<div>',
      '&amp;',
      '[^1]: a',
      '\u00a0a\u00a0',
    ]
    for (const text of texts) {
      for (const list of [{}, { listItem: 'bullet', level: 1 }]) {
        const block = { _type: 'block', style: 'normal', ...list, markDefs: [], children: [span(text)] }
        const markdown = toMarkdown([block])
        expect(markdown).not.toContain('json:object')
        expect(fromMarkdown(markdown)).toMatchObject([{ children: [{ text, marks: [] }] }])
      }
    }
  })

  it('what is nested deeper than the parser reads is refused', () => {
    expect(() => fromMarkdown(`${'> '.repeat(120)}a`)).toThrow('nested too deeply')
  })
})
