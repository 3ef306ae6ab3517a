import { describe, expect, it } from 'vitest'
import type { Block } from './block.ts'
import { convertContent } from './convert.ts'

/** A block in a few words: style, list, texts with their marks; other blocks with what they hold. */
function told(block: Block): string {
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

const convert = (content: string): string[] => convertContent(content).blocks.map(told)
const wrapped = (name: string, html: string, said = ''): string =>
  `<!-- wp:${name}${said} -->\n${html}\n<!-- /wp:${name} -->`

/** what it is → classic HTML → the blocks */
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
  'images, with their links': [
    '<a href="https://example.com/big"><img class="wp-image-7 alignleft" src="https://example.com/a.jpg" alt="A" width="10" height="20"></a>',
    [
      'image {"url":"https://example.com/a.jpg","alt":"A","width":10,"height":20,"align":"left","link":"https://example.com/big"}',
    ],
  ],
  captions: [
    '[caption id="x" width="300"]<img src="https://example.com/a.jpg"> A <b>dog</b>[/caption]',
    ['image {"url":"https://example.com/a.jpg","caption":"A dog"}'],
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
  expect([...findings.kept]).toEqual([
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

/** each would take minutes where the time grows with the square of the length */
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
  const begun = performance.now()
  convertContent(content)
  expect(performance.now() - begun).toBeLessThan(5000)
})
