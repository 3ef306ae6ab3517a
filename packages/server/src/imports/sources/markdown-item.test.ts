import { describe, expect, it } from 'vitest'
import type { ExportItem } from '../wxr/records.ts'
import type { FileTree } from './file-tree.ts'
import { markdownItem } from './markdown-item.ts'
import { SiteFiles } from './site-files.ts'

const tree: FileTree = { name: 'site', files: new Map(), links: 0, leftOut: [] }
const files = new SiteFiles(tree, 'https://blog.example.org')

const site = { files, zone: 'UTC', isOfJekyll: false }

const itemOf = (lines: string, path = 'content/posts/a.md', zone = 'UTC'): ExportItem =>
  markdownItem(path, `---\n${lines}\n---\nText\n`, { files, zone, isOfJekyll: false })
const termsOf = (lines: string, path?: string): string[] =>
  itemOf(lines, path).terms.map(({ taxonomy, name }) => `${taxonomy}: ${name}`)

describe('front matter', () => {
  it('takes `published` as a time if it is one, and as a flag if it is one', () => {
    const dated = itemOf('published: 2024-05-06 07:08:09')
    expect(dated).toMatchObject({ status: 'publish', dates: { gmt: '2024-05-06 07:08:09' }, values: {} })
    expect(itemOf('published: false')).toMatchObject({ status: 'draft', values: {} })
    expect(itemOf('published: no')).toMatchObject({ status: 'draft', values: {} })
    expect(itemOf('draft: yes')).toMatchObject({ status: 'draft', values: {} })
    expect(itemOf('status: draft')).toMatchObject({ status: 'draft', values: { status: 'draft' } })
    expect(itemOf('published: In a book')).toMatchObject({
      status: 'publish',
      values: { published: 'In a book' },
    })
  })

  it.each([
    ['url: https://elsewhere.example/a', 'url', 'https://elsewhere.example/a'],
    ['permalink: /:categories/:title/', 'permalink', '/:categories/:title/'],
    ['permalink: false', 'permalink', false],
    ['permalink: "/{{ page.fileSlug }}/"', 'permalink', '/{{ page.fileSlug }}/'],
    ['date: Last Modified', 'date', 'Last Modified'],
    ['lastmod: soon', 'lastmod', 'soon'],
    ['draft: perhaps', 'draft', 'perhaps'],
    ['tags: [{name: a}]', 'tags', [{ name: 'a' }]],
    ['author: {name: Ada}', 'author', { name: 'Ada' }],
    ['aliases: [/old/]', 'aliases', ['/old/']],
    ['redirect_from: /old/', 'redirect_from', '/old/'],
    ['weight: 3', 'weight', 3],
    ['layout: post', 'layout', 'post'],
    ['cover: [a.png, b.png]', 'cover', ['a.png', 'b.png']],
    ['language: fr', 'language', 'fr'],
  ])('keeps %s as a field', (lines, key, value) => {
    expect(itemOf(lines, 'content/posts/a.de.md').values).toMatchObject({ [key]: value })
  })

  it.each([
    ['js', 'const draft = true'],
    ['coffee', 'draft: true'],
  ])('in a language that is a program is not read: %s', (language, lines) => {
    const read = () => markdownItem('posts/a.md', `---${language}\n${lines}\n---\nText\n`, site)
    expect(read).toThrow(`its language is "${language}"; write it in YAML, TOML or JSON`)
  })

  it.each([
    ['yaml', 'title: One\ndraft: true'],
    ['toml', 'title = "One"\ndraft = true'],
    ['json', '{"title": "One", "draft": true}'],
  ])('can name its language: %s', (language, lines) => {
    const item = markdownItem('posts/a.md', `---${language}\n${lines}\n---\nText\n`, site)
    expect(item).toMatchObject({ title: 'One', status: 'draft', content: 'Text\n', line: item.line })
  })

  it('keeps what a second key of the same meaning says', () => {
    const item = itemOf(
      'date: 2024-01-01\npubDate: 2024-01-02\nupdated: 2024-02-01\nlastmod: 2024-02-02\ndescription: One\nexcerpt: Two\nurl: /one/\npermalink: /two/\ncover: https://x.example/a.png\nimage: https://x.example/b.png',
    )
    expect(item).toMatchObject({
      excerpt: 'One',
      link: 'https://blog.example.org/one/',
      dates: { gmt: '2024-01-01 00:00:00', modifiedGmt: '2024-02-02 00:00:00' },
    })
    expect(item.values).toEqual({
      pubDate: '2024-01-02',
      updated: '2024-02-01',
      excerpt: 'Two',
      permalink: '/two/',
      cover: 'https://x.example/a.png',
      image: 'https://x.example/b.png',
    })
  })

  it('takes an absolute address of the site itself', () => {
    const item = itemOf('permalink: https://blog.example.org/here/')
    expect(item).toMatchObject({ link: 'https://blog.example.org/here/', values: {} })
  })

  it('splits a text of terms at commas; at spaces where it has none and Jekyll does', () => {
    expect(termsOf('tags: machine learning, ai')).toEqual(['post_tag: machine learning', 'post_tag: ai'])
    expect(termsOf('tags: one two')).toEqual(['post_tag: one', 'post_tag: two'])
    expect(termsOf('tag: machine learning')).toEqual(['post_tag: machine learning'])
    expect(termsOf('categories: jekyll update', '_posts/2024-01-01-a.md')).toEqual([
      'category: jekyll',
      'category: update',
    ])
    expect(termsOf('categories: How to')).toEqual(['category: How to'])
    expect(termsOf('category: How to', '_posts/2024-01-01-a.md')).toEqual(['category: How to'])
  })

  it('reads times without a zone in the zone of the site, whatever that of the server is', () => {
    const before = process.env['TZ']
    process.env['TZ'] = 'America/New_York'
    try {
      const lines = 'date: 2024-07-01 12:00\nlastmod: 2024-12-01T12:00:00\nevent: 2024-07-02T08:00'
      expect(itemOf(lines)).toMatchObject({
        dates: { gmt: '2024-07-01 12:00:00', modifiedGmt: '2024-12-01 12:00:00' },
        values: { event: '2024-07-02T08:00' },
      })
      const there = itemOf(lines, undefined, 'Europe/Paris')
      expect(there).toMatchObject({
        dates: { gmt: '2024-07-01 10:00:00', modifiedGmt: '2024-12-01 11:00:00' },
        values: { event: '2024-07-02T06:00:00.000Z' },
      })
      const dayAlone = itemOf('date: 2024-07-01\nevent: 2024-07-02', undefined, 'Europe/Paris')
      expect(dayAlone).toMatchObject({
        dates: { gmt: '2024-07-01 00:00:00' },
        values: { event: '2024-07-02' },
      })
    } finally {
      if (before === undefined) delete process.env['TZ']
      else process.env['TZ'] = before
    }
  })

  it.each([
    ['title: A', '/2024/01/02/a.html'],
    ['categories: jekyll update', '/jekyll/update/2024/01/02/a.html'],
    ['category: How to\ncategories: [Update, how to]', '/how%20to/update/2024/01/02/a.html'],
    ['category: "\\ud800"', '/%EF%BF%BD/2024/01/02/a.html'],
  ])('has the address that Jekyll gives to a post: %s', (lines, path) => {
    expect(itemOf(lines, '_posts/2024-01-02-a.md').link).toBe(`https://blog.example.org${path}`)
  })
})

describe('the address of a text', () => {
  it('has the spaces of its name', () => {
    const linkOf = (path: string): string => markdownItem(path, 'Text', site).link
    expect(linkOf('My page.md')).toBe('https://blog.example.org/My%20page/')
    expect(linkOf('My notes/Über uns.md')).toBe('https://blog.example.org/My%20notes/Über%20uns/')
  })
})

describe('marks of Jekyll', () => {
  const bodyOf = (body: string, path = '_posts/2024-01-02-a.md'): string =>
    markdownItem(path, body, site).content

  it.each([
    ['![a](a.png){: .align-left .wide }', '![a](a.png)'],
    ['One\n{: .lead}\n\nTwo', 'One\n\nTwo'],
    ['`{: .left}`\n{: title="One"}', '`{: .left}`\n{: title="One"}'],
    ['{% raw %}{{ page.title }}{% endraw %}\nmore', '{{ page.title }}\nmore'],
    ['```liquid\n{% raw %}\n{% if a %}\n{% endraw %}\n```\n', '```liquid\n{% if a %}\n```\n'],
    [
      '~~~\n{% raw %}{% highlight c %}\nx\n{% endhighlight %}{% endraw %}\n~~~',
      '~~~\n{% highlight c %}\nx\n{% endhighlight %}\n~~~',
    ],
  ])('are removed: %j', (body, expected) => {
    expect(bodyOf(body)).toBe(expected)
  })

  it('are text on sites of other programs', () => {
    expect(bodyOf('One\n{: .lead}', 'content/posts/a.md')).toBe('One\n{: .lead}')
  })
})
