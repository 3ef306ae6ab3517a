import { describe, expect, it } from 'vitest'
import type { Block } from './block.ts'
import { convertContent } from './convert.ts'

/** A summary of a block: style, list and texts with their marks, or the content of other blocks. */
function summary(block: Block): string {
  if (block._type !== 'block') {
    const { _type, _key, ...rest } = block
    return `${_type} ${JSON.stringify(rest, (key, value: unknown) => (key === '_key' ? undefined : value))}`
  }
  const { style, listItem, level, align, children, markDefs } = block as unknown as {
    style: string
    listItem?: string
    level?: number
    align?: string
    children: { text: string; marks: string[] }[]
    markDefs: { _key: string; href: string }[]
  }
  const nameOf = (mark: string): string => markDefs.find(({ _key }) => _key === mark)?.href ?? mark
  const texts = children.map(({ text, marks }) =>
    marks.length === 0 ? text : `{${text}|${marks.map(nameOf).join(',')}}`,
  )
  const look = [
    style,
    ...(listItem === undefined ? [] : [`${listItem}${level}`]),
    ...(align === undefined ? [] : [align]),
  ]
  return `${look.join(' ')}: ${texts.join('')}`
}

const convert = (content: string): string[] => convertContent(content).blocks.map(summary)
const wrapped = (name: string, html: string, said = ''): string =>
  `<!-- wp:${name}${said} -->\n${html}\n<!-- /wp:${name} -->`

/** name → classic HTML and the expected blocks */
const classic: Record<string, [string, string[]]> = {
  'blank lines part paragraphs, line ends are breaks': [
    'One\nstill one\n\nTwo',
    ['normal: One\nstill one', 'normal: Two'],
  ],
  'inline elements are marks': [
    'a <strong>b <em>c</em></strong> <del>d</del> <code>e</code><sup>f</sup>',
    ['normal: a {b |strong}{c|strong,em} {d|strike-through} {e|code}{f|sup}'],
  ],
  links: ['see <a href="https://example.com/x">this</a>', ['normal: see {this|https://example.com/x}']],
  'links that run program text lose their target': [
    '<a href="java&#10;script:alert(1)">x</a> <a href="data:text/html,x">y</a>',
    ['normal: x y'],
  ],
  headings: ['<h2 style="text-align: center">T</h2>text', ['h2 center: T', 'normal: text']],
  'lists in lists': [
    '<ul><li>a<ol><li>b</li></ol></li><li>c</li></ul>',
    ['normal bullet1: a', 'normal number2: b', 'normal bullet1: c'],
  ],
  'paragraphs in a list item are its lines': ['<ul><li><p>a</p><p>b</p></li></ul>', ['normal bullet1: a\nb']],
  'quotes with their source': [
    '<blockquote>said\n\nmore<cite>Ada</cite></blockquote>',
    ['blockquote: said', 'blockquote: more', 'citation: {Ada|em}'],
  ],
  'program text': [
    '<pre class="lang-js">a &lt; b\n  c</pre>',
    ['code {"code":"a < b\\n  c","language":"js"}'],
  ],
  'program text in a shortcode, as it is and with entities': [
    '[sourcecode language="c"]if (a < b && c) x("&lt;");[/sourcecode]\n\n[code]#include &lt;a.h&gt; // &amp;amp; &#039;[/code]',
    [
      'code {"code":"if (a < b && c) x(\\"&lt;\\");","language":"c"}',
      'code {"code":"#include <a.h> // &amp; \'"}',
    ],
  ],
  'images, with their links': [
    '<a href="https://example.com/big"><img class="wp-image-7 alignleft" src="https://example.com/a.jpg" alt="A" width="10" height="20"></a>',
    [
      'image {"url":"https://example.com/a.jpg","alt":"A","width":10,"height":20,"align":"left","link":"https://example.com/big"}',
    ],
  ],
  captions: [
    '[caption id="x" align="alignleft" width="300"]<img src="https://example.com/a.jpg"> A dog[/caption]',
    ['image {"url":"https://example.com/a.jpg","caption":"A dog","align":"left"}'],
  ],
  'galleries by ids': [
    '[gallery ids="4,5" columns="2"]',
    [
      'gallery {"images":[{"_type":"image","url":"","sourceId":"4"},{"_type":"image","url":"","sourceId":"5"}],"columns":2}',
    ],
  ],
  'addresses alone on a line that are embedded': [
    'https://www.youtube.com/watch?v=x\n\nhttps://example.com/',
    ['video {"url":"https://www.youtube.com/watch?v=x"}', 'normal: https://example.com/'],
  ],
  players: [
    '[audio mp3="https://example.com/a.mp3"]<video src="https://example.com/b.mp4"></video>',
    [
      'file {"media":"audio","url":"https://example.com/a.mp3"}',
      'file {"media":"video","url":"https://example.com/b.mp4"}',
    ],
  ],
  'shortcodes of others are kept': [
    '[contact-form id="1"]\n\nin [text] they stay',
    ['htmlBlock {"html":"[contact-form id=\\"1\\"]","source":"shortcode"}', 'normal: in [text] they stay'],
  ],
  'shortcodes within program text, and in doubled brackets, are text': [
    '<code>[gallery]</code> [[gallery]]',
    ['normal: {[gallery]|code} [gallery]'],
  ],
  frames: [
    '<iframe src="//player.vimeo.com/video/1"></iframe>',
    ['video {"url":"https://player.vimeo.com/video/1"}'],
  ],
  breaks: [
    'a<!--more-->b<hr>c',
    ['normal: a', 'break {"style":"more"}', 'normal: b', 'break {"style":"separator"}', 'normal: c'],
  ],
  tables: [
    '<table><thead><tr><th>H</th></tr></thead><tbody><tr><td colspan="2">a</td></tr></tbody></table>',
    [
      'table {"rows":[{"_type":"row","cells":[{"_type":"cell","isHeader":true,"content":[{"_type":"block","style":"normal","markDefs":[],"children":[{"_type":"span","text":"H","marks":[]}]}]}]},{"_type":"row","cells":[{"_type":"cell","colspan":2,"content":[{"_type":"block","style":"normal","markDefs":[],"children":[{"_type":"span","text":"a","marks":[]}]}]}]}]}',
    ],
  ],
  'what has no equivalent is kept': [
    '<script>alert(1)</script><form><input></form>',
    [
      'htmlBlock {"html":"<script>alert(1)</script>","source":"script"}',
      'htmlBlock {"html":"<form><input></form>","source":"form"}',
    ],
  ],
  nothing: ['  \n\n ', []],
}

/** the same for block markup */
const blocks: Record<string, [string, string[]]> = {
  'paragraphs and headings': [
    wrapped('paragraph', '<p>a\nb</p>') + wrapped('heading', '<h3>c</h3>', ' {"level":3}'),
    ['normal: a b', 'h3: c'],
  ],
  'lists with inner blocks': [
    wrapped('list', `<ul>${wrapped('list-item', '<li>a</li>')}${wrapped('list-item', '<li>b</li>')}</ul>`),
    ['normal bullet1: a', 'normal bullet1: b'],
  ],
  'images by id': [
    wrapped('image', '<figure><img src="/a.jpg" alt=""/><figcaption>C</figcaption></figure>', ' {"id":3}'),
    ['image {"url":"/a.jpg","caption":"C"}'],
  ],
  galleries: [
    wrapped(
      'gallery',
      `<figure class="wp-block-gallery">${wrapped('image', '<figure><img src="/a.jpg"/></figure>')}<figcaption>G</figcaption></figure>`,
    ),
    ['gallery {"images":[{"_type":"image","url":"/a.jpg"}],"caption":"G"}'],
  ],
  quotes: [
    wrapped('quote', '<blockquote>' + wrapped('paragraph', '<p>q</p>') + '<cite>A</cite></blockquote>'),
    ['blockquote: q', 'citation: {A|em}'],
  ],
  'pull quotes': [
    wrapped('pullquote', '<figure><blockquote><p>q</p></blockquote></figure>'),
    ['pullquote: q'],
  ],
  'program text': [
    wrapped('code', '<pre class="wp-block-code"><code>x &amp;&amp; y</code></pre>'),
    ['code {"code":"x && y"}'],
  ],
  'verse and preformatted text keep their lines': [
    wrapped('verse', '<pre>a\n  <em>b</em></pre>'),
    ['verse: a\n  {b|em}'],
  ],
  columns: [
    wrapped(
      'columns',
      `<div>${wrapped('column', `<div>${wrapped('paragraph', '<p>l</p>')}</div>`, ' {"width":"30%"}')}${wrapped('column', '<div></div>')}</div>`,
    ),
    [
      'columns {"columns":[{"_type":"column","width":"30%","content":[{"_type":"block","style":"normal","markDefs":[],"children":[{"_type":"span","text":"l","marks":[]}]}]},{"_type":"column","content":[]}]}',
    ],
  ],
  'groups are their blocks': [
    wrapped('group', `<div>${wrapped('paragraph', '<p>a</p>')}</div>`),
    ['normal: a'],
  ],
  buttons: [
    wrapped('buttons', `<div>${wrapped('button', '<div><a href="https://example.com/">Go</a></div>')}</div>`),
    ['buttons {"buttons":[{"_type":"button","text":"Go","url":"https://example.com/"}]}'],
  ],
  embeds: [
    wrapped('embed', '<figure><div>\nhttps://x.com/a/1\n</div></figure>', ' {"url":"https://x.com/a/1"}'),
    ['post {"url":"https://x.com/a/1"}'],
  ],
  files: [
    wrapped('file', '<div><a href="/f.pdf">The file</a></div>', ' {"id":9,"href":"/f.pdf"}'),
    ['file {"media":"document","url":"/f.pdf","filename":"The file"}'],
  ],
  'covers, old ones too': [
    wrapped('cover', '<div><p class="wp-block-cover-text">T</p></div>', ' {"url":"/c.jpg","id":1}'),
    [
      'cover {"background":{"_type":"image","url":"/c.jpg"},"content":[{"_type":"block","style":"normal","markDefs":[],"children":[{"_type":"span","text":"T","marks":[]}]}]}',
    ],
  ],
  'breaks and spacers': [
    wrapped('separator', '<hr/>') + wrapped('spacer', '<div></div>') + wrapped('nextpage', '<!--nextpage-->'),
    ['break {"style":"separator"}', 'break {"style":"page"}'],
  ],
  'custom HTML and shortcodes are kept': [
    wrapped('html', '<b onclick="x()">y</b>'),
    ['htmlBlock {"html":"<b onclick=\\"x()\\">y</b>","source":"html"}'],
  ],
  sections: ['<!-- wp:block {"ref":12} /-->', ['section {"sourceId":"12"}']],
  'blocks without an equivalent': [
    '<!-- wp:latest-posts {"postsToShow":3} /-->',
    ['htmlBlock {"html":"<!-- wp:latest-posts {\\"postsToShow\\":3} /-->","source":"latest-posts"}'],
  ],
  'blocks of plugins keep those within': [
    wrapped('acme/box', `<div>${wrapped('paragraph', '<p>a</p>')}</div>`),
    ['normal: a'],
  ],
  'classic content between blocks': [
    `first\n\nsecond${wrapped('paragraph', '<p>a</p>')}`,
    ['normal: first', 'normal: second', 'normal: a'],
  ],
  'blocks that are never closed, and ends of none': [
    '<!-- wp:group --><!-- wp:paragraph --><p>a</p><!-- /wp:nothing -->',
    ['normal: a'],
  ],
  'attributes that are no JSON': [
    '<!-- wp:paragraph {broken} --><p>a</p><!-- /wp:paragraph -->',
    ['normal: a'],
  ],
}

describe('classic content becomes rich text', () => {
  it.each(Object.entries(classic))('%s', (_, [html, expected]) => expect(convert(html)).toEqual(expected))
})

describe('block markup becomes rich text', () => {
  it.each(Object.entries(blocks))('%s', (_, [markup, expected]) => expect(convert(markup)).toEqual(expected))
})

it('what was kept as HTML is counted by name', () => {
  const { findings } = convertContent(
    '<!-- wp:calendar /--><!-- wp:calendar /--><!-- wp:html --><i>x</i><!-- /wp:html -->',
  )
  expect([...findings.keptAsHtml]).toEqual([
    ['calendar', 2],
    ['html', 1],
  ])
})

it('every block and span has a key of its own', () => {
  const { blocks: made } = convertContent('a <b>b</b>\n\n<ul><li>c</li></ul>[gallery ids="1,2"]')
  const keys = [...JSON.stringify(made).matchAll(/"_key":"([^"]+)"/g)].map(([, key]) => key)
  expect(keys.length).toBeGreaterThan(6)
  expect(new Set(keys).size).toBe(keys.length)
})

it('nesting beyond the limit of blocks is counted as lost', () => {
  const nested = (depth: number): string =>
    `${'<!-- wp:group --><div>'.repeat(depth)}<p>T1</p>${'</div><!-- /wp:group -->'.repeat(depth)}`
  expect([...convertContent(nested(40)).findings.lost]).toEqual([])
  const tooDeep = convertContent(nested(42))
  expect([...tooDeep.findings.lost]).toEqual([['nesting of blocks beyond 40 levels', 2]])
  expect(JSON.stringify(tooDeep.blocks)).toContain('T1')
})

/** each would take minutes with a quadratic algorithm */
const attacks: Record<string, string> = {
  'deep elements': '<div>'.repeat(100_000),
  'deep inline elements': '<b><i>'.repeat(50_000),
  'deep blocks': '<!-- wp:group -->'.repeat(30_000),
  'open brackets': '[a '.repeat(200_000),
  'captions without an end': '[caption]'.repeat(50_000),
  'program text without an end': '<pre '.repeat(200_000),
  'comments without an end': '<!-- wp:a {'.repeat(50_000),
  'open tags': '<'.repeat(300_000),
  'blank lines': '\n \n'.repeat(200_000),
  attributes: `[gallery ${'a='.repeat(200_000)}]`,
  quotes: `[gallery ${'"'.repeat(200_000)}]`,
}

it.each(Object.entries(attacks))('%s take no longer than they are long', (_, content) => {
  const before = process.threadCpuUsage()
  convertContent(content)
  // Time of the processor: a busy machine only adds to the time of the clock.
  expect(process.threadCpuUsage(before).user).toBeLessThan(5_000_000)
})

/** name → content whose words (`T1`, `T2`, …) must all appear in the blocks */
const withoutLoss: Record<string, string> = {
  'links of pictures in galleries, and in captions': wrapped(
    'gallery',
    '<figure class="wp-block-gallery"><figure><a href="https://x.example/T1"><img src="https://x.example/T2.jpg" alt="T3"></a><figcaption>T4 <a href="https://x.example/T5">T6</a></figcaption></figure><figcaption>T7</figcaption></figure>',
  ),
  'a caption with a link': wrapped(
    'image',
    '<figure><img src="https://x.example/T1.jpg" title="T2"><figcaption>T3 &lt;T6&gt; <a href="https://x.example/T4">T5</a></figcaption></figure>',
  ),
  'the shortcode of a caption with a link':
    '[caption id="attachment_5"]<a href="https://x.example/T1"><img src="https://x.example/T2.jpg"></a> T3 <a href="https://x.example/T4">T5</a>[/caption]',
  'two pictures in a caption': '[caption caption="T4"]<img src="/T1.jpg"><img src="/T2.jpg"> T3[/caption]',
  'a picture that is written within its address': '<p>T1 <img src="data:image/png;base64,T2" alt="T3"></p>',
  'a picture without an address that can be shown': '<img src="file:///C:/T1.jpg" alt="T2">',
  'a picture that comes late':
    '<img src="data:image/gif;base64,R0" data-src="https://x.example/T1.jpg" alt="T2">',
  'two pictures in a link': '<a href="https://x.example/T0"><img src="/T1.jpg"><img src="/T2.jpg"></a>',
  'a figure in a link': '<a href="/T0"><figure><img src="/T1.jpg"><figcaption>T2</figcaption></figure></a>',
  'a picture and text in a link': '<a href="https://x.example/T0"><img src="/T1.jpg"> T2</a>',
  'a film in a link': '<a href="https://x.example/T0"><video src="/T1.mp4"></video></a>',
  'a figure with several things':
    '<figure><img src="/T1.jpg"><p>T2</p><img src="/T3.jpg"><figcaption>T4</figcaption></figure>',
  'a quote in a figure':
    '<figure><blockquote><p>T1</p></blockquote><figcaption>T2 <a href="/T3">T4</a></figcaption></figure>',
  'a frame with text beside it':
    '<figure><iframe src="https://www.youtube.com/embed/T1"></iframe><div>T2</div></figure>',
  'blocks in a quote':
    '<!-- wp:quote --><blockquote><!-- wp:paragraph --><p>T1</p><!-- /wp:paragraph --><!-- wp:latest-posts {"x":"T2"} /--><!-- wp:list --><ul><li>T3</li></ul><!-- /wp:list --><cite>T4</cite></blockquote><!-- /wp:quote -->',
  'a block in a list':
    '<!-- wp:list --><ul><!-- wp:list-item --><li>T1<!-- wp:acme/x {"a":"T2"} /--></li><!-- /wp:list-item --></ul><!-- /wp:list -->',
  'buttons of both kinds, and text between':
    '<!-- wp:buttons --><div><!-- wp:button --><div><a href="https://x.example/T1">T2</a></div><!-- /wp:button --><!-- wp:button --><div><button>T3</button></div><!-- /wp:button --><p>T4</p></div><!-- /wp:buttons -->',
  'a cover with a text of its picture, and text of its own':
    '<!-- wp:cover {"url":"https://x.example/T1.jpg"} --><div><img src="https://x.example/T1.jpg" alt="T2"><div><!-- wp:paragraph --><p>T3</p><!-- /wp:paragraph --><p>T4</p></div></div><!-- /wp:cover -->',
  'a picture in an old cover':
    '<!-- wp:cover {"url":"https://x.example/T1.jpg"} --><div><p>T2 <img src="https://x.example/T3.jpg"></p></div><!-- /wp:cover -->',
  'a linked picture beside text':
    '<!-- wp:media-text --><div><figure><a href="https://x.example/T2"><img src="https://x.example/T3.jpg" alt="T4"></a></figure><div><!-- wp:paragraph --><p>T5</p><!-- /wp:paragraph -->T6</div></div><!-- /wp:media-text -->',
  'text behind a summary with a link':
    '<!-- wp:details --><details><summary>T1 <a href="https://x.example/T2">T3</a></summary><!-- wp:paragraph --><p>T4</p><!-- /wp:paragraph -->T5</details><!-- /wp:details -->',
  'text between columns':
    '<!-- wp:columns --><div><!-- wp:column --><div><p>T1</p></div><!-- /wp:column -->T2<p>T3</p></div><!-- /wp:columns -->',
  'columns without a column': '<!-- wp:columns --><div><div><p>T1</p></div></div><!-- /wp:columns -->',
  'columns that are never closed': '<!-- wp:group --><div><!-- wp:columns --><div>T1',
  'what a block of a plugin says around others':
    '<!-- wp:acme/box {"t":"T1"} --><div data-t="T2"><!-- wp:paragraph --><p>T3</p><!-- /wp:paragraph -->T4</div><!-- /wp:acme/box -->',
  'a block whose attributes are no JSON':
    'a<!-- wp:acme/box {"t":"T1} /-->b<!-- wp:paragraph --><p>T2</p><!-- /wp:paragraph -->',
  'all forms of a film':
    '<video poster="/T1.jpg"><source src="/T2.mp4"><source src="/T3.webm"><track src="/T4.vtt"></video>',
  'all forms of a film in a shortcode': '[video mp4="/T1.mp4" webm="/T2.webm" poster="/T3.jpg"]T4[/video]',
  'the language of program text': '[sourcecode language="php" title="T1"]T2[/sourcecode]',
  'what a button for the rest says': 'T1<!--more T2-->T3',
  'the same of a block': '<!-- wp:more {"customText":"T1"} --><!--more T1--><!-- /wp:more -->',
  'places on the page': '<h2 id="T1">T2</h2><p><a name="T3"></a>T4</p><p id="T5">T6</p>',
  'links in the caption of a table':
    '<table><caption>T1 <a href="/T2">T3</a></caption><tr><td>T4</td></tr></table>',
  'links and pictures in text whose lines stay': '<pre>T1 <img src="/T2.jpg"> <a href="/T3">T4</a></pre>',
}

describe('nothing of the content is lost', () => {
  it.each(Object.entries(withoutLoss))('%s', (_, content) => {
    const made = JSON.stringify(convertContent(content).blocks)
    const words = [...new Set(content.match(/T\d/g))]
    expect(words.length).toBeGreaterThan(0)
    expect(words.filter((word) => !made.includes(word))).toEqual([])
  })

  it('an end of its own makes no block of a shortcode', () => {
    expect(
      convert('[audio mp3="/a.mp3"][/audio]\n\n[video mp4="/b.mp4"]\n\n[video mp4="/c.mp4"][/video]'),
    ).toEqual([
      'file {"media":"audio","url":"/a.mp3"}',
      'file {"media":"video","url":"/b.mp4"}',
      'file {"media":"video","url":"/c.mp4"}',
    ])
  })

  it('a picture that may lead nowhere is counted', () => {
    const { findings } = convertContent('<a href="javascript:alert(1)"><img src="/a.jpg"></a>')
    expect(findings.unsafeLinks).toBe(1)
  })
})
