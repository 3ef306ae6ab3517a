// @module-tag long
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { open } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { importFile } from '@octavo/server/imports/local'
import { readDirectory } from '@octavo/server/imports/sources/zip-directory'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { dataOf, expectFailure } from '../setup/answers.ts'
import { execute, reportOf } from '../setup/exports.ts'
import { formOf, picture } from '../setup/media.ts'
import { engines, startService, type TestService } from '../setup/service.ts'
import { type Zipped, zipOf } from '../setup/zip.ts'
import type { Any } from '../setup/json.ts'

type Files = Readonly<Record<string, string | Buffer>>
const hugo = (image: Buffer): Files => ({
  'hugo.toml': 'baseURL = "https://blog.example.org/"\ntitle = "A <b> blog"\nlanguageCode = "en"\n',
  'content/_index.md': '---\ntitle: Welcome\n---\nHome\n',
  'content/posts/first.md':
    '---\ntitle: "First & best"\ndate: 2024-05-06T07:08:09+02:00\nlastmod: 2024-06-01\ntags: [clay, Glaze work]\ncategories: How to\ndescription: Short\ncover: {image: /img/pot.png, alt: A pot}\nrating: 4\nreviewed: true\n---\n\n# Heading\n\nText with ![a pot](/img/pot.png "The pot") and [second]({{< ref "second.md" >}}).\n\n![gone](/img/gone.png)\n\n```js\nconst a = 1\n```\n\n5. five\n6. six\n\n{{< youtube abc123 >}}\n\n<div class="x">raw</div>\n',
  'content/posts/second.md':
    '+++\ntitle = "Second"\ndate = 2024-05-07\ndraft = true\nrating = 5\n+++\nBack to [bad](irc://x.example/a) [first](first.md#heading) and [the page](/posts/first/).\n',
  'content/posts/bundle/index.md':
    '{\n  "title": "Third",\n  "slug": "the-third",\n  "rating": 3\n}\n![own](own.png)\n',
  'content/posts/bundle/own.png': image,
  'content/notes/broken.md': '---\ntitle: "Open\n  - x: [\n---\nText\n',
  'content/de/notes/gruss.md': '---\ntitle: Gruß\n---\nHallo',
  'archetypes/default.md': '---\ntitle: "{{ .Name }}"\n---\n',
  'content/notes/a/same.md': '---\ntitle: One\n---\nA',
  'content/notes/b/same.md': '---\ntitle: Two\n---\nB',
  'static/img/pot.png': image,
})

const jekyll: Files = {
  '_config.yml': 'title: Jekyll site\nurl: https://j.example.org\n',
  '_posts/2023-01-02-new-year.markdown':
    '---\nlayout: post\ntitle: New year\ntags: one two\npermalink: /hello/\n---\n{% highlight ruby %}\nputs 1\n{% endhighlight %}\n',
  '_drafts/later.md': '---\ntitle: Later\n---\nNot yet\n',
  '_recipes/soup.md': '---\ntitle: Soup\nserves: 4\n---\nBoil.\n',
  'about.md': '---\ntitle: About\n---\nUs\n',
  'README.md': '# About the sources\n',
}

const astro: Files = {
  'src/content/blog/one.mdx':
    "---\ntitle: 'One'\npubDate: 'Jul 08 2022'\nheroImage: '../../assets/hero.png'\n---\nHello\n",
  'src/pages/contact.md': '---\ntitle: Contact\n---\nWrite\n',
}

const isItem = ({ kind }: Any): boolean => kind === 'post'

describe.each(engines)('folders of Markdown on %s', (engine) => {
  let service: TestService
  let image: Buffer
  const folders: string[] = []

  beforeAll(async () => {
    service = await startService(engine)
    image = await picture()
  })
  afterAll(async () => {
    await service.close()
    for (const folder of folders) rmSync(folder, { recursive: true, force: true })
  })

  const folderOf = (files: Files, name = 'site'): string => {
    const root = mkdtempSync(join(tmpdir(), 'octavo-folder-'))
    folders.push(root)
    const folder = join(root, name)
    for (const [path, content] of Object.entries(files)) {
      mkdirSync(dirname(join(folder, path)), { recursive: true })
      writeFileSync(join(folder, path), content)
    }
    return folder
  }
  const importFolder = async (path: string): Promise<Any> => {
    const row = await importFile(service.services, {
      path,
      options: {
        includeMedia: false,
        includeTaxonomies: true,
        includeMenus: true,
        includeComments: false,
        dryRun: false,
      },
      signal: new AbortController().signal,
      onAnalysisProgress: () => undefined,
      onProgress: () => undefined,
    })
    return { ...row, report: await reportOf(service, row?.id ?? '') }
  }
  const upload = (content: Buffer, filename = 'site.zip'): Promise<Any> =>
    service.ask('POST', '/import/external/analyze', formOf([{ name: 'file', filename, content }]))
  const archiveOf = (files: Files): Buffer =>
    zipOf(Object.entries(files).map(([name, content]): Zipped => ({ name, content })))
  const itemOf = async (collection: string, slug: string): Promise<Any> =>
    dataOf(await service.ask('GET', `/content/${collection}/${slug}`)).item

  it('Hugo: collections and fields from folders and keys, pictures, terms, dates, drafts', async () => {
    const folder = folderOf(hugo(image))
    const { state, report } = await importFolder(folder)
    expect(state).toBe('done')
    const outcomes = Object.fromEntries(report.map((row: Any) => [row.sourceId, row]))
    expect(outcomes['content/posts/first.md']).toMatchObject({
      kind: 'post',
      outcome: 'created',
      collection: 'posts',
      code: 'PIECE_LOST',
      reason: expect.stringContaining('/img/gone.png'),
    })
    expect(outcomes['content/notes/broken.md']).toMatchObject({
      outcome: 'failed',
      code: 'UNREADABLE',
      reason: expect.stringMatching(
        /^The front matter of content\/notes\/broken.md cannot be read. Line \d: ./,
      ),
    })
    expect(outcomes['static/img/pot.png']).toMatchObject({ kind: 'attachment', outcome: 'created' })
    expect(outcomes['content/notes/b/same.md']).toMatchObject({ outcome: 'created', code: 'SLUG_CHANGED' })

    const first = await itemOf('posts', 'first')
    expect(first).toMatchObject({
      status: 'published',
      createdAt: '2024-05-06T05:08:09.000Z',
      data: { title: 'First & best', excerpt: 'Short', rating: 4, reviewed: true },
    })
    expect(first.data.featured_image).toMatchObject({ id: expect.any(String), url: expect.any(String) })
    expect(first.data.cover).toEqual({ image: '/img/pot.png', alt: 'A pot' })
    const text = JSON.stringify(first.data.content)
    expect(text).not.toContain('"src":"/img/pot.png"')
    expect(first.data.content).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ _type: 'code', language: 'js', code: 'const a = 1' }),
        expect.objectContaining({ listItem: 'number', start: 5 }),
        expect.objectContaining({ _type: 'video', url: 'https://www.youtube.com/watch?v=abc123' }),
        expect.objectContaining({ _type: 'html', html: '<div class="x">raw</div>' }),
        expect.objectContaining({ _type: 'image', src: '/img/gone.png', alt: 'gone' }),
      ]),
    )
    expect(text).toContain('"href":"/posts/second"')

    const second = await itemOf('posts', 'second')
    expect(second).toMatchObject({ status: 'draft', data: { rating: 5 } })
    expect(JSON.stringify(second.data.content)).toContain('"href":"/posts/first#heading"')
    expect(JSON.stringify(second.data.content)).not.toContain('irc:')
    expect(outcomes['content/posts/second.md']).toMatchObject({ code: 'UNSAFE_LINKS' })
    expect(await itemOf('posts', 'the-third')).toMatchObject({ data: { title: 'Third' } })
    expect(await itemOf('notes', 'gruss')).toMatchObject({ data: { title: 'Gruß', language: 'de' } })
    expect(outcomes['archetypes/default.md']).toBeUndefined()
    expect(await itemOf('pages', 'home')).toMatchObject({ data: { title: 'Welcome' } })

    const again = await importFolder(folder)
    const changed = again.report.filter(({ outcome }: Any) => outcome === 'created')
    expect(changed).toEqual([])
    expect((await itemOf('posts', 'first')).version).toBe(first.version)
  })

  it('Jekyll: names of files, drafts, collections, permalinks', async () => {
    const { report } = await importFolder(folderOf(jekyll, 'jekyll'))
    expect(report.some(({ sourceId }: Any) => sourceId === 'README.md')).toBe(false)
    expect(await itemOf('posts', 'new-year')).toMatchObject({
      createdAt: '2023-01-02T00:00:00.000Z',
      data: { title: 'New year', layout: 'post', original_url: 'https://j.example.org/hello/' },
    })
    expect(await itemOf('posts', 'later')).toMatchObject({ status: 'draft' })
    expect(await itemOf('recipes', 'soup')).toMatchObject({ data: { serves: 4 } })
    expect(await itemOf('pages', 'about')).toMatchObject({ data: { title: 'About' } })
    const tags = dataOf(await service.ask('GET', '/taxonomies/tag/terms')).items
    expect(tags.map(({ slug }: Any) => slug)).toEqual(
      expect.arrayContaining(['one', 'two', 'clay', 'glaze-work']),
    )
  })

  it('Astro, by a zip over REST: analysis first, then the run', async () => {
    const archive = archiveOf({ ...astro, 'src/assets/hero.png': image })
    const analysis = dataOf(await upload(archive))
    expect(analysis).toMatchObject({
      site: { title: 'site', url: '', version: 'Markdown' },
      postTypes: expect.arrayContaining([
        expect.objectContaining({ name: 'blog', count: 1, collection: 'blog', exists: false }),
        expect.objectContaining({ name: 'page', count: 1, collection: 'pages' }),
      ]),
      attachments: { count: 1 },
      warnings: [],
    })
    const { state, counts } = await execute(service, analysis.analysisId)
    expect(state).toBe('done')
    expect(counts).toMatchObject({ blog: { created: 1 }, page: { created: 1 } })
    const one = await itemOf('blog', 'one')
    expect(one).toMatchObject({
      createdAt: '2022-07-08T00:00:00.000Z',
      data: { featured_image: { id: expect.any(String) }, original_url: '/blog/one/' },
    })
  })

  it('links in a folder are not followed, and said', async () => {
    const folder = folderOf({ 'posts/a.md': 'A' }, 'linked')
    symlinkSync(folder, join(folder, 'posts', 'circle'))
    symlinkSync('/etc', join(folder, 'etc'))
    const { report, analysis } = await importFolder(folder)
    expect(report.map(({ sourceId }: Any) => sourceId)).toEqual(['posts/a.md'])
    expect(JSON.parse(analysis).warnings).toEqual([
      '2 links to other files or folders were not followed; copy what they lead to into the folder.',
    ])
  })

  it('folders that are too deep or that tools fill are named', async () => {
    const deep = Array.from({ length: 34 }, (_, index) => `d${index}`).join('/')
    const files = { 'posts/a.md': 'A', [`${deep}/lost.md`]: 'Lost', 'dist/posts/a.md': 'Built' }
    const named = Array.from({ length: 33 }, (_, index) => `d${index}`).join('/')
    const expected = [{ remark: 'foldersLeftOut', params: { names: expect.stringContaining(named) } }]
    const { analysis, report } = await importFolder(folderOf(files, 'deep'))
    expect(JSON.parse(analysis).remarks).toEqual(expected)
    expect(JSON.parse(analysis).remarks[0].params.names).toContain('dist')
    expect(report).toHaveLength(1)
    expect(dataOf(await upload(archiveOf(files), 'deep.zip')).remarks).toEqual(expected)
  })

  it('a folder with another name is the same site, if its files name it', async () => {
    const files: Files = { 'package.json': '{"name": "renamed"}', 'essays/a.md': '---\ntitle: A\n---\nA' }
    expect((await importFolder(folderOf(files, 'renamed'))).report).toMatchObject([{ outcome: 'created' }])
    expect((await importFolder(folderOf(files, 'renamed-main (1)'))).report).toMatchObject([
      { outcome: 'present' },
    ])
    const configured: Files = {
      'astro.config.mjs': "export default defineConfig({\n  site: 'https://astro.example',\n})\n",
      'src/content/essays/a.md': 'A',
    }
    const { analysis } = await importFolder(folderOf(configured, 'other'))
    expect(JSON.parse(analysis)).toMatchObject({ site: { url: 'https://astro.example' }, remarks: [] })
  })

  it('keys that are not understood become fields, and times have the zone of the site', async () => {
    const files: Files = {
      '_config.yml': 'title: Zoned\ntimezone: Europe/Paris\n',
      '_posts/2024-07-01-zoned.md':
        '---\npublished: 2024-07-01 12:00\npermalink: /:year/:title/\naliases: [/old/]\nredirect_from: /older/\nexcerpt: Short\ndescription: For search\nevent: 2024-07-02 08:00\nexpires: 2024-07-03T08:00\nweight: 4\nauthors: [{name: Ada}]\ntags: machine learning, ai\n---\nText\n',
    }
    const { report } = await importFolder(folderOf(files, 'zoned'))
    const { item } = dataOf(await service.ask('GET', `/content/posts/${report.find(isItem).itemId}`))
    expect(item).toMatchObject({
      status: 'published',
      createdAt: '2024-07-01T10:00:00.000Z',
      data: {
        permalink: '/:year/:title/',
        aliases: ['/old/'],
        redirect_from: '/older/',
        excerpt: 'For search',
        imported_excerpt: 'Short',
        event: '2024-07-02T06:00:00.000Z',
        expires: '2024-07-03T06:00:00.000Z',
        weight: 4,
        authors: [{ name: 'Ada' }],
      },
    })
    const terms = dataOf(await service.ask('GET', '/taxonomies/tag/terms')).items
    const slugs = terms.map(({ slug }: Any) => slug)
    expect(slugs).toEqual(expect.arrayContaining(['machine-learning', 'ai']))
    expect(slugs).not.toContain('machine')
  })

  it('aliases and redirects of pages become redirects, and are reported with the old and the new address', async () => {
    const files: Files = {
      'hugo.toml': 'baseURL = "https://moved.example.org/"\ntitle = "Moved"\n',
      'content/essays/here.md':
        '---\ntitle: Here\naliases: [/old/path/, https://moved.example.org/older, beside, /old/path/, /essays/here/, 4]\n---\nText\n',
      'content/essays/there.md': '---\ntitle: There\nredirect_from: /was there/?p=1\n---\nText\n',
      'content/essays/none.md': '---\ntitle: None\naliases:\nredirect_from: {a: 1}\n---\nText\n',
    }
    const { report } = await importFolder(folderOf(files, 'moved'))
    const redirects = report.filter(({ kind }: Any) => kind === 'redirect')
    expect(
      redirects.map(({ outcome, code, oldUrl, newUrl }: Any) => [outcome, code, oldUrl, newUrl]),
    ).toEqual([
      ['created', null, 'https://moved.example.org/old/path/', '/essays/here'],
      ['created', null, 'https://moved.example.org/older', '/essays/here'],
      ['created', null, 'https://moved.example.org/essays/beside', '/essays/here'],
      ['skipped', 'REDIRECT_LEFT_OUT', 'https://moved.example.org/was%20there/?p=1', '/essays/there'],
    ])
    expect(await itemOf('essays', 'here')).toMatchObject({ data: { aliases: expect.any(Array) } })
  })

  it('tags of Hugo, links between pages, and addresses in HTML', async () => {
    const files: Files = {
      'hugo.toml': 'baseURL = "https://tags.example.org/"\ntitle = "Tags"\n',
      'content/guides/one.md':
        '---\ntitle: One\n---\n{{< highlight go "linenos=table" >}}\na\n  b\n{{< /highlight >}}\n\n{{< figure src="/img/pot.png" alt="Pot" link="https://x.example/" >}}\n\n{{< tweet user="a" id="123" >}}\n\n{{< gist a 57cc50246a >}}\n\n[by name]({{< ref "two" >}}) [beside](../two/) [nowhere](../three/)\n\n<figure>\n<img src=\'/img/pot.png\'>\n<a href="/img/pot.png">big</a>\n</figure>\n\nIn <img src="/img/pot.png"> a text\n',
      'content/guides/two.md': '---\ntitle: Two\n---\nText\n',
      'static/img/pot.png': image,
    }
    await importFolder(folderOf(files, 'tags'))
    const { data } = await itemOf('guides', 'one')
    const two = { href: '/guides/two', reference: { collection: 'guides', id: expect.any(String) } }
    const path = expect.stringMatching(/\/_cms\/api\/media\/file\/\w+\.png$/)
    expect(data.content).toMatchObject([
      { _type: 'code', language: 'go', code: 'a\n  b' },
      { _type: 'image', url: path, alt: 'Pot', link: 'https://x.example/' },
      { _type: 'post', url: 'https://twitter.com/a/status/123' },
      { _type: 'embed', url: 'https://gist.github.com/a/57cc50246a' },
      { markDefs: [two, two, { href: '../three/' }] },
      { _type: 'html' },
      { _type: 'block' },
    ])
    // HTML is answered as it is stored, so that its addresses have no base that can change.
    expect(data.content[5].html).toMatch(
      /<img src='\/_cms\/api\/media\/file\/\w+\.png'>\n<a href="\/_cms\/api\/media/,
    )
    expect(data.content[6].children[0].text).toMatch(
      /^In <img src="\/_cms\/api\/media\/file\/\w+\.png"> a text$/,
    )
  })

  it('tags of Jekyll, names with short dates, dates that do not exist', async () => {
    const files: Files = {
      '_config.yml': 'url: https://liquid.example.org\ntitle: Liquid\n',
      '_posts/2023-1-5-liquid.md':
        '---\ntitle: First\n---\n![a]({{ site.baseurl }}/img/a.png) ![b]({{ "/img/a.png" | relative_url }}) [post]({% post_url 2023-02-03-second %}) [file]({% link _posts/2023-02-03-second.md %})\n\n`{{ site.url }}`\n',
      '_posts/2023-02-03-second.md': '---\ntitle: Second of all\ndate: 2023-02-30\n---\nText\n',
      'img/a.png': image,
    }
    await importFolder(folderOf(files, 'liquid'))
    const first = await itemOf('posts', 'liquid')
    expect(first).toMatchObject({ publishedAt: '2023-01-05T00:00:00.000Z' })
    const [line, code] = first.data.content
    const reference = { collection: 'posts', id: expect.any(String) }
    expect(line.children.filter(({ _type }: Any) => _type === 'image')).toMatchObject([
      { alt: 'a', id: expect.any(String) },
      { alt: 'b', id: expect.any(String) },
    ])
    expect(line.markDefs).toMatchObject([{ reference }, { reference }])
    expect(code.children).toMatchObject([{ text: '{{ site.url }}', marks: ['code'] }])
    const { data, publishedAt } = await itemOf('posts', line.markDefs[0].reference.id)
    expect(publishedAt).toBe('2023-02-03T00:00:00.000Z')
    expect(data.date).toBe('2023-02-30')
  })

  it('characters that cannot be read are counted, and other encodings of Unicode are read', async () => {
    const files: Files = {
      'coded/latin.md': Buffer.from('---\ntitle: Latin\n---\nGr\u00fc\u00dfe', 'latin1'),
      'coded/wide.md': Buffer.concat([
        Buffer.from([0xff, 0xfe]),
        Buffer.from('---\ntitle: Wide\n---\nGr\u00fc\u00dfe', 'utf16le'),
      ]),
      'coded/own.md': '---\ntitle: Own\n---\nA \ufffd sign',
    }
    const { report } = await importFolder(folderOf(files, 'coded'))
    const said = report.map(({ title, code, reason }: Any) => [title, code, reason])
    expect(said).toEqual(
      expect.arrayContaining([
        ['Latin', 'DETAIL_LOST', 'Without an equivalent, left out: 2 × character that is not UTF-8.'],
        ['Wide', null, null],
        ['Own', null, null],
      ]),
    )
    expect(JSON.stringify((await itemOf('coded', 'wide')).data.content)).toContain('Gr\u00fc\u00dfe')
  })

  it('old addresses beyond a hundred of one page are counted with it', async () => {
    const aliases = Array.from({ length: 103 }, (_, index) => `/was/${index}/`).join(', ')
    const files: Files = {
      'hugo.toml': 'baseURL = "https://often.example.org/"\n',
      'content/notes/often.md': `---\ntitle: Often\naliases: [${aliases}]\n---\nText\n`,
    }
    const { report } = await importFolder(folderOf(files, 'often'))
    expect(report.filter(({ kind }: Any) => kind === 'redirect')).toHaveLength(100)
    const page = report.find(({ outcome }: Any) => outcome === 'created')
    expect(page).toMatchObject({ code: 'DETAIL_LOST', reason: expect.stringContaining('3 × old address') })
  })

  it('keys beyond the fields of a collection are named with their item', async () => {
    const keys = Array.from({ length: 62 }, (_, index) => `key_${String(index).padStart(2, '0')}: ${index}`)
    const files: Files = { 'wide/a.md': `---\n${keys.join('\n')}\n---\nA`, 'wide/b.md': 'B' }
    const { report, analysis } = await importFolder(folderOf(files, 'wide'))
    expect(JSON.parse(analysis).remarks).toEqual([
      { remark: 'keysLeftOut', params: { names: 'key_60, key_61' } },
    ])
    const said = report.map(({ sourceId, code, reason }: Any) => [sourceId, code, reason])
    expect(said).toEqual([
      ['wide/a.md', 'DETAIL_LOST', expect.stringContaining('key_60, key_61')],
      ['wide/b.md', null, null],
    ])
  })

  /** An archive whose last record says other numbers. */
  const endingWith = (numbers: { entries?: number; size?: number; start?: number }): Buffer => {
    const archive = zipOf([{ name: 'a.md', content: 'A' }])
    const end = archive.length - 22
    if (numbers.entries !== undefined) archive.writeUInt16LE(numbers.entries, end + 10)
    if (numbers.size !== undefined) archive.writeUInt32LE(numbers.size, end + 12)
    if (numbers.start !== undefined) archive.writeUInt32LE(numbers.start, end + 16)
    return archive
  }

  /** An archive of one file with records of Zip64, in which some numbers are others. */
  const zip64With = (numbers: {
    recordAt?: bigint
    count?: bigint
    size?: bigint
    start?: bigint
    fileAt?: bigint
  }): Buffer => {
    const archive = zipOf([{ name: 'a.md', content: 'A' }], { isZip64: true })
    const locator = archive.length - 42
    const record = locator - 56
    if (numbers.recordAt !== undefined) archive.writeBigUInt64LE(numbers.recordAt, locator + 8)
    if (numbers.count !== undefined) archive.writeBigUInt64LE(numbers.count, record + 32)
    if (numbers.size !== undefined) archive.writeBigUInt64LE(numbers.size, record + 40)
    if (numbers.start !== undefined) archive.writeBigUInt64LE(numbers.start, record + 48)
    if (numbers.fileAt !== undefined) archive.writeBigUInt64LE(numbers.fileAt, record - 8)
    return archive
  }

  const refused: [string, () => Buffer, string][] = [
    ['leads out', () => zipOf([{ name: '../a.md', content: 'A' }]), 'leads out of its folder'],
    ['is absolute', () => zipOf([{ name: '/etc/a.md', content: 'A' }]), 'leads out of its folder'],
    ['is cut short', () => archiveOf(jekyll).subarray(0, 400), 'cut short'],
    ['has no texts', () => archiveOf({ 'a.png': Buffer.from('x') }), 'has no Markdown files'],
    [
      'claims another size',
      () => zipOf([{ name: 'a.md', content: 'A'.repeat(100_000), claims: 10 }]),
      'is damaged',
    ],
    [
      'has too many files',
      () => zipOf(Array.from({ length: 50_001 }, (_, index) => ({ name: `${index}.md`, content: '' }))),
      'there are more than 50000 files',
    ],
    ['has too many entries', () => endingWith({ entries: 0xffff }), 'has more than 65534 entries'],
    [
      'has too many entries for a program that then writes all as Zip64',
      () => endingWith({ entries: 0xffff, size: 0xffffffff, start: 0xffffffff }),
      'has more than 65534 entries',
    ],
    ['has a large directory', () => endingWith({ size: 0x4000001 }), 'have more than 64 MB together'],
    ['has no record of Zip64', () => endingWith({ start: 0xffffffff }), 'is cut short'],
    ['has a record of Zip64 elsewhere', () => zip64With({ recordAt: 2n ** 63n }), 'is cut short'],
    ['has a damaged record of Zip64', () => zip64With({ recordAt: 1n }), 'is cut short'],
    ['has too many entries in Zip64', () => zip64With({ count: 65_535n }), 'has more than 65534 entries'],
    ['has a large directory in Zip64', () => zip64With({ size: 2n ** 60n }), 'have more than 64 MB together'],
    ['has its directory elsewhere in Zip64', () => zip64With({ start: 2n ** 60n }), 'is cut short'],
    ['has a file elsewhere in Zip64', () => zip64With({ fileAt: 2n ** 60n }), 'is damaged'],
  ]
  it.each(refused)('an archive that %s is refused', async (_, archive, message) => {
    const answer = await upload(archive())
    expectFailure(answer, '400 VALIDATION_ERROR')
    expect(JSON.stringify(answer.body)).toContain(message)
  })

  it('an archive of ordinary size with records of Zip64 is read', async () => {
    const files = [
      { name: 'posts/zip64-one.md', content: 'One' },
      { name: 'posts/zip64-two.md', content: `Two ${'and more '.repeat(100)}` },
    ]
    const { analysisId, postTypes } = dataOf(await upload(zipOf(files, { isZip64: true })))
    expect(postTypes).toMatchObject([{ name: 'post', count: 2 }])
    expect(await execute(service, analysisId)).toMatchObject({ counts: { post: { created: 2 } } })
    const { data } = await itemOf('posts', 'zip64-two')
    expect(JSON.stringify(data.content)).toContain('Two and more')
  })

  it('Markdown outside of the folder for content is named, apart from other files', async () => {
    const { postTypes, remarks } = dataOf(
      await upload(
        archiveOf({ 'content/posts/a.md': 'A', 'README.md': 'B', 'notes/c.md': 'C', 'style.css': '' }),
      ),
    )
    expect(postTypes).toMatchObject([{ name: 'post', count: 1 }])
    expect(remarks).toEqual([
      { remark: 'textsLeftOut', params: { names: 'README.md, notes/c.md' } },
      { remark: 'filesLeftOut', params: { names: '1 × .css' } },
    ])
  })

  it('a draft whose front matter is a program is not published', async () => {
    const files = {
      'posts/program.md': '---js\nconst draft = true\n---\nSecret\n',
      'posts/other.md': 'Other',
    }
    const { report } = await importFolder(folderOf(files, 'program'))
    expect(report.find(({ sourceId }: Any) => sourceId === 'posts/program.md')).toMatchObject({
      outcome: 'failed',
      code: 'UNREADABLE',
      reason: expect.stringContaining('its language is "js"'),
    })
  })

  it('folders in an archive of Windows are not files', async () => {
    const archive = zipOf([
      { name: 'posts\\', content: '' },
      { name: 'posts\\x.md', content: 'X' },
    ])
    expect(dataOf(await upload(archive))).toMatchObject({
      postTypes: [{ name: 'post', count: 1 }],
      remarks: [],
    })
  })

  it('an archive over 4 GB is refused', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'octavo-zip-'))
    const path = join(folder, 'large.zip')
    writeFileSync(path, zipOf([{ name: 'a.md', content: 'A' }]))
    // It takes no space on the disk: the rest are zeros, before the end that says 65,535 entries.
    const end = Buffer.alloc(22, 0xff)
    end.write('PK\u0005\u0006', 'latin1')
    const file = await open(path, 'r+')
    try {
      await file.write(end, 0, 22, 4 * 1024 ** 3 + 1)
      await expect(readDirectory(file)).rejects.toThrow('the archive is larger than 4 GB')
    } finally {
      await file.close()
      rmSync(folder, { recursive: true })
    }
  })

  it('links in an archive are left out', async () => {
    const archive = zipOf([
      { name: 'posts/x.md', content: 'X' },
      { name: 'posts/y.md', content: '/etc/passwd', isLink: true },
    ])
    expect(dataOf(await upload(archive))).toMatchObject({
      postTypes: [{ name: 'post', count: 1 }],
      remarks: [{ remark: 'linksLeftOut', params: { count: 1 } }],
    })
  })
})
