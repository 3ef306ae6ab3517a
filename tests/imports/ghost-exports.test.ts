import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { dataOf, expectFailure } from '../setup/answers.ts'
import { execute, reportOf } from '../setup/exports.ts'
import { formOf, picture } from '../setup/media.ts'
import { engines, startService, type TestService } from '../setup/service.ts'
import { zipOf } from '../setup/zip.ts'
import type { Any } from '../setup/json.ts'

const text = (said: string, format = 0): object => ({ type: 'extended-text', text: said, format })
const lexical = JSON.stringify({
  root: {
    type: 'root',
    children: [
      { type: 'paragraph', children: [text('Hello '), text('bold', 1), text(' & <more>')] },
      { type: 'extended-heading', tag: 'h2', children: [text('Head')] },
      {
        type: 'list',
        listType: 'number',
        start: 3,
        children: [{ type: 'listitem', children: [text('three')] }],
      },
      { type: 'codeblock', language: 'js', code: 'a < b' },
      { type: 'image', src: '__GHOST_URL__/content/images/2024/a.png', alt: 'A', caption: 'Seen' },
      {
        type: 'paragraph',
        children: [{ type: 'link', url: '__GHOST_URL__/page/', children: [text('page')] }],
      },
      { type: 'transistor', accent: 'x' },
    ],
  },
})
const mobiledoc = JSON.stringify({
  version: '0.3.1',
  markups: [['strong'], ['a', ['href', 'https://x.example/']]],
  atoms: [['soft-return', '', {}]],
  cards: [['markdown', { markdown: '*card*' }]],
  sections: [
    [
      1,
      'p',
      [
        [0, [], 0, 'Old '],
        [0, [0], 1, 'bold'],
        [1, [], 0, 0],
        [0, [1], 1, 'link'],
      ],
    ],
    [3, 'ul', [[[0, [], 0, 'entry']]]],
    [10, 0],
  ],
})

const post = (id: string, more: object): object => ({
  id,
  uuid: `uuid-${id}`,
  slug: id,
  title: `Title ${id}`,
  type: 'post',
  status: 'published',
  visibility: 'public',
  html: null,
  lexical: null,
  mobiledoc: null,
  created_at: '2024-01-01T00:00:00.000Z',
  updated_at: '2024-02-01T00:00:00.000Z',
  published_at: '2024-01-02T03:04:05.000Z',
  ...more,
})

const exported = (site: string): string =>
  JSON.stringify({
    db: [
      {
        meta: { exported_on: 1700000000000, version: '5.75.1' },
        data: {
          posts: [
            post('new', { lexical, feature_image: '__GHOST_URL__/content/images/2024/a.png', featured: 1 }),
            post('old', { mobiledoc, custom_excerpt: 'In short' }),
            post('page', { type: 'page', html: '<p>One\nline</p><p>Two</p>' }),
            post('draft', { status: 'draft', html: '<p>D</p>' }),
            post('later', {
              status: 'scheduled',
              html: '<p>L</p>',
              published_at: '2099-01-01T00:00:00.000Z',
            }),
            post('paid', { visibility: 'paid', html: '<p>P</p>' }),
          ],
          posts_meta: [{ post_id: 'old', meta_title: 'For search' }],
          tags: [{ id: 't1', name: 'Clay & glaze', slug: 'clay', description: 'All of it' }],
          posts_tags: [{ post_id: 'new', tag_id: 't1', sort_order: 0 }],
          users: [{ id: 'u1', name: 'Ada', slug: 'ada', email: 'ada@example.com' }],
          posts_authors: [{ post_id: 'new', author_id: 'u1', sort_order: 0 }],
          settings: [
            { key: 'title', value: site },
            { key: 'description', value: 'All about it' },
          ],
        },
      },
    ],
  })

describe.each(engines)('exports of Ghost on %s', (engine) => {
  let service: TestService
  let image: Buffer

  beforeAll(async () => {
    service = await startService(engine)
    image = await picture()
  })
  afterAll(() => service.close())

  const upload = (content: Buffer | string, filename: string): Promise<Any> =>
    service.ask('POST', '/import/external/analyze', formOf([{ name: 'file', filename, content }]))
  const itemOf = async (collection: string, slug: string): Promise<Any> =>
    dataOf(await service.ask('GET', `/content/${collection}/${slug}`)).item

  it('posts, pages, tags, authors, all three forms of content, states; a second run changes nothing', async () => {
    const archive = zipOf([
      { name: 'ghost.json', content: exported('With pictures') },
      { name: 'content/images/2024/a.png', content: image },
    ])
    const analysis = dataOf(await upload(archive, 'ghost.zip'))
    expect(analysis).toMatchObject({
      site: { title: 'With pictures', description: 'All about it', url: '', version: 'Ghost 5.75.1' },
      attachments: { count: 1 },
      authors: [{ login: 'ada', email: 'ada@example.com', count: 1 }],
      warnings: [],
    })
    const job = await execute(service, analysis.analysisId)
    expect(job).toMatchObject({
      state: 'done',
      counts: { post: { created: 5 }, page: { created: 1 }, term: { created: 1 } },
    })
    const rows = await reportOf(service, analysis.analysisId)
    expect(rows.find(({ sourceId }) => sourceId === 'paid')).toMatchObject({ code: 'KEPT_AS_DRAFT' })

    const fresh = await itemOf('posts', 'new')
    expect(fresh.data).toMatchObject({
      title: 'Title new',
      sticky: true,
      author_name: 'Ada',
      featured_image: { id: expect.any(String) },
      original_url: '/new/',
    })
    expect(fresh.data.content).toMatchObject([
      { children: [{ text: 'Hello ' }, { text: 'bold', marks: ['strong'] }, { text: ' & <more>' }] },
      { style: 'h2', children: [{ text: 'Head' }] },
      { listItem: 'number', start: 3, children: [{ text: 'three' }] },
      { _type: 'code', language: 'js', code: 'a < b' },
      { _type: 'image', alt: 'A', caption: 'Seen', id: expect.any(String) },
      { markDefs: [{ href: '/pages/page', reference: { collection: 'pages' } }] },
      { _type: 'htmlBlock', source: 'ghost-card' },
    ])
    const old = await itemOf('posts', 'old')
    expect(old.data).toMatchObject({ excerpt: 'In short', meta_title: 'For search' })
    expect(old.data.content).toMatchObject([
      {
        children: [
          { text: 'Old ' },
          { text: 'bold\n', marks: ['strong'] },
          { text: 'link', marks: [expect.any(String)] },
        ],
      },
      { listItem: 'bullet', children: [{ text: 'entry' }] },
      { children: [{ text: 'card', marks: ['em'] }] },
    ])
    expect((await itemOf('pages', 'page')).data.content).toMatchObject([
      { children: [{ text: 'One line' }] },
      { children: [{ text: 'Two' }] },
    ])
    expect(await itemOf('posts', 'draft')).toMatchObject({ status: 'draft' })
    expect(await itemOf('posts', 'paid')).toMatchObject({ status: 'draft' })
    expect(await itemOf('posts', 'later')).toMatchObject({ scheduledAt: '2099-01-01T00:00:00.000Z' })

    const again = await execute(service, dataOf(await upload(archive, 'ghost.zip')).analysisId)
    expect(JSON.stringify(again.counts)).not.toContain('created')
    expect((await itemOf('posts', 'new')).version).toBe(fresh.version)
  })

  it('cards of both forms keep what they say, and menus of the settings become menus', async () => {
    const node = (type: string, more: object): object => ({ type, ...more })
    const cards = JSON.stringify({
      root: {
        children: [
          node('gallery', {
            images: [{ src: 'https://x.example/g.png', alt: 'G', caption: 'One' }],
            caption: 'All',
          }),
          node('video', {
            src: 'https://x.example/v.mp4',
            thumbnailSrc: 'https://x.example/v.jpg',
            caption: 'Film',
          }),
          node('audio', {
            src: 'https://x.example/a.mp3',
            title: 'Song',
            thumbnailSrc: 'https://x.example/a.jpg',
          }),
          node('file', {
            src: 'https://x.example/f.pdf',
            fileTitle: 'Paper',
            fileName: 'f.pdf',
            fileCaption: 'Read',
          }),
          node('codeblock', { code: 'a', caption: 'Listing' }),
          node('bookmark', {
            url: 'https://b.example/',
            metadata: { title: 'B', author: 'Ann', publisher: 'Press', thumbnail: 'https://b.example/t.png' },
          }),
          node('product', {
            productTitle: 'P',
            productUrl: 'https://p.example/',
            productImageSrc: '__GHOST_URL__/content/images/p.png',
          }),
        ],
      },
    })
    const html = `<div class="kg-card kg-toggle-card"><div class="kg-toggle-heading"><h4 class="kg-toggle-heading-text">Lid</h4><button class="kg-toggle-card-icon"><svg></svg></button></div><div class="kg-toggle-content"><p>Within</p></div></div><div class="kg-card kg-callout-card"><div class="kg-callout-emoji">!</div><div class="kg-callout-text">Call <b>out</b></div></div><div class="kg-card kg-file-card"><a class="kg-file-card-container" href="https://x.example/f.pdf"><div class="kg-file-card-title">Paper</div><div class="kg-file-card-filename">f.pdf</div><div class="kg-file-card-filesize">1 KB</div><svg></svg></a></div><figure class="kg-card kg-video-card"><video src="https://x.example/v.mp4" poster="https://x.example/v.jpg"></video><button>Play</button><figcaption>Film</figcaption></figure><div class="kg-card kg-audio-card"><img class="kg-audio-thumbnail" src="https://x.example/a.jpg" alt=""><audio src="https://x.example/a.mp3"></audio><div class="kg-audio-title">Song</div><button>Play</button></div><figure class="kg-card kg-gallery-card"><div><img src="https://x.example/g.png" alt="G"></div><figcaption>All</figcaption></figure><figure class="kg-card kg-bookmark-card"><a class="kg-bookmark-container" href="https://b.example/"><div class="kg-bookmark-title">B</div><div class="kg-bookmark-description">D</div></a></figure>`
    const settings = [
      { key: 'title', value: 'Cards' },
      {
        key: 'navigation',
        value:
          '[{"label":"Home","url":"/"},{"label":"Cards","url":"__GHOST_URL__/by-html/"},{"label":"Out","url":"https://out.example/"}]',
      },
      { key: 'codeinjection_head', value: '<script></script>' },
    ]
    const users = [{ id: 'u', name: 'Bo', slug: 'bo', email: 'bo@example.com', bio: 'About Bo' }]
    const data = { posts: [post('by-cards', { lexical: cards }), post('by-html', { html })], settings, users }
    const { analysisId, warnings } = dataOf(
      await upload(JSON.stringify({ db: [{ meta: { version: '5.80.0' }, data }] }), 'ghost.json'),
    )
    expect(warnings.join(' ')).toContain('settings.codeinjection_head, users.bio')
    expect(await execute(service, analysisId)).toMatchObject({ state: 'done' })
    const rows = await reportOf(service, analysisId)
    expect(rows.filter(({ kind }) => kind === 'attachment')).toEqual([])
    const byCards = await itemOf('posts', 'by-cards')
    expect(byCards.data.content).toMatchObject([
      { _type: 'gallery', caption: 'All', images: [{ alt: 'G', caption: 'One' }] },
      { _type: 'file', media: 'video', poster: 'https://x.example/v.jpg', caption: 'Film' },
      { _type: 'image', url: 'https://x.example/a.jpg' },
      { _type: 'file', media: 'audio', caption: 'Song' },
      { children: [{ text: 'Paper' }] },
      { children: [{ text: 'Read' }] },
      { children: [{ text: 'f.pdf' }] },
      { _type: 'code', code: 'a' },
      { children: [{ text: 'Listing' }] },
      { children: [{ text: 'B' }] },
      { children: [{ text: 'Ann, Press' }] },
      { _type: 'image', url: 'https://b.example/t.png', link: 'https://b.example/' },
      { _type: 'htmlBlock' },
    ])
    const byHtml = await itemOf('posts', 'by-html')
    const link = { markDefs: [{ href: 'https://b.example/' }] }
    expect(byHtml.data.content).toMatchObject([
      { _type: 'details', title: 'Lid', content: [{ children: [{ text: 'Within' }] }] },
      { style: 'blockquote' },
      { children: [{ text: 'Paper' }], markDefs: [{ href: 'https://x.example/f.pdf' }] },
      { children: [{ text: 'f.pdf, 1 KB' }] },
      { _type: 'file', media: 'video', poster: 'https://x.example/v.jpg', caption: 'Film' },
      { _type: 'image', url: 'https://x.example/a.jpg' },
      { _type: 'file', media: 'audio', caption: 'Song' },
      { _type: 'gallery', caption: 'All' },
      link,
      link,
    ])
    const { item: menu } = dataOf(await service.ask('GET', '/menus/navigation'))
    expect(menu.items.map(({ label, customUrl }: Any) => [label, customUrl])).toEqual([
      ['Home', '/'],
      ['Cards', '/posts/by-html'],
      ['Out', 'https://out.example/'],
    ])
  })

  it('internal tags do not become terms, because visitors would see them, and are named', async () => {
    const tags = [
      { id: 't1', name: 'Open', slug: 'open', visibility: 'public' },
      { id: 't2', name: '#Inner <b>', slug: 'hash-inner', visibility: 'internal' },
      { id: 't3', name: '#older', slug: 'hash-older' },
    ]
    const data = {
      posts: [post('tagged', { html: '<p>T</p>' })],
      tags,
      posts_tags: tags.map(({ id }, order) => ({ post_id: 'tagged', tag_id: id, sort_order: order })),
      settings: [{ key: 'title', value: 'Internal tags' }],
    }
    const exportText = JSON.stringify({ db: [{ meta: { version: '5.80.0' }, data }] })
    const analysis = dataOf(await upload(exportText, 'ghost.json'))
    expect(analysis).toMatchObject({
      tags: 1,
      remarks: [{ remark: 'internalTagsLeftOut', params: { names: '#Inner <b>, #older' } }],
    })
    const job = await execute(service, analysis.analysisId)
    expect(job).toMatchObject({ state: 'done', counts: { term: { created: 1 } } })
    const path = '/content/posts/tagged?include=terms'
    const { item, included } = dataOf(await service.ask('GET', path))
    expect(Object.values(item.terms).flat()).toHaveLength(1)
    expect(Object.values(included.terms).map(({ label }: Any) => label)).toEqual(['Open'])
  })

  it('pictures that are not in the export are said', async () => {
    const analysis = dataOf(await upload(exported('Alone'), 'ghost.json'))
    expect(analysis.remarks).toEqual([{ remark: 'ghostPictures', params: {} }])
    await execute(service, analysis.analysisId)
    const rows = await reportOf(service, analysis.analysisId)
    expect(rows.find(({ sourceId }) => sourceId === 'new')).toMatchObject({
      reason: expect.stringContaining('/content/images/2024/a.png'),
    })
  })

  it('the export is found among other files, which are named', async () => {
    const archive = zipOf([
      { name: 'a-settings.json', content: '{"posts": "none"}' },
      { name: 'site.ghost.json', content: exported('Among others') },
      { name: 'README.md', content: '# About this copy' },
      { name: 'content/images/2024/a.png', content: image },
      { name: 'content/images/2024/b.png', content: image },
    ])
    const analysis = dataOf(await upload(archive, 'ghost.zip'))
    expect(analysis).toMatchObject({
      site: { title: 'Among others' },
      attachments: { count: 1 },
      remarks: [
        {
          remark: 'filesUnused',
          params: { count: 3, names: 'a-settings.json, README.md, content/images/2024/b.png' },
        },
      ],
    })
  })

  it('several exports in one archive are refused by name', async () => {
    const archive = zipOf([
      { name: 'a.json', content: exported('A') },
      { name: 'b.json', content: exported('B') },
    ])
    const answer = await upload(archive, 'ghost.zip')
    expectFailure(answer, '400 VALIDATION_ERROR')
    expect(answer.body.error.details).toMatchObject({
      reason: 'ghostSeveral',
      params: { detail: 'a.json, b.json' },
    })
  })

  it('an export that is cut short within an archive is refused', async () => {
    const whole = exported('x')
    for (const length of [30, 900, whole.length - 3]) {
      const archive = zipOf([
        { name: 'ghost.json', content: whole.slice(0, length) },
        { name: 'content/images/2024/a.png', content: image },
      ])
      const answer = await upload(archive, 'ghost.zip')
      expectFailure(answer, '400 VALIDATION_ERROR')
      expect(answer.body.error.details).toMatchObject({ reason: 'ghostCut' })
    }
  })

  it('several authors, details of tags, documents that do not parse, and parts without a place are said', async () => {
    const { db } = JSON.parse(exported('Details')) as Any
    const [{ data }] = db
    data.users.push({ id: 'u2', name: 'Bea', slug: 'bea', email: 'bea@example.com' })
    data.posts_authors.push({ post_id: 'new', author_id: 'u2', sort_order: 1 })
    data.tags[0] = { id: 't1', name: 'Porcelain', slug: 'porcelain', meta_title: 'For search' }
    data.posts = [post('new', { html: '<p>N</p>' }), post('broken', { lexical: '{"root": {"chil' })]
    data.members = [{ id: 'm1' }, { id: 'm2' }]
    data.roles = [{ id: 'r1' }]
    const analysis = dataOf(await upload(JSON.stringify({ db }), 'ghost.json'))
    expect(analysis.remarks).toEqual([{ remark: 'tablesLeftOut', params: { names: 'members (2)' } }])
    await execute(service, analysis.analysisId)
    const rows = await reportOf(service, analysis.analysisId)
    expect(rows.find(({ kind }) => kind === 'term')).toMatchObject({
      reason: expect.stringContaining('meta_title'),
    })
    const broken = rows.find(({ sourceId }) => sourceId === 'broken')
    expect(broken).toMatchObject({ outcome: 'created', code: 'KEPT_AS_HTML' })
    const { item } = dataOf(await service.ask('GET', `/content/posts/${broken?.itemId}`))
    expect(JSON.stringify(item.data.content)).toContain('unreadable')
    const several = rows.find(({ sourceId }) => sourceId === 'new')
    const { item: shared } = dataOf(await service.ask('GET', `/content/posts/${several?.itemId}`))
    expect(shared.data).toMatchObject({ author_name: 'Ada', authors: ['Ada', 'Bea'] })
  })

  it.each([
    ['cut short', exported('x').slice(0, 900), 'ghostCut'],
    ['of something else', '{"a": 1}', 'ghostOther'],
  ])('JSON that is %s is refused', async (_, content, reason) => {
    const answer = await upload(content, 'ghost.json')
    expectFailure(answer, '400 VALIDATION_ERROR')
    expect(answer.body.error.details).toMatchObject({ reason })
  })
})
