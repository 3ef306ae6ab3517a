import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { htmlComponents, reactComponents } from '@octavo/client/portable-text'
import { richTextBlocks } from '@octavo/contract/fields/rich-text-blocks'
import { fromMarkdown } from '@octavo/server/content/rich-text/markdown'
import { PortableText } from '@portabletext/react'
import { toHTML } from '@portabletext/to-html'
import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { describe, expect, it } from 'vitest'
import { inRoot } from '../../scripts/launcher/paths.mjs'

const text = (value: string, more: object = {}) => ({
  _type: 'block',
  _key: value,
  style: 'normal',
  markDefs: [],
  children: [{ _type: 'span', _key: 's', text: value, marks: [] }],
  ...more,
})
const image = { _type: 'image', id: 'I', url: 'https://x.example/a.png', alt: 'A "b"', variants: [160, 320] }
const file = { _type: 'file', media: 'document', url: '/a.pdf', filename: 'a.pdf' }
const cell = (value: string) => ({ _type: 'cell', _key: value, content: [text(value)] })

/** A block of each type, and what both show of it. */
const samples: Record<string, [block: object, shown: RegExp]> = {
  block: [text('Plain <b>', { anchor: 'here' }), /<p id="here">Plain &lt;b&gt;<\/p>/],
  image: [
    { ...image, caption: 'Said', link: '/to' },
    /<figure><a href="\/to"><img src="https:\/\/x.example\/a.png" alt="A &quot;b&quot;".*<figcaption>Said/,
  ],
  gallery: [{ _type: 'gallery', images: [image, image] }, /class="gallery"><figure><img .*<img /],
  file: [file, /<a href="\/a.pdf" download="?"?>a.pdf|<a href="\/a.pdf" download>a.pdf/],
  playlist: [{ _type: 'playlist', files: [{ ...file, media: 'audio' }] }, /<audio controls/],
  video: [
    { _type: 'video', url: 'https://v.example/1', title: 'Film' },
    /<a href="https:\/\/v.example\/1">Film/,
  ],
  post: [{ _type: 'post', url: 'https://v.example/2' }, />https:\/\/v.example\/2<\/a>/],
  map: [{ _type: 'map', url: 'https://v.example/3', caption: 'Here' }, /<figcaption>Here/],
  embed: [{ _type: 'embed', url: 'https://v.example/4' }, /v.example\/4/],
  code: [
    { _type: 'code', code: 'a < b', language: 'ts', title: 'x.ts' },
    /<pre><code class="language-ts">a &lt; b<\/code><\/pre><figcaption>x.ts/,
  ],
  table: [
    {
      _type: 'table',
      headerRows: 1,
      rows: [{ cells: [cell('H')] }, { cells: [{ ...cell('C'), colspan: 2 }] }],
    },
    /<th><p>H<\/p><\/th><\/tr><tr><td colspan="2"><p>C/i,
  ],
  columns: [
    { _type: 'columns', columns: [{ content: [text('L')] }, { content: [text('R')] }] },
    /class="columns"><div><p>L<\/p><\/div><div><p>R/,
  ],
  cover: [{ _type: 'cover', background: image, content: [text('On')] }, /class="cover"><figure><img.*<p>On/],
  mediaText: [
    { _type: 'mediaText', media: file, position: 'left', content: [text('By')] },
    /class="media-text left".*a.pdf.*<p>By/,
  ],
  details: [
    { _type: 'details', title: 'More', content: [text('In')] },
    /<details><summary>More<\/summary><p>In/,
  ],
  buttons: [
    { _type: 'buttons', buttons: [{ text: 'Go', url: '/go', blank: true }] },
    /<a href="\/go" target="_blank" rel="noopener">Go/,
  ],
  break: [{ _type: 'break', style: 'separator' }, /<hr\/?>/],
  'horizontal-rule': [{ _type: 'horizontal-rule' }, /<hr\/?>/],
  section: [{ _type: 'section', slug: 'foot' }, /<p>Footer/],
  quote: [{ _type: 'quote', content: [text('Said')] }, /<blockquote><p>Said/],
  callout: [{ _type: 'callout', tone: 'tip', content: [text('Do')] }, /<aside class="callout tip"><p>Do/],
  html: [{ _type: 'html', html: '<b>x</b><script>y</script>' }, /<b>x<\/b>(?!<script)/],
  htmlBlock: [{ _type: 'htmlBlock', html: '<i>z</i>' }, /<i>z<\/i>/],
}

const settings = {
  sanitize: (html: string) => html.replaceAll(/<script.*?<\/script>/g, ''),
  sections: { foot: [text('Footer')] },
}

const ways = {
  html: (blocks: object[], given: object = settings) =>
    toHTML(blocks as never, { components: htmlComponents(toHTML, given), onMissingComponent: missing }),
  react: (blocks: object[], given: object = settings) => {
    const components = reactComponents({ createElement, PortableText }, given)
    const props = { value: blocks as never, components, onMissingComponent: missing }
    return renderToStaticMarkup(createElement(PortableText, props))
  },
}

/** The rich text of all items of the demo. */
function demoBlocks(): { _type: string }[] {
  const folder = inRoot('packages', 'demo', 'content', 'items')
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.md'))
    .flatMap((name) => {
      const [, , markdown = ''] = readFileSync(join(folder, name), 'utf8').split(/^---(?:json)?$/m)
      return fromMarkdown(markdown) as unknown as { _type: string }[]
    })
}

function missing(message: string): void {
  throw new Error(message)
}

describe.each(Object.entries(ways))('rich text as %s', (_, render) => {
  it('has a sample of every type', () => {
    expect(Object.keys(samples).toSorted()).toEqual(
      richTextBlocks.map((block) => block.shape._type.value as string).toSorted(),
    )
  })

  it.each(Object.entries(samples))('shows %s', (_type, [block, shown]) => {
    expect(render([block])).toMatch(shown)
  })

  it('shows nothing that can run, and no HTML without a sanitizer', () => {
    const bad = 'javascript:alert(1)'
    const shown = render(
      [
        { _type: 'image', url: bad },
        { ...image, link: bad },
        { ...file, url: bad },
        { _type: 'video', url: bad },
        { _type: 'buttons', buttons: [{ text: 'Go', url: bad }] },
        text('Link', {
          markDefs: [{ _type: 'link', _key: 'l', href: bad }],
          children: [{ _type: 'span', text: 'Link', marks: ['l'] }],
        }),
        { _type: 'html', html: '<b>x</b>' },
        { _type: 'htmlBlock', html: '<b>x</b>' },
        { _type: 'code', code: '</code><script>' },
        { ...image, alt: '"><script>' },
      ],
      {},
    )
    expect(shown).not.toMatch(/javascript:|<script|<b>/)
    expect(shown).toContain('Link')
  })

  it('bears blocks that programs have written badly', () => {
    const kinds = Object.keys(samples).filter((type) => type !== 'block')
    const damaged = kinds.flatMap((_type) => [
      { _type },
      {
        _type,
        content: 'x',
        rows: [1],
        images: [null],
        files: {},
        columns: 'x',
        buttons: [7],
        url: 5,
        code: null,
      },
    ])
    expect(() => render(damaged)).not.toThrow()
  })

  it('shows texts, lists and marks', () => {
    const span = (value: string, ...marks: string[]) => ({ _type: 'span', text: value, marks })
    const markDefs = [{ _type: 'link', _key: 'l', href: '/to', blank: true }]
    const marks = ['strong', 'em', 'underline', 'strike-through', 'code', 'sup', 'sub', 'highlight']
    const shown = render([
      ...[
        'h1',
        'h2',
        'h3',
        'h4',
        'h5',
        'h6',
        'blockquote',
        'pullquote',
        'citation',
        'verse',
        'preformatted',
      ].map((style) => text(style, { style, align: 'right' })),
      text('x', { children: marks.map((mark) => span(mark, mark)) }),
      text('y', { markDefs, children: [span('link', 'l'), { ...image, _key: 'i' }] }),
      text('one', { listItem: 'number', level: 1, start: 3, content: [{ _type: 'code', code: 'in' }] }),
      text('two', { listItem: 'bullet', level: 2 }),
      text('todo', { listItem: 'task', level: 1, checked: true }),
    ])
    expect(shown).toContain('<h2 class="align-right">h2</h2>')
    expect(shown).toContain('<blockquote class="pullquote align-right">')
    expect(shown).toContain('<s>strike-through</s>')
    expect(shown).toContain('<mark>highlight</mark>')
    expect(shown).toContain('<a href="/to" target="_blank" rel="noopener">link</a>')
    expect(shown).toMatch(/<ol start="3"><li>one/)
    expect(shown).toContain('<pre><code>in</code></pre>')
    expect(shown).toMatch(/<li><input type="checkbox" disabled(="")? checked(="")?\/?>todo/)
  })

  it('shows all blocks of the demo', () => {
    const blocks = demoBlocks()
    const types = new Set(blocks.map(({ _type }) => _type))
    expect([...types].toSorted()).toEqual(expect.arrayContaining(['block', 'gallery', 'image', 'table']))
    expect(render(blocks)).toMatch(/<h2/)
  })
})
