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

  it('ids of blocks of every kind are anchors', () => {
    const image = '<img src="https://x.example/a.png" alt="A"/>'
    const paragraph = markup('paragraph', '<p>text</p>')
    const all: Record<string, string> = {
      group: markup('group', `<div id="x" class="wp-block-group">${paragraph}</div>`),
      columns: markup('columns', `<div id="x">${markup('column', `<div>${paragraph}</div>`)}</div>`),
      cover: markup(
        'cover',
        `<div class="c" id="x">${image}<div>${paragraph}</div></div>`,
        '{"url":"https://x.example/a.png"}',
      ),
      details: markup('details', `<details id="x"><summary>S</summary>${paragraph}</details>`),
      gallery: markup(
        'gallery',
        `<figure class="wp-block-gallery" id="x">${markup('image', `<figure>${image}</figure>`)}</figure>`,
      ),
      separator: markup('separator', '<hr id="x"/>'),
      code: markup('code', '<pre id="x"><code>c</code></pre>'),
      buttons: markup('buttons', `<div id="x">${markup('button', '<div><a href="/a">B</a></div>')}</div>`),
      pullquote: markup('pullquote', '<figure id="x"><blockquote><p>q</p></blockquote></figure>'),
      embed: markup(
        'embed',
        '<figure id="x">https://youtu.be/abcdefghijk</figure>',
        '{"url":"https://youtu.be/abcdefghijk"}',
      ),
      file: markup('file', '<div id="x"><a href="https://x.example/a.pdf">a</a></div>'),
      verse: markup('verse', '<pre id="x">v</pre>'),
      'media-text': markup(
        'media-text',
        `<div id="x"><figure>${image}</figure><div>${paragraph}</div></div>`,
      ),
      'only the attribute':
        markup('latest-x', '', '{"anchor":"x"}') +
        markup('group', `<div>${paragraph}</div>`, '{"anchor":"x"}'),
      'a spacer, before the next block': markup('spacer', '<div id="x"></div>') + paragraph,
    }
    for (const [name, html] of Object.entries(all)) {
      const { blocks, lost } = convert(html)
      expect(JSON.stringify(blocks), name).toContain('"anchor":"x"')
      expect(lost, name).toEqual({})
    }
    expect(
      convert(markup('columns', `<div>${markup('column', `<div id="c">${paragraph}</div>`)}</div>`)).blocks,
    ).toMatchObject([{ columns: [{ anchor: 'c' }] }])
  })

  it('ids that no block can have are counted wherever they are', () => {
    const { lost } = convert(
      '<table id="t"><tr id="r"><td id="c">a</td></tr></table><p id="p">b <span id="s">c</span></p><figure id="f"><img id="i" src="/a.png"></figure><svg id="kept"><path id="too"/></svg><a id="end"></a>',
    )
    expect(lost).toEqual({ id: 5 })
  })

  it.each([
    ['<p title="T">a</p>', { 'title of p': 1 }],
    ['<dfn title="T">a</dfn>', { 'title of dfn': 1 }],
    ['<p><a href="/a" title="T">a</a><img src="/a.png" title="U"></p>', {}],
    ['<p><a href="/a" title="T"><img src="/a.png"></a></p>', {}],
    ['<iframe src="https://www.youtube.com/embed/abcdefghijk" title="Film"></iframe>', {}],
    ['<p><q cite="https://x.example/">a</q></p>', { 'cite of q': 1 }],
    ['<blockquote cite="https://x.example/"><p>a</p></blockquote>', { 'cite of blockquote': 1 }],
    ['<p lang="fr" dir="rtl">a</p>', { lang: 1, dir: 1 }],
    [
      '<p><time datetime="2020">a</time> <del cite="/x" datetime="2021">b</del></p>',
      { 'datetime of time': 1, 'cite of del': 1, 'datetime of del': 1 },
    ],
    ['<ol type="a"><li>a</li></ol>', { 'type of ol': 1 }],
    ['<ol style="list-style-type:upper-roman"><li>a</li></ol>', { 'type of ol': 1 }],
    [
      '<table><thead><tr><th scope="col" abbr="n">N</th></tr></thead><tfoot><tr><td>f</td></tr></tfoot></table>',
      { 'scope of th': 1, 'abbr of th': 1, tfoot: 1 },
    ],
    [
      '<p><a href="/a" rel="nofollow noopener" hreflang="de" download>a</a> <a href="/b" rel="noopener">b</a></p>',
      { 'rel of a': 1, 'hreflang of a': 1, 'download of a': 1 },
    ],
    ['<p><ruby>a<rt>b</rt></ruby> <bdo dir="rtl">c</bdo></p>', { ruby: 1, bdo: 1, dir: 1 }],
    ['<p>a<!-- a note --></p><!--more--><p>b</p>', { comment: 1 }],
    ['<pre lang="php">$a <a href="/a">b</a></pre>', { 'lang of pre': 1 }],
    ['<video src="/a.mp4" autoplay loop></video>', { 'autoplay of video': 1, 'loop of video': 1 }],
    [
      '<details><summary>A <em>b</em> <a href="/a">c</a></summary>d</details>',
      { 'em of summary': 1, 'a of summary': 1 },
    ],
    ['<p><a href="https://x.example/"></a>a</p>', { 'a without content': 1 }],
    ['<form lang="fr" title="T"><input id="a" title="b"></form>', {}],
    ['<p title="T">a</p><form title="T"></form>', { 'title of p': 1 }],
    ['[sourcecode]<p id="a" title="b">[/sourcecode]', {}],
  ])('%s: what has no place is counted', (html, expected) => expect(convert(html).lost).toEqual(expected))

  it.each([
    [
      'media-text',
      '<div><figure><img src="DATA" alt="Drawn"/></figure><div><!-- wp:paragraph --><p>a</p><!-- /wp:paragraph --></div></div>',
    ],
    [
      'cover',
      '<div><img src="DATA" alt="Drawn"/><div><!-- wp:paragraph --><p>a</p><!-- /wp:paragraph --></div></div>',
    ],
  ])('a picture within its address in %s stays as HTML', (name, html) => {
    const { blocks } = convert(markup(name, html.replace('DATA', `data:image/svg+xml,${'x'.repeat(400)}`)))
    expect(blocks).toMatchObject([{}, { _type: 'htmlBlock', html: expect.stringContaining('Drawn') }])
  })

  it('text that only other browsers show is counted', () => {
    expect(convert('<video src="/a.mp4">No film? <a href="/a.mp4">Get it</a></video>').lost).toEqual({
      'text of video': 1,
    })
  })

  it('blocks of a plugin that are only HTML or pictures are texts and galleries', () => {
    const mail = markup('jetpack/email', '<div><a href="mailto:a@x.example">a@x.example</a></div>')
    expect(convert(markup('jetpack/contact-info', `<div>${mail}</div>`)).blocks).toMatchObject([
      { _type: 'block', markDefs: [{ href: 'mailto:a@x.example' }], children: [{ text: 'a@x.example' }] },
    ])
    const pictures =
      '<figure><img src="https://x.example/a.png" alt="A"></figure><figure><img src="https://x.example/b.png" alt="B"></figure>'
    expect(
      convert(markup('jetpack/tiled-gallery', `<div>${pictures}</div>`, '{"ids":[1,2]}')).blocks,
    ).toMatchObject([{ _type: 'gallery', images: [{ alt: 'A' }, { alt: 'B' }] }])
  })

  it('a link around blocks is a link in each of them', () => {
    const link = { markDefs: [{ href: 'https://x.example/' }], children: [{ marks: [expect.any(String)] }] }
    const { blocks } = convert('<a href="https://x.example/"><h3>A</h3><div>B</div>c</a> d')
    expect(blocks).toMatchObject([
      { style: 'h3', ...link },
      link,
      { markDefs: [{}], children: [{ text: 'c' }, { text: ' d', marks: [] }] },
    ])
    for (const { markDefs, children } of blocks) expect(children[0].marks).toEqual([markDefs[0]._key])
  })

  it('a link that shows an icon is named by its label', () => {
    const { blocks } = convert(
      '<p><a href="https://a.example/" aria-label="A"><i class="icon"></i></a> <a href="https://b.example/"><svg><title>B</title></svg></a></p>',
    )
    const links = blocks.flatMap(({ markDefs = [] }) => markDefs.map(({ href }: Any) => href))
    expect(links).toEqual(['https://a.example/', 'https://b.example/'])
    expect(JSON.stringify(blocks)).toContain('"text":"A"')
  })

  it('buttons and pictures lead to mailboxes and telephones', () => {
    expect(
      convert(
        markup('buttons', `<div>${markup('button', '<div><a href="mailto:a@x.example">M</a></div>')}</div>`),
      ).blocks,
    ).toMatchObject([{ buttons: [{ text: 'M', url: 'mailto:a@x.example' }] }])
    expect(convert('<a href="tel:+4912" title="Call"><img src="/a.png"></a>').blocks).toMatchObject([
      { _type: 'image', link: 'tel:+4912', linkTitle: 'Call' },
    ])
    expect(
      convert(
        markup(
          'social-links',
          markup('social-link', '', '{"url":"a@x.example","service":"mail"}') +
            markup('social-link', '', '{"url":"x.example/me","service":"x"}'),
        ),
      ).blocks,
    ).toMatchObject([{ buttons: [{ url: 'mailto:a@x.example' }, { url: 'https://x.example/me' }] }])
  })

  it('an entry holds what comes after its text, so that the numbers go on', () => {
    const { blocks } = convert(
      '<ol><li>One<pre>code</pre>more</li><li>Two<ul><li>in</li></ul>tail</li><li><img src="/a.png"></li><li>Four<ul><li>deeper</li></ul></li></ol>',
    )
    expect(blocks).toMatchObject([
      {
        listItem: 'number',
        level: 1,
        children: [{ text: 'One' }],
        content: [{ _type: 'code' }, { children: [{ text: 'more' }] }],
      },
      {
        listItem: 'number',
        children: [{ text: 'Two' }],
        content: [{ listItem: 'bullet', level: 1 }, { children: [{ text: 'tail' }] }],
      },
      { listItem: 'number', children: [{ text: '' }], content: [{ _type: 'image' }] },
      { listItem: 'number', children: [{ text: 'Four' }] },
      { listItem: 'bullet', level: 2, children: [{ text: 'deeper' }] },
    ])
    expect(blocks[0].content[1]).not.toHaveProperty('listItem')
    expect(blocks[3]).not.toHaveProperty('content')
  })

  it('pictures in a list without text stay pictures, and deep lists are bounded', () => {
    expect(convert('<ul><li><img src="/a.png"></li><li><img src="/b.png"></li></ul>').blocks).toMatchObject([
      { _type: 'image' },
      { _type: 'image' },
    ])
    const { blocks } = convert('<ol><li>a<hr>'.repeat(60))
    const depthOf = (value: Any): number =>
      typeof value === 'object' && value !== null ? 1 + Math.max(0, ...Object.values(value).map(depthOf)) : 0
    expect(depthOf(blocks)).toBeLessThan(30)
  })

  it('a quote holds headings, code and pictures; its source stays its source', () => {
    expect(
      convert('<blockquote><h3>H</h3><p>t</p><pre>c</pre><img src="/a.png"><cite>Me</cite></blockquote>')
        .blocks,
    ).toMatchObject([
      {
        _type: 'quote',
        content: [
          { style: 'h3' },
          { style: 'normal' },
          { _type: 'code' },
          { _type: 'image' },
          { style: 'citation' },
        ],
      },
    ])
    expect(
      convert(markup('quote', `<blockquote>${markup('separator', '<hr/>')}<p>a</p></blockquote>`)).blocks,
    ).toMatchObject([{ _type: 'quote', content: [{ _type: 'break' }, {}] }])
  })

  it('captions keep their marks and lines', () => {
    const html = '<figure><img src="/a.png"><figcaption>a <em>b</em><br>c</figcaption></figure>'
    expect(convert(html).blocks).toMatchObject([
      {
        caption: 'a b c',
        captionContent: [{ children: [{ text: 'a ' }, { text: 'b\n', marks: ['em'] }, { text: 'c' }] }],
      },
    ])
  })

  it('cells keep their alignment, films their tracks, galleries their columns', () => {
    expect(convert('<table><tr><td align="right">1</td></tr></table>').blocks).toMatchObject([
      { rows: [{ cells: [{ content: [{ align: 'right' }] }] }] },
    ])
    expect(
      convert('<video src="/a.mp4"><track src="/a.vtt" kind="captions" srclang="de" label="Deutsch"></video>')
        .blocks,
    ).toMatchObject([{ tracks: [{ url: '/a.vtt', kind: 'captions', language: 'de', label: 'Deutsch' }] }])
    expect(
      convert(
        markup('gallery', '<figure class="wp-block-gallery"><img src="/a.png"></figure>', '{"columns":2}'),
      ).blocks,
    ).toMatchObject([{ _type: 'gallery', columns: 2 }])
  })

  it('the language of code blocks, wherever it is written', () => {
    const language = (html: string): unknown => convert(html).blocks[0].language
    expect(language(markup('code', '<pre><code lang="php" class="language-php">a</code></pre>'))).toBe('php')
    expect(
      language(markup('syntaxhighlighter/code', '<pre class="x">a &lt; b</pre>', '{"language":"php"}')),
    ).toBe('php')
    expect(language('<pre data-lang="Rust"><code>a</code></pre>')).toBe('rust')
    expect(language('<pre lang="asp.net">a</pre>')).toBe('asp.net')
  })

  it.each([
    [
      '[youtube]https://www.youtube.com/watch?v=abcdefghijk[/youtube]',
      'https://www.youtube.com/watch?v=abcdefghijk',
    ],
    [
      '[gist]https://gist.github.com/57cc50246aab776e1100[/gist]',
      'https://gist.github.com/57cc50246aab776e1100',
    ],
    ['[gist 57cc50246aab776e1100]', 'https://gist.github.com/57cc50246aab776e1100'],
    ['[audio https://x.example/a.mp3|titles=A]', 'https://x.example/a.mp3'],
  ])('%s has one address', (html, url) => expect(convert(html).blocks).toMatchObject([{ url }]))

  it('a shortcode swallows no text up to an end that is not its own', () => {
    const { blocks } = convert('[vimeo 12345678]\n\nSome text\n\n[/vimeo]')
    expect(JSON.stringify(blocks)).toContain('Some text')
    expect(convert('<p><a href="/a">[video]</a> <a href="/b">[caption]</a></p>').blocks).toMatchObject([
      { children: [{ text: '[video]' }, { text: ' ' }, { text: '[caption]' }] },
    ])
  })
})
