import { limits } from '@octavo/contract/limits'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { dataOf } from '../setup/answers.ts'
import { type Exported, importExport, oldSite, reportOf } from '../setup/exports.ts'
import { expectNamed } from '../setup/remarks.ts'
import { engines, startService, type TestService } from '../setup/service.ts'
import type { Any } from '../setup/json.ts'

const link = (said: object, name = 'navigation-link'): string =>
  `<!-- wp:${name} ${JSON.stringify(said)} /-->`

const content = [
  link({}, 'home-link'),
  link({ label: 'About <em>us</em>', type: 'page', id: 10, url: `${oldSite}/about/`, kind: 'post-type' }),
  `<!-- wp:navigation-submenu {"label":"Topics","url":"#","kind":"custom"} -->${link({
    label: 'Clay',
    type: 'category',
    id: 5,
    kind: 'taxonomy',
    url: `${oldSite}/category/clay/`,
  })}${link({ label: 'Docs', url: 'https://docs.example.com/', kind: 'custom', opensInNewTab: true, className: 'a b' })}<!-- /wp:navigation-submenu -->`,
  link({ label: 'Gone', type: 'page', id: 999, kind: 'post-type', url: `${oldSite}/gone/` }),
  link({ label: 'Script', url: 'javascript:alert(1)', kind: 'custom' }),
  '<!-- wp:page-list /-->',
  link({ label: 'Search' }, 'search'),
  `<!-- wp:social-links --><ul>${link({ url: 'https://social.example.com/us', service: 'mastodon' }, 'social-link')}</ul><!-- /wp:social-links -->`,
].join('\n')

const site: Exported = {
  terms: [{ id: 5, taxonomy: 'category', slug: 'clay', name: 'Clay' }],
  items: [
    { id: 20, type: 'wp_navigation', title: 'Header', name: 'header', content },
    { id: 10, type: 'page', title: 'About', name: 'about', meta: { _wp_old_slug: 'who-we-are' } },
    {
      id: 11,
      title: 'Pot',
      name: 'pot',
      terms: { category: ['clay'] },
      raw: '<wp:postmeta><wp:meta_key>_wp_old_slug</wp:meta_key><wp:meta_value>a</wp:meta_value></wp:postmeta><wp:postmeta><wp:meta_key>_wp_old_slug</wp:meta_key><wp:meta_value>b</wp:meta_value></wp:postmeta>',
    },
    { id: 12, title: 'Same', name: 'same', link: `${oldSite}/?p=12`, meta: { _wp_old_slug: 'other' } },
    { id: 13, title: 'Kept', name: 'kept', meta: { _wp_old_slug: 'kept' } },
    {
      id: 21,
      type: 'wp_navigation',
      title: 'Hidden',
      name: 'hidden',
      status: 'trash',
      content: link({ label: 'X', url: '/x/' }),
    },
  ],
}

describe.each(engines)('menus made of blocks, and old slugs, on %s', (engine) => {
  let service: TestService

  beforeAll(async () => {
    service = await startService(engine)
  })
  afterAll(() => service.close())

  const bring = async (
    options: Record<string, boolean> = {},
    exported = site,
  ): Promise<{ job: Any; rows: Any[] }> => {
    const job = await importExport(service, exported, options)
    expect(job).toMatchObject({ state: 'done', error: null })
    const rows = await reportOf(service, job.analysisId)
    expectNamed(rows)
    return { job, rows }
  }
  const outcomes = (rows: readonly Any[], kind: string): Any[] =>
    rows.filter((row) => row.kind === kind).map(({ title, outcome, code }) => [title, outcome, code])

  const expectedEntries = [
    ['Home', 'created', null],
    ['About us', 'created', null],
    ['Topics', 'created', null],
    ['Clay', 'created', null],
    ['Docs', 'created', null],
    ['Gone', 'created', 'TARGET_LOST'],
    ['Script', 'failed', 'UNSAFE_URL'],
    ['mastodon', 'created', null],
  ]

  const expectedRedirects = [
    ['About', 'created', null],
    ['Pot', 'created', null],
    ['Pot', 'created', null],
    ['Same', 'skipped', 'REDIRECT_LEFT_OUT'],
  ]

  it('a dry run reports what would become of them', async () => {
    const { rows } = await bring({ dryRun: true })
    expect(outcomes(rows, 'navigation_link')).toEqual(expectedEntries)
    expect(outcomes(rows, 'redirect')).toEqual(expectedRedirects)
    expect(dataOf(await service.ask('GET', '/redirects')).items).toEqual([])
    expect(dataOf(await service.ask('GET', '/menus')).items).toEqual([])
  })

  it('become menus with their trees', async () => {
    const { rows } = await bring()
    expect(outcomes(rows, 'redirect')).toEqual(expectedRedirects)
    expect(outcomes(rows, 'navigation_link')).toEqual(expectedEntries)
    expect(outcomes(rows, 'wp_navigation')).toEqual([
      ['Header', 'created', 'NAVIGATION_LEFT_OUT'],
      ['Hidden', 'skipped', 'NAVIGATION_LEFT_OUT'],
    ])
    const reasons = rows.filter(({ kind }) => kind === 'wp_navigation').map(({ reason }) => reason)
    expect(reasons[0]).toContain('page-list, search')
    expect(reasons[1]).toContain('X (/x/)')
    const about = dataOf(await service.ask('GET', '/content/pages/about')).item
    const { item: menu } = dataOf(await service.ask('GET', '/menus/header'))
    const shape = (parent: string | null): Any[] =>
      menu.items
        .filter(({ parentId }: Any) => parentId === parent)
        .map(({ id, label, type, referenceId, customUrl, target }: Any) => ({
          label,
          to: type === 'custom' ? customUrl : referenceId === about.id ? 'about' : type,
          ...(target !== null && { target }),
          ...(shape(id).length > 0 && { children: shape(id) }),
        }))
    expect(shape(null)).toEqual([
      { label: 'Home', to: '/' },
      { label: 'About us', to: 'about' },
      {
        label: 'Topics',
        to: '#',
        children: [
          { label: 'Clay', to: 'taxonomy' },
          { label: 'Docs', to: 'https://docs.example.com/', target: '_blank' },
        ],
      },
      { label: 'Gone', to: `${oldSite}/gone/` },
      { label: 'mastodon', to: 'https://social.example.com/us' },
    ])
  })

  it('old slugs are redirects, and stay when they are imported again', async () => {
    const { rows } = await bring()
    const redirects = rows.filter(({ kind }) => kind === 'redirect')
    expect(redirects.map(({ outcome, code, oldUrl, newUrl }) => [outcome, code, oldUrl, newUrl])).toEqual([
      ['present', null, `${oldSite}/who-we-are/`, '/pages/about'],
      ['present', null, `${oldSite}/a/`, '/posts/pot'],
      ['present', null, `${oldSite}/b/`, '/posts/pot'],
      ['skipped', 'REDIRECT_LEFT_OUT', null, '/posts/same'],
    ])
    expect(redirects[3].reason).toContain('send other to /posts/same')
    const resolve = () => service.ask('GET', '/redirects/resolve?path=/a/')
    expect((await resolve()).status).toBe(404)
    const urlPattern = '/blog/{slug}'
    dataOf(await service.ask('PATCH', '/schema/collections/posts', { body: { urlPattern } }))
    expect(dataOf(await resolve()).item).toEqual({ from: '/a', to: '/blog/pot', status: 301 })
    dataOf(await service.ask('DELETE', '/redirects?from=/a'))
    const later = (await bring()).rows.filter(({ kind }) => kind === 'redirect')
    expect(later[1]).toMatchObject({
      outcome: 'skipped',
      code: 'REDIRECT_LEFT_OUT',
      because: [{ remark: 'redirectRemoved' }],
    })
    expect((await resolve()).status).toBe(404)
  })

  it('again nothing changes, and without menus they are left out', async () => {
    const { rows } = await bring()
    expect(new Set(outcomes(rows, 'navigation_link').map(([, outcome]) => outcome))).toEqual(
      new Set(['present']),
    )
    const without = await bring(
      { includeMenus: false },
      { items: [{ ...site.items?.[0], id: 30, name: 'footer' }] },
    )
    expect(outcomes(without.rows, 'wp_navigation')).toEqual([['Header', 'skipped', 'MENUS_NOT_INCLUDED']])
  })

  it('what entries say besides is counted', async () => {
    const entryOf = (label: string, more: object): string =>
      link({ label, url: 'https://x.example/', kind: 'custom', ...more })
    const entry = (id: number, excerpt: string, more: Record<string, string>): object => ({
      id,
      type: 'nav_menu_item',
      title: `Entry ${id}`,
      excerpt,
      terms: { nav_menu: ['said'] },
      meta: { _menu_item_type: 'custom', _menu_item_url: 'https://x.example/', ...more },
    })
    const { rows } = await bring(
      {},
      {
        terms: [{ taxonomy: 'nav_menu', slug: 'said' }],
        items: [
          {
            id: 60,
            type: 'wp_navigation',
            title: 'Said',
            name: 'said-blocks',
            content: entryOf('A', { description: 'D', rel: 'me' }) + entryOf('B', {}),
          },
          entry(61, 'A title', { _menu_item_xfn: 'friend' }),
          entry(62, '', {}),
        ],
      },
    )
    const said = rows.filter(({ kind }) => kind === 'navigation_link' || kind === 'nav_menu_item')
    expect(said.map(({ outcome, code, because }) => [outcome, code, because[0]?.params.names])).toEqual(
      expect.arrayContaining([
        ['created', 'DETAIL_LOST', 'description, rel'],
        ['created', 'DETAIL_LOST', 'title, xfn'],
        ['created', null, undefined],
      ]),
    )
  })

  it('one that nests too deeply names what it lacks', async () => {
    const nested = (depth: number): string =>
      `<!-- wp:navigation-submenu {"label":"D","url":"/d/"} -->`.repeat(depth) +
      '<!-- /wp:navigation-submenu -->'.repeat(depth)
    const items = [40, 41].map((depth) => ({
      id: 30 + depth,
      type: 'wp_navigation',
      title: `Depth ${depth}`,
      name: `depth-${depth}`,
      content: nested(depth),
    }))
    const { rows } = await bring({}, { items })
    const remarkOf = (depth: number) =>
      rows.find(({ kind, sourceId }) => kind === 'wp_navigation' && sourceId === String(30 + depth))?.because
    expect(remarkOf(40)).toEqual([])
    expect(remarkOf(41)).toEqual([
      { remark: 'navigationParts', params: { names: 'navigation-submenu deeper than 40 levels' } },
    ])
  })

  it('one that is too long says so', async () => {
    const items = [
      { id: 70, type: 'wp_navigation', title: 'Too long', name: 'too-long', content: 'x'.repeat(600_000) },
    ]
    const { rows } = await bring({}, { items })
    expect(rows.find(({ sourceId }) => sourceId === '70')).toMatchObject({
      title: 'Too long',
      outcome: 'failed',
      code: 'TOO_MANY',
      because: [{ reason: 'blockMenuTooLong', params: { most: 500_000 } }],
    })
  })

  it('hostile ones are bounded', async () => {
    const deep = '<!-- wp:navigation-submenu {"label":"D","url":"/d/"} -->'.repeat(3000)
    const many = link({ label: 'M', url: '/m/' }).repeat(2500)
    const { rows } = await bring(
      {},
      {
        items: [
          { id: 40, type: 'wp_navigation', title: 'Deep', name: 'deep', content: deep },
          { id: 41, type: 'wp_navigation', title: 'Many', name: 'many', content: many },
          { id: 42, type: 'wp_navigation', title: 'Long', name: 'long', content: 'x'.repeat(600_000) },
          {
            id: 43,
            type: 'wp_navigation',
            title: 'Odd',
            name: 'odd',
            content: link({ label: {}, url: [], id: {} }),
          },
        ],
      },
    )
    const of = (title: string): Any => rows.find((row) => row.kind === 'wp_navigation' && row.title === title)
    expect(of('Many')).toMatchObject({ outcome: 'created', code: null })
    const entriesOfMany = rows.filter(({ kind, title }) => kind === 'navigation_link' && title === 'M')
    expect(entriesOfMany.map(({ outcome, code }) => [outcome, code])).toEqual(
      Array.from({ length: 2500 }, (_, index) =>
        index < limits.menuItems ? ['created', null] : ['failed', 'CONFLICT'],
      ),
    )
    expect(rows.find(({ sourceId }) => sourceId === '42')).toMatchObject({
      outcome: 'failed',
      code: 'TOO_MANY',
    })
    expect(of('Odd').outcome).toBe('created')
    expect(rows.length).toBeLessThan(5000)
  })
})
