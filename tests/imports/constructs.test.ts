import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { dataOf } from '../setup/answers.ts'
import { type Exported, importExport, oldSite, reportOf } from '../setup/exports.ts'
import { expectNamed } from '../setup/remarks.ts'
import { engines, startService, type TestService } from '../setup/service.ts'
import type { Any } from '../setup/json.ts'

describe.each(engines)('what an export holds, on %s', (engine) => {
  let service: TestService
  let nextId = 1000

  beforeAll(async () => {
    service = await startService(engine)
    service.clock.now = new Date('2020-06-01T12:00:00.000Z')
  })
  afterAll(() => service.close())

  /** ids that no other test has: all of them import from the same site */
  const ids = (count: number): number[] => Array.from({ length: count }, () => nextId++)

  async function bring(
    exported: Exported,
    options: Record<string, boolean> = {},
  ): Promise<{ job: Any; rows: Any[] }> {
    const job = await importExport(service, exported, options)
    expect(job).toMatchObject({ state: 'done', error: null })
    const rows = await reportOf(service, job.analysisId)
    expectNamed(rows)
    return { job, rows }
  }

  const get = async (path: string): Promise<Any> => dataOf(await service.ask('GET', path)).item

  it('statuses: nothing becomes public that was not', async () => {
    const statuses = ['publish', 'draft', 'pending', 'private', 'future', 'trash', 'wc-done']
    const numbers = ids(statuses.length + 2)
    const items = statuses.map((status, index) => ({
      id: numbers[index] ?? 0,
      title: status,
      name: `status-${status}`,
      status,
      date: status === 'future' ? '2030-01-02 03:04:05' : '2015-03-04 05:06:07',
    }))
    const more = [
      {
        id: numbers[7] ?? 0,
        title: 'missed',
        name: 'status-missed',
        status: 'future',
        date: '2019-01-01 00:00:00',
      },
      { id: numbers[8] ?? 0, title: 'secret', name: 'status-secret', password: 'x' },
    ]
    const { rows } = await bring({ items: [...items, ...more] })
    const stateOf = async (name: string): Promise<Any[]> => {
      const item = await get(`/content/posts/status-${name}`)
      return [item.status, item.scheduledAt, item.publishedAt]
    }
    expect(await stateOf('publish')).toEqual(['published', null, '2015-03-04T05:06:07.000Z'])
    expect(await stateOf('missed')).toEqual(['published', null, '2019-01-01T00:00:00.000Z'])
    expect(await stateOf('future')).toEqual(['scheduled', '2030-01-02T03:04:05.000Z', null])
    for (const name of ['draft', 'pending', 'private', 'wc-done', 'secret']) {
      expect(await stateOf(name), name).toEqual(['draft', null, null])
    }
    const trash = dataOf(await service.ask('GET', '/content/posts/trash')).items
    expect(trash.map(({ slug }: Any) => slug)).toEqual(['status-trash'])
    const codes = Object.fromEntries(rows.map(({ title, code }) => [title, code]))
    expect(codes).toMatchObject({
      pending: 'KEPT_AS_DRAFT',
      private: 'KEPT_AS_DRAFT',
      secret: 'PASSWORD_PROTECTED',
      publish: null,
    })
  })

  it('dates, slugs, excerpts, addresses, and all that belongs to a post', async () => {
    const [id = 0] = ids(1)
    await bring({
      authors: [{ login: 'ada', name: 'Ada Lovelace' }],
      items: [
        {
          id,
          title: 'Fish &amp; <em>chips</em>',
          name: 'fish-chips',
          link: `${oldSite}/2015/03/fish-chips/`,
          excerpt: '<p>Short &amp; sweet</p>',
          content: 'Text',
          date: '2015-03-04 05:06:07',
          modified: '2016-01-01 00:00:00',
          sticky: true,
          order: 3,
          comments: 2,
          terms: { post_format: ['post-format-aside'] },
          meta: {
            mood: 'calm',
            list: 'a:2:{i:0;s:3:"a;b";i:1;i:7;}',
            object: 'O:8:"stdClass":0:{}',
            _edit_lock: 'x',
            _yoast_wpseo_title: 'For engines',
          },
        },
      ],
    })
    const item = await get('/content/posts/fish-chips')
    expect(item).toMatchObject({
      createdAt: '2015-03-04T05:06:07.000Z',
      publishedAt: '2015-03-04T05:06:07.000Z',
      updatedAt: '2016-01-01T00:00:00.000Z',
      data: {
        title: 'Fish & chips',
        excerpt: 'Short & sweet',
        author_name: 'Ada Lovelace',
        original_url: `${oldSite}/2015/03/fish-chips/`,
        sticky: true,
        position: 3,
        comment_count: 2,
        format: 'aside',
        custom_fields: {
          mood: 'calm',
          list: ['a;b', 7],
          object: 'O:8:"stdClass":0:{}',
          _yoast_wpseo_title: 'For engines',
        },
      },
    })
    expect(item.data.content[0].children[0].text).toBe('Text')
    const revisions = dataOf(await service.ask('GET', `/content/posts/${item.id}/revisions`)).items
    expect(revisions).toHaveLength(1)
    const found = (await service.ask('GET', '/search?q=chips')).body.results
    expect(found.map(({ id: foundId }: Any) => foundId)).toContain(item.id)
  })

  it('authors are users with their address; others are kept by name', async () => {
    const { userId } = await service.person(30, ['content:read'])
    const [{ email }] = (await service.services.database.reader.rows<{ email: string }>(
      'SELECT email FROM users WHERE id = ?',
      [userId],
    )) as [{ email: string }]
    const [one = 0, two = 0] = ids(2)
    await bring({
      authors: [
        { login: 'writer', email: email.toUpperCase() },
        { login: 'gone', email: 'gone@example.com', name: 'Gone Girl' },
      ],
      items: [
        { id: one, title: 'A', name: 'by-user', creator: 'writer' },
        { id: two, title: 'B', name: 'by-other', creator: 'gone' },
      ],
    })
    expect(await get('/content/posts/by-user')).toMatchObject({ authorId: userId })
    expect(await get('/content/posts/by-other')).toMatchObject({
      authorId: null,
      data: { author_name: 'Gone Girl' },
    })
  })

  it('terms of all taxonomies with their trees, on their items', async () => {
    const [id = 0] = ids(1)
    const { job } = await bring({
      terms: [
        { taxonomy: 'category', slug: 'child', name: 'Child &amp; co', parent: 'parent' },
        { taxonomy: 'category', slug: 'parent', description: 'Above' },
        { taxonomy: 'category', slug: 'one', parent: 'two' },
        { taxonomy: 'category', slug: 'two', parent: 'one' },
        { taxonomy: 'category', slug: 'orphan', parent: 'nobody' },
        { taxonomy: 'post_tag', slug: 'red' },
        { taxonomy: 'case-kind', slug: '%e6%b5%8b%e8%af%95', name: '测试' },
      ],
      items: [
        {
          id,
          title: 'Tagged',
          name: 'tagged',
          terms: { category: ['child'], post_tag: ['red', 'unlisted'], 'case-kind': ['%e6%b5%8b%e8%af%95'] },
        },
      ],
    })
    expect(job.counts.term).toEqual({ created: 8 })
    const terms = async (taxonomy: string): Promise<Any[]> =>
      dataOf(await service.ask('GET', `/taxonomies/${taxonomy}/terms?limit=100`)).items
    const categories = await terms('category')
    const parent = categories.find(({ slug }) => slug === 'parent')
    expect(parent).toMatchObject({ description: 'Above', parentId: null })
    expect(categories.find(({ slug }) => slug === 'child')).toMatchObject({
      label: 'Child & co',
      parentId: parent.id,
      count: 1,
    })
    for (const slug of ['one', 'two', 'orphan'])
      expect(categories.find((term) => term.slug === slug)).toMatchObject({ parentId: null })
    expect((await terms('tag')).map(({ slug, count }) => [slug, count])).toEqual([
      ['red', 1],
      ['unlisted', 1],
    ])
    expect(await terms('case_kind')).toMatchObject([{ slug: '测试', label: '测试', count: 1 }])
    const ofItem = dataOf(await service.ask('GET', '/content/posts/tagged/terms/category')).items
    expect(ofItem.map(({ slug }: Any) => slug)).toEqual(['child'])
  })

  it('custom post types become collections, reserved and odd names too', async () => {
    const types = ['case-study', 'media', '123', 'product', 'übung']
    const numbers = ids(types.length)
    const { rows } = await bring({
      items: types.map((type, index) => ({ id: numbers[index] ?? 0, type, title: type, name: `a-${index}` })),
    })
    expect(rows.map(({ collection }) => collection)).toEqual([
      'case_study',
      'imported_media',
      'type_123',
      'products',
      'ubung',
    ])
    for (const { collection, itemId } of rows)
      expect((await get(`/content/${collection}/${itemId}`)).status).toBe('published')
  })

  it('pages keep their tree, whatever their order; circles are opened', async () => {
    const [child = 0, parent = 0, one = 0, two = 0, self = 0, orphan = 0] = ids(6)
    const page = (id: number, name: string, above: number): Any => ({
      id,
      type: 'page',
      title: name,
      name,
      parent: above,
    })
    const { rows } = await bring({
      items: [
        page(child, 'child', parent),
        page(parent, 'parent', 0),
        page(one, 'one', two),
        page(two, 'two', one),
        page(self, 'self', self),
        page(orphan, 'orphan', 999_999),
      ],
    })
    const above = await get('/content/pages/parent')
    const below = await get('/content/pages/child')
    expect(below).toMatchObject({
      status: 'published',
      hasPendingDraft: false,
      publishedAt: '2015-03-04T05:06:07.000Z',
      updatedAt: '2015-03-04T05:06:07.000Z',
      data: { parent: above.id },
    })
    const [first, second] = [await get('/content/pages/one'), await get('/content/pages/two')]
    expect(
      [first.data.parent, second.data.parent].filter((id) => id !== undefined && id !== null),
    ).toHaveLength(1)
    expect((await get('/content/pages/self')).data.parent ?? null).toBeNull()
    const codes = Object.fromEntries(rows.map(({ title, code }) => [title, code]))
    expect(codes).toMatchObject({ child: null, self: 'PARENT_CIRCLE', orphan: 'PARENT_LOST' })
    expect([codes['one'], codes['two']]).toContain('PARENT_CIRCLE')
  })

  it('links within the site lead to what they led to, wherever it stands in the file', async () => {
    const [from = 0, to = 0, page = 0] = ids(3)
    await bring({
      items: [
        {
          id: from,
          title: 'From',
          name: 'from',
          content: `<a href="${oldSite}/to/#part">a</a> <a href="/a-page">b</a> <a href="http://www.old.example.com/?p=${to}">c</a> <a href="https://elsewhere.example.com/to/">d</a> <a href="${oldSite}/nothing/">e</a>`,
        },
        { id: to, title: 'To', name: 'to' },
        { id: page, type: 'page', title: 'A page', name: 'a-page', link: `${oldSite}/a-page/` },
      ],
    })
    const item = await get('/content/posts/from')
    const target = await get('/content/posts/to')
    const links = item.data.content[0].markDefs
    expect(links.map(({ href }: Any) => href)).toEqual([
      '/posts/to#part',
      '/pages/a-page',
      '/posts/to',
      'https://elsewhere.example.com/to/',
      `${oldSite}/nothing/`,
    ])
    expect(links[0].reference).toEqual({ collection: 'posts', id: target.id })
  })

  it('reusable blocks become sections, and are referred to by their slugs', async () => {
    const [user = 0, block = 0] = ids(2)
    await bring({
      items: [
        { id: user, title: 'User', name: 'user-of-block', content: `<!-- wp:block {"ref":${block}} /-->` },
        {
          id: block,
          type: 'wp_block',
          title: 'Call to action',
          name: 'call',
          content: '<!-- wp:paragraph --><p>Buy</p><!-- /wp:paragraph -->',
        },
      ],
    })
    expect(await get('/sections/call')).toMatchObject({
      title: 'Call to action',
      source: 'import',
      content: [{ _type: 'block' }],
    })
    expect((await get('/content/posts/user-of-block')).data.content).toMatchObject([
      { _type: 'section', slug: 'call' },
    ])
  })

  it('menus with their trees; what leads nowhere is reported', async () => {
    const [post = 0, top = 0, below = 0, category = 0, link = 0, lost = 0, bad = 0, stray = 0, under = 0] =
      ids(9)
    const entry = (
      id: number,
      order: number,
      meta: Record<string, string>,
      title = '',
      menu = 'main-menu',
    ): Any => ({
      id,
      type: 'nav_menu_item',
      title,
      order,
      terms: { nav_menu: [menu] },
      meta: Object.fromEntries(Object.entries(meta).map(([key, value]) => [`_menu_item_${key}`, value])),
    })
    const { rows, job } = await bring({
      terms: [
        { taxonomy: 'nav_menu', slug: 'main-menu', name: 'Main &amp; only' },
        { taxonomy: 'category', slug: 'in-menu', name: 'In menu', id: 77 },
      ],
      items: [
        { id: post, title: 'In the menu', name: 'in-the-menu' },
        entry(below, 2, {
          type: 'post_type',
          object: 'post',
          object_id: String(post),
          menu_item_parent: String(top),
        }),
        entry(
          top,
          1,
          {
            type: 'custom',
            url: `${oldSite}/`,
            target: '_blank',
            classes: 'a:2:{i:0;s:3:"big";i:1;s:0:"";}',
          },
          'Home',
        ),
        entry(category, 3, { type: 'taxonomy', object: 'category', object_id: '77' }),
        entry(link, 4, { type: 'custom', url: `${oldSite}/in-the-menu/` }, 'Post'),
        entry(lost, 5, { type: 'post_type', object: 'post', object_id: '987654' }),
        entry(
          under,
          6,
          { type: 'custom', url: 'https://example.com/', menu_item_parent: String(lost) },
          'Under the lost',
        ),
        entry(bad, 7, { type: 'custom', url: 'javascript:alert(1)' }, 'Bad'),
        entry(stray, 8, { type: 'custom', url: '#', menu_item_parent: String(stray) }, 'Below itself'),
      ],
    })
    const menu = await get('/menus/main-menu')
    expect(menu.label).toBe('Main & only')
    const shown = menu.items.map(({ label, url, parentId, type }: Any) => [
      label,
      url,
      parentId === null,
      type,
    ])
    expect(shown).toEqual([
      ['Home', '/', true, 'custom'],
      ['In the menu', '/posts/in-the-menu', false, 'post'],
      ['In menu', '/category/in-menu', true, 'taxonomy'],
      ['Post', '/posts/in-the-menu', true, 'custom'],
      ['Under the lost', 'https://example.com/', true, 'custom'],
      ['Below itself', '#', true, 'custom'],
    ])
    expect(menu.items[0]).toMatchObject({ target: '_blank', cssClasses: 'big' })
    const failed = rows.filter(({ outcome }) => outcome === 'failed').map(({ title, code }) => [title, code])
    expect(failed.toSorted()).toEqual([
      [`#${lost}`, 'TARGET_LOST'],
      ['Bad', 'UNSAFE_URL'],
    ])
    expect(job.counts.menu).toEqual({ created: 1 })
  })

  it('a menu that is here under this name stays as it is', async () => {
    dataOf(await service.ask('POST', '/menus', { body: { name: 'footer', label: 'Ours' } }), 201)
    const { job } = await bring({ terms: [{ taxonomy: 'nav_menu', slug: 'footer', name: 'Theirs' }] })
    expect(job.counts.menu).toEqual({ skipped: 1 })
    expect((await get('/menus/footer')).label).toBe('Ours')
  })

  it('what is left out by the options is reported as left out', async () => {
    const [id = 0, entry = 0, file = 0] = ids(3)
    const { job } = await bring(
      {
        terms: [
          { taxonomy: 'category', slug: 'left-out' },
          { taxonomy: 'nav_menu', slug: 'left-out' },
        ],
        items: [
          { id, title: 'X', name: 'without', terms: { category: ['left-out'] } },
          { id: entry, type: 'nav_menu_item', terms: { nav_menu: ['left-out'] } },
          { id: file, type: 'attachment', attachmentUrl: `${oldSite}/a.jpg` },
        ],
      },
      { includeTaxonomies: false, includeMenus: false },
    )
    expect(job.counts).toEqual({
      term: { skipped: 1 },
      menu: { skipped: 1 },
      nav_menu_item: { skipped: 1 },
      attachment: { skipped: 1 },
      post: { created: 1 },
    })
  })

  it('fields of another type that are here already stay; values go to fields beside them', async () => {
    dataOf(
      await service.ask('POST', '/schema/collections', {
        body: { slug: 'recipe', label: 'Recipes', supports: [] },
      }),
      201,
    )
    const field = { slug: 'content', label: 'Content', type: 'integer' }
    dataOf(await service.ask('POST', '/schema/collections/recipe/fields', { body: field }), 201)
    const [id = 0, later = 0] = ids(2)
    const { rows } = await bring({
      items: [
        { id, type: 'recipe', title: 'Soup', name: 'soup', content: 'Stir.' },
        {
          id: later,
          type: 'recipe',
          title: 'Later',
          name: 'later',
          status: 'future',
          date: '2031-01-01 00:00:00',
        },
      ],
    })
    expect((await get('/content/recipe/soup')).data).toMatchObject({
      title: 'Soup',
      imported_content: [{ _type: 'block' }],
    })
    expect(await get('/content/recipe/later')).toMatchObject({ status: 'draft' })
    expect(rows.find(({ title }) => title === 'Later').code).toBe('NOT_SCHEDULED')
  })

  it('an item that was removed for good comes back; one in the trash stays there', async () => {
    const [gone = 0, trashed = 0] = ids(2)
    const exported = {
      items: [
        { id: gone, title: 'Gone', name: 'gone' },
        { id: trashed, title: 'Trashed', name: 'trashed' },
      ],
    }
    await bring(exported)
    for (const name of ['gone', 'trashed']) dataOf(await service.ask('DELETE', `/content/posts/${name}`))
    dataOf(await service.ask('DELETE', '/content/posts/gone/permanent'))
    const { job } = await bring(exported)
    expect(job.counts.post).toEqual({ created: 1, present: 1 })
    expect((await get('/content/posts/gone')).data.title).toBe('Gone')
    expect((await service.ask('GET', '/content/posts/trashed')).status).toBe(404)
  })
})
