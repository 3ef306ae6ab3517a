// @module-tag long
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { dataOf } from '../setup/answers.ts'
import { analyze, type Exported, exportOf, importExport, oldSite, reportOf } from '../setup/exports.ts'
import { expectNamed } from '../setup/remarks.ts'
import { engines, startService, type TestService } from '../setup/service.ts'
import type { Any } from '../setup/json.ts'

describe.each(engines)('all losses of an export are reported, on %s', (engine) => {
  let service: TestService

  beforeAll(async () => {
    service = await startService(engine)
  })
  afterAll(() => service.close())

  async function bring(
    exported: Exported,
    options: Record<string, boolean> = {},
  ): Promise<{ counts: Any; reported: Any[] }> {
    const job = await importExport(service, exported, options)
    expect(job).toMatchObject({ state: 'done', error: null })
    const rows = await reportOf(service, job.analysisId)
    expectNamed(rows)
    return {
      counts: job.counts,
      reported: rows.map(({ kind, sourceId, outcome, code }) => [kind, sourceId, outcome, code]),
    }
  }

  const contentOf = async (name: string): Promise<Any[]> =>
    dataOf(await service.ask('GET', `/content/posts/${name}`)).item.data.content

  it('an item that is in the file twice is reported, however far apart; a dry run counts the same', async () => {
    const items = Array.from({ length: 150 }, (_, index) => ({ id: 100 + index, title: `Post ${index}` }))
    const exported = { items: [...items, { id: 100, title: 'Again' }] }
    const counts = { post: { created: 150, skipped: 1 } }
    expect((await bring(exported, { dryRun: true })).counts).toEqual(counts)
    expect((await bring(exported)).counts).toEqual(counts)
    const again = await bring(exported)
    expect(again.counts).toEqual({ post: { present: 150, skipped: 1 } })
    expect(again.reported.at(-1)).toEqual(['post', '100', 'skipped', 'DUPLICATE'])
  })

  it('a dry run of menus tells what leads nowhere, as the run then does', async () => {
    const entry = (id: number, meta: Record<string, string>) => ({
      id,
      type: 'nav_menu_item',
      title: `Entry ${id}`,
      terms: { nav_menu: ['side'] },
      meta: Object.fromEntries(Object.entries(meta).map(([key, value]) => [`_menu_item_${key}`, value])),
    })
    const exported: Exported = {
      terms: [{ taxonomy: 'category', slug: 'cats', id: 7 }],
      raw: '<wp:term><wp:term_id>9</wp:term_id><wp:term_taxonomy>nav_menu</wp:term_taxonomy><wp:term_slug>side</wp:term_slug><wp:term_name>Side</wp:term_name></wp:term>',
      items: [
        { id: 300, type: 'page', title: 'Page', name: 'page-of-menu' },
        entry(301, { type: 'post_type', object: 'page', object_id: '300' }),
        entry(302, { type: 'post_type', object: 'page', object_id: '9999' }),
        entry(303, { type: 'taxonomy', object: 'category', object_id: '7' }),
        entry(304, { type: 'taxonomy', object: 'category', object_id: '8' }),
        entry(305, { type: 'custom', url: 'javascript:alert(1)' }),
        entry(306, { type: 'custom', url: '/somewhere/' }),
        entry(307, { type: 'post_type_archive', object: 'nothing' }),
        entry(308, { type: 'custom', url: '/x/', menu_item_parent: '777' }),
      ],
    }
    const rehearsed = await bring(exported, { dryRun: true })
    const real = await bring(exported)
    expect(rehearsed.reported).toEqual(real.reported)
    expect(real.counts['nav_menu_item']).toEqual({ created: 4, failed: 4 })
  })

  it('terms of the oldest version, that have no slug', async () => {
    const raw =
      '<category><![CDATA[Only a name]]></category><category domain="category"><![CDATA[With its kind]]></category><category domain="category" nicename="whole"><![CDATA[Whole]]></category><category><![CDATA[Whole]]></category><category domain="tag"><![CDATA[A tag]]></category>'
    await bring({ version: '1.0', items: [{ id: 400, title: 'Old', name: 'old', raw }] })
    const { id } = dataOf(await service.ask('GET', '/content/posts/old')).item
    const termsOf = async (taxonomy: string): Promise<string[]> =>
      dataOf(await service.ask('GET', `/content/posts/${id}/terms/${taxonomy}`))
        .items.map(({ slug }: Any) => slug)
        .toSorted()
    expect(await termsOf('category')).toEqual(['only-a-name', 'whole', 'with-its-kind'])
    expect(await termsOf('tag')).toEqual(['a-tag'])
  })

  it('what terms cannot hold here, and terms of what is no taxonomy', async () => {
    const raw =
      '<wp:term><wp:term_id>9</wp:term_id><wp:term_taxonomy>genre</wp:term_taxonomy><wp:term_slug>jazz</wp:term_slug><wp:term_name>Jazz</wp:term_name><wp:termmeta><wp:meta_key>color</wp:meta_key><wp:meta_value>red</wp:meta_value></wp:termmeta></wp:term>'
    const { reported } = await bring({ raw, terms: [{ taxonomy: 'link_category', slug: 'blogroll', id: 8 }] })
    expect(reported).toEqual([
      ['term', '9', 'created', 'FIELDS_LEFT_OUT'],
      ['term', '8', 'skipped', 'INTERNAL_TYPE'],
    ])
    dataOf(
      await service.ask('POST', '/taxonomies', {
        body: { name: 'flat', label: 'Flat', hierarchical: false },
      }),
      201,
    )
    const tree = await bring({
      terms: [
        { taxonomy: 'flat', slug: 'above', id: 1 },
        { taxonomy: 'flat', slug: 'below', parent: 'above', id: 2 },
      ],
    })
    expect(tree.reported).toEqual([
      ['term', '1', 'created', null],
      ['term', '2', 'created', 'PARENT_LOST'],
    ])
  })

  it('links within the site in every form, and none of the blog beside it', async () => {
    const link = `${oldSite}/2015/03/target/`
    const forms: Record<string, string> = {
      '/?p=500': '/posts/target',
      [`${oldSite}/?p=500#comments`]: '/posts/target#comments',
      [`${oldSite}/index.php?p=500`]: '/posts/target',
      [`${oldSite}/?page_id=500&preview=true`]: '/posts/target',
      'http://www.old.example.com/2015/03/target': '/posts/target',
      '//OLD.example.com:443/2015/03/target/': '/posts/target',
      '/2015/03/target/#x': '/posts/target#x',
      '2015/03/target/': '/posts/target',
      [`${link}?utm_source=mail`]: '/posts/target',
      [`${link}?replytocom=5#respond`]: '/posts/target#respond',
      [`${oldSite}/other-blog/?p=500`]: `${oldSite}/other-blog/?p=500`,
      [`${oldSite}/?q=500`]: `${oldSite}/?q=500`,
    }
    const content = Object.keys(forms)
      .map((href) => `<a href="${href}">link</a>`)
      .join('\n\n')
    const picture = `<a href="${link}#there"><img src="https://example.com/a.jpg"></a>`
    await bring({
      items: [
        { id: 500, title: 'Target', name: 'target', link },
        { id: 501, title: 'Links', name: 'links', content: `${content}\n\n${picture}` },
      ],
    })
    const blocks = await contentOf('links')
    const texts = blocks.filter(({ _type }) => _type === 'block')
    expect(texts.map(({ markDefs }) => markDefs[0].href)).toEqual(Object.values(forms))
    expect(blocks.at(-1).link).toBe('/posts/target#there')
  })

  it('a query of a link that leads to an item is counted', async () => {
    const job = await importExport(service, {
      items: [
        { id: 610, title: 'Shop', name: 'query-shop' },
        {
          id: 611,
          title: 'Links',
          name: 'query-links',
          content: `<a href="${oldSite}/query-shop/?add-to-cart=7">buy</a> <a href="/?p=610">see</a> <a href="https://x.example/?a=1">x</a>`,
        },
      ],
    })
    const rows = await reportOf(service, job.analysisId)
    expect(rows.map(({ title, reason }) => [title, reason])).toEqual([
      ['Shop', null],
      ['Links', 'Without an equivalent, left out: 1 × query of a link.'],
    ])
  })

  it('galleries and playlists of what was uploaded; pieces that are missing are reported', async () => {
    const upload = (id: number, name: string) => ({
      id,
      type: 'attachment',
      parent: 600,
      attachmentUrl: `${oldSite}/${name}`,
    })
    const { reported } = await bring({
      items: [
        { id: 600, title: 'Uploads', name: 'uploads', content: '[gallery]\n\n[gallery]\n\n[playlist]' },
        {
          id: 601,
          title: 'Others',
          name: 'others',
          content: '[gallery id="600"]\n\n[gallery ids="602,699"]',
        },
        upload(602, 'a.jpg'),
        upload(603, 'b.mp3'),
      ],
    })
    expect(reported.slice(0, 2)).toEqual([
      ['post', '600', 'created', null],
      ['post', '601', 'created', 'PIECE_LOST'],
    ])
    const [first, second, playlist] = await contentOf('uploads')
    expect(first.images).toMatchObject([{ url: `${oldSite}/a.jpg` }])
    expect(second.images[0]._key).not.toBe(first.images[0]._key)
    expect(playlist).toMatchObject({
      _type: 'playlist',
      media: 'audio',
      files: [{ url: `${oldSite}/b.mp3` }],
    })
    const [others, named] = await contentOf('others')
    expect(others.images).toMatchObject([{ url: `${oldSite}/a.jpg` }])
    expect(named.images).toMatchObject([{ url: `${oldSite}/a.jpg` }, { sourceId: '699' }])
  })

  it('files of a gallery beyond the limit', async () => {
    const uploads = Array.from({ length: 503 }, (_, index) => ({
      id: 5001 + index,
      type: 'attachment',
      parent: 5000,
      attachmentUrl: `${oldSite}/${5001 + index}.jpg`,
    }))
    const items = [{ id: 5000, title: 'Many', name: 'many', content: '[gallery]\n\n[playlist]' }, ...uploads]
    const job = await importExport(service, { items })
    expect(job).toMatchObject({ state: 'done', error: null })
    const rows = await reportOf(service, job.analysisId)
    expectNamed(rows)
    const remarksOf = (id: string) => rows.find(({ sourceId }) => sourceId === id)?.because
    expect(remarksOf('5000')).toContainEqual({
      remark: 'detailsLost',
      params: { names: '3 × attached file' },
    })
    const [gallery] = await contentOf('many')
    expect(gallery.images).toHaveLength(500)
  })

  it('reusable blocks that were not public, and menus of blocks', async () => {
    const block = (id: number, status: string, content = 'Text') => ({
      id,
      type: 'wp_block',
      title: `Block ${id}`,
      status,
      content,
    })
    const navigation = {
      id: 705,
      type: 'wp_navigation',
      title: 'Menu',
      status: 'draft',
      content: '<!-- wp:navigation-link {"label":"About","url":"/about"} /-->',
    }
    const exported = {
      items: [
        block(700, 'publish'),
        block(701, 'draft'),
        block(702, 'trash'),
        block(703, 'publish', '[acme]'),
        navigation,
      ],
    }
    const expected = [
      ['wp_block', '700', 'created', null],
      ['wp_block', '701', 'created', 'STATUS_LOST'],
      ['wp_block', '702', 'skipped', 'IN_TRASH'],
      ['wp_block', '703', 'created', 'KEPT_AS_HTML'],
      ['wp_navigation', '705', 'skipped', 'NAVIGATION_LEFT_OUT'],
    ]
    expect((await bring(exported, { dryRun: true })).reported).toEqual(expected)
    expect((await bring(exported)).reported).toEqual(expected)
  })

  it('fields that are left out are named by the analysis', async () => {
    const items = [{ id: 900, title: 'Fields', meta: { mood: 'calm', _edit_lock: '1:1', _acme_state: 'x' } }]
    const { warnings, customFields } = dataOf(await analyze(service, exportOf({ items })))
    expect(warnings).toEqual([expect.stringMatching(/left out: _acme_state, _edit_lock\.$/)])
    expect(customFields).toMatchObject([{ key: 'mood', count: 1 }])
  })

  it('files whose encoding is said wrong, or begin with blank lines, are read', async () => {
    const text = exportOf({ items: [{ id: 950, title: 'Grüße', name: 'greetings' }] })
    const files: [string, Buffer][] = [
      ['UTF-8 that is called UTF-16', Buffer.from(text.replace('UTF-8', 'UTF-16'))],
      ['UTF-16 without a mark', Buffer.from(text.replace('UTF-8', 'UTF-16'), 'utf16le')],
      ['UTF-16 the other way round', Buffer.from(text.replace('UTF-8', 'UTF-16'), 'utf16le').swap16()],
      ['a mark twice', Buffer.from(`\ufeff\ufeff${text}`)],
      ['blank lines before all', Buffer.from(`\n\n ${text}`)],
    ]
    for (const [name, bytes] of files) {
      const { analysisId, postTypes } = dataOf(await analyze(service, bytes))
      expect(postTypes, name).toMatchObject([{ name: 'post', count: 1 }])
      await service.ask('DELETE', `/import/external/${analysisId}`)
    }
    await importExport(service, files[2]?.[1] ?? '')
    expect(dataOf(await service.ask('GET', '/content/posts/greetings')).item.data.title).toBe('Grüße')
  })
})
