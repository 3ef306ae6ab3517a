import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { dataOf } from '../setup/answers.ts'
import { type Exported, importExport, oldSite, reportOf } from '../setup/exports.ts'
import { engines, startService, type TestService } from '../setup/service.ts'
import type { Any } from '../setup/json.ts'

interface Construct {
  readonly content: string
  /** beside the content of the post */
  readonly meta?: Record<string, string>
  readonly others?: Exported['items']
  readonly blocks: readonly object[]
  /** the code of the report line of the post; null without a remark */
  readonly code?: string
}

const text = (value: string): object => ({ children: [{ text: value }] })
const file = (id: number, path: string): Any => ({
  id,
  type: 'attachment',
  title: 'A file',
  attachmentUrl: `${oldSite}/${path}`,
})

/** Each is imported as a file of its own. */
const constructs: Readonly<Record<string, Construct>> = {
  'a picture with the id of another file': {
    content: '<p><img class="wp-image-810" src="https://cdn.other.example/abc.png" alt="A"></p>',
    others: [file(810, 'pot.png')],
    blocks: [{ _type: 'image', url: 'https://cdn.other.example/abc.png', alt: 'A' }],
    code: 'OTHER_FILE',
  },
  'a file block with the id of another file': {
    content: `<!-- wp:file {"id":811,"href":"${oldSite}/a.pdf"} --><div class="wp-block-file"><a href="${oldSite}/a.pdf">Paper</a></div><!-- /wp:file -->`,
    others: [file(811, 'film.mp4')],
    blocks: [{ url: `${oldSite}/a.pdf` }],
    code: 'OTHER_FILE',
  },
  'a picture with its own id in another size': {
    content: `<p><img class="wp-image-812" src="${oldSite}/pot-300x200.png" alt="A"></p>`,
    others: [file(812, 'pot.png')],
    blocks: [{ _type: 'image', url: `${oldSite}/pot.png`, alt: 'A' }],
  },
  'encoded source code in a shortcode': {
    content: '[sourcecode language="php"]if ($a &lt; 1 &amp;&amp; $b) {}[/sourcecode]',
    blocks: [{ _type: 'code', language: 'php', code: 'if ($a < 1 && $b) {}' }],
  },
  footnotes: {
    content:
      '<!-- wp:paragraph --><p>A<sup data-fn="f1" class="fn"><a href="#f1" id="f1-link">1</a></sup></p><!-- /wp:paragraph --><!-- wp:footnotes /-->',
    meta: { footnotes: '[{"content":"The note","id":"f1"}]' },
    blocks: [{ _type: 'block' }, { listItem: 'number', anchor: 'f1', ...text('The note') }],
  },
  'a body of Beaver Builder': {
    content: '<h2>Head</h2>\n<p>Text</p>\n<ul>\n<li>One</li>\n</ul>',
    meta: { _fl_builder_enabled: '1' },
    blocks: [{ style: 'h2' }, text('Text'), { listItem: 'bullet', ...text('One') }],
  },
  'a body of Elementor': {
    content: '<h2>Head</h2>\t\t\n<p>Text</p>\n',
    meta: { _elementor_edit_mode: 'builder' },
    blocks: [{ style: 'h2' }, text('Text')],
  },
  'a film by a shortcode': {
    content: '[youtube https://www.youtube.com/watch?v=abc123]',
    blocks: [{ _type: 'video', url: 'https://www.youtube.com/watch?v=abc123' }],
  },
  'a film of the platform': {
    content: '[wpvideo abcd1234]',
    blocks: [{ _type: 'video', url: 'https://videopress.com/v/abcd1234' }],
  },
  slides: {
    content: '[slideshare id=1234&doc=talk]',
    blocks: [{ _type: 'embed', url: expect.stringContaining('slideshare') }],
  },
  'social links as elements': {
    content:
      '<!-- wp:social-links --><ul><li class="wp-social-link-github"><a href="https://github.example/a">Code</a></li></ul><!-- /wp:social-links -->',
    blocks: [{ _type: 'buttons', buttons: [{ text: 'Code', url: 'https://github.example/a' }] }],
  },
  'a lone bracketed word in a link': {
    content: '<p><a href="https://x.example/">[source]</a></p>',
    blocks: [{ ...text('[source]'), markDefs: [{ href: 'https://x.example/' }] }],
  },
  'a button that leads to a page': {
    content: `<!-- wp:buttons --><div><!-- wp:button --><div><a href="${oldSite}/target-of-button/">Go</a></div><!-- /wp:button --></div><!-- /wp:buttons -->`,
    others: [{ id: 820, title: 'Target', name: 'target-of-button' }],
    blocks: [
      {
        _type: 'buttons',
        buttons: [
          {
            text: 'Go',
            url: '/posts/target-of-button',
            reference: { collection: 'posts', id: expect.any(String) },
          },
        ],
      },
    ],
  },
  'a picture that leads to a page': {
    content: `<p><a href="${oldSite}/target-of-picture/"><img src="https://cdn.example/a.png" alt="A"></a></p>`,
    others: [{ id: 821, title: 'Target', name: 'target-of-picture' }],
    blocks: [
      {
        _type: 'image',
        link: '/posts/target-of-picture',
        reference: { collection: 'posts', id: expect.any(String) },
      },
    ],
  },
  'where a list begins': {
    content: '<ol start="3"><li>a</li></ol>',
    blocks: [{ listItem: 'number', start: 3 }],
  },
  'a list that counts down': {
    content: '<ol reversed><li>a</li></ol>',
    blocks: [{ listItem: 'number', reversed: true }],
  },
  'the language of code': {
    content: '<pre lang="PHP">$a = 1;</pre>',
    blocks: [{ _type: 'code', language: 'php', code: '$a = 1;' }],
  },
  'titles of abbreviations': {
    content: '<p><abbr title="World">W</abbr></p>',
    blocks: [text('W')],
    code: 'DETAIL_LOST',
  },
  'quotations in a text': {
    content: '<p>He said <q>go <q>now</q></q>.</p>',
    blocks: [text('He said “go ‘now’”.')],
  },
  'definition lists': {
    content: '<dl><dt>a</dt><dd>b</dd></dl>',
    blocks: [{ children: [{ text: 'a', marks: ['strong'] }] }, text('b')],
    code: 'DETAIL_LOST',
  },
  'a quote within a quote': {
    content: '<blockquote><p>a</p><blockquote><p>b</p></blockquote></blockquote>',
    blocks: [{ _type: 'quote', content: [{ style: 'normal' }, { style: 'blockquote' }] }],
  },
  anchors: {
    content: '<h2 id="part">A</h2><p><a href="#part">to it</a></p>',
    blocks: [{ style: 'h2', anchor: 'part' }, { markDefs: [{ href: '#part' }] }],
  },
  'the anchor of a group': {
    content:
      '<!-- wp:group {"anchor":"team"} --><div id="team" class="wp-block-group"><!-- wp:paragraph --><p>A</p><!-- /wp:paragraph --></div><!-- /wp:group -->',
    blocks: [{ anchor: 'team', ...text('A') }],
  },
  'the anchor of a cover': {
    content:
      '<!-- wp:cover {"url":"https://x.example/a.png"} --><div id="top" class="wp-block-cover"><img src="https://x.example/a.png" alt="A"/><div><!-- wp:paragraph --><p>B</p><!-- /wp:paragraph --></div></div><!-- /wp:cover -->',
    blocks: [{ _type: 'cover', anchor: 'top', content: [text('B')] }],
  },
  'an id in a cell': {
    content: '<table><tr><td id="cell">a</td></tr></table>',
    blocks: [{ _type: 'table' }],
    code: 'DETAIL_LOST',
  },
  'the kind of numbers of a list': {
    content: '<ol type="a" start="2"><li>a</li></ol>',
    blocks: [{ listItem: 'number', start: 2 }],
    code: 'DETAIL_LOST',
  },
  'code in an entry of a list': {
    content: '<ol><li>One<pre>x</pre></li><li>Two</li></ol>',
    blocks: [
      { listItem: 'number', ...text('One'), content: [{ _type: 'code', code: 'x' }] },
      { listItem: 'number', ...text('Two') },
    ],
  },
  'a heading in a quote': {
    content: '<blockquote><h3>A</h3><p>b</p></blockquote>',
    blocks: [{ _type: 'quote', content: [{ style: 'h3' }, { style: 'normal' }] }],
  },
  'a link around a heading': {
    content: '<a href="https://x.example/"><h2>A</h2></a>',
    blocks: [{ style: 'h2', ...text('A'), markDefs: [{ href: 'https://x.example/' }] }],
  },
  'a link that shows an icon': {
    content: '<p><a href="https://x.example/" aria-label="Profile"><i class="icon-x"></i></a></p>',
    blocks: [{ ...text('Profile'), markDefs: [{ href: 'https://x.example/' }] }],
  },
  'a button for letters': {
    content:
      '<!-- wp:buttons --><div><!-- wp:button --><div><a href="mailto:a@x.example">Write</a></div><!-- /wp:button --></div><!-- /wp:buttons -->',
    blocks: [{ _type: 'buttons', buttons: [{ text: 'Write', url: 'mailto:a@x.example' }] }],
  },
  'a social link to a mailbox': {
    content:
      '<!-- wp:social-links --><ul><!-- wp:social-link {"url":"a@x.example","service":"mail"} /--></ul><!-- /wp:social-links -->',
    blocks: [{ _type: 'buttons', buttons: [{ service: 'mail', url: 'mailto:a@x.example' }] }],
  },
  'a film enclosed by a shortcode': {
    content: '[youtube]https://www.youtube.com/watch?v=abcdefghijk[/youtube]',
    blocks: [{ _type: 'video', url: 'https://www.youtube.com/watch?v=abcdefghijk' }],
  },
  'code of a plugin that colours it': {
    content:
      '<!-- wp:syntaxhighlighter/code {"language":"php"} --><pre class="wp-block-syntaxhighlighter-code">$a &lt; 1;</pre><!-- /wp:syntaxhighlighter/code -->',
    blocks: [{ _type: 'code', language: 'php', code: '$a < 1;' }],
  },
  'the language of code that a highlighter marked': {
    content: '<pre class="brush: ruby; title: ; notranslate">p 1</pre>',
    blocks: [{ _type: 'code', language: 'ruby', code: 'p 1' }],
  },
  'the source of a quotation': {
    content: '<p><q cite="https://x.example/">a</q></p>',
    blocks: [text('“a”')],
    code: 'DETAIL_LOST',
  },
  'a caption with marks': {
    content:
      '<figure><img src="https://x.example/a.png" alt="A"><figcaption>a <em>b</em></figcaption></figure>',
    blocks: [{ _type: 'image', caption: 'a b', captionContent: [{ children: [{}, { marks: ['em'] }] }] }],
  },
  'two ids of one text': {
    content: '<div id="outer"><p id="inner">c</p></div>',
    blocks: [{ anchor: 'inner' }],
    code: 'DETAIL_LOST',
  },
}

const parents: readonly (readonly [string, string])[] = [
  ['product_variation', 'product'],
  ['topic', 'forum'],
  ['reply', 'topic'],
]

describe.each(engines)('one construct in one export, on %s', (engine) => {
  let service: TestService
  let nextId = 1000

  beforeAll(async () => {
    service = await startService(engine)
  })
  afterAll(() => service.close())

  it.each(Object.entries(constructs))(
    '%s',
    async (_, { content, meta, others = [], blocks, code = null }) => {
      const id = nextId++
      const post = { id, title: 'Post', name: `post-${id}`, content, ...(meta && { meta }) }
      const job = await importExport(service, { items: [post, ...others] })
      const row = (await reportOf(service, job.analysisId)).find(({ sourceId }) => sourceId === String(id))
      const { item } = dataOf(await service.ask('GET', `/content/posts/post-${id}`))
      expect(item.data.content).toMatchObject(blocks)
      expect(row).toMatchObject({ outcome: 'created', code })
    },
  )

  it.each(parents)('a %s below a %s', async (type, parentType) => {
    const [child, parent] = [nextId++, nextId++]
    const job = await importExport(service, {
      items: [
        { id: child, type, title: 'Below', name: `below-${child}`, parent },
        { id: parent, type: parentType, title: 'Above', name: `above-${parent}` },
      ],
    })
    const rows = await reportOf(service, job.analysisId)
    const rowOf = (id: number): Any => rows.find(({ sourceId }) => sourceId === String(id))
    expect(rowOf(child)).toMatchObject({ outcome: 'created', code: null })
    const { collection, itemId } = rowOf(child)
    const { item } = dataOf(await service.ask('GET', `/content/${collection}/${itemId}`))
    expect(Object.values(item.data)).toContain(rowOf(parent).itemId)
  })
})
