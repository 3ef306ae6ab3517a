import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { dataOf } from '../setup/answers.ts'
import { analyze, type Exported, exportOf, importExport, oldSite, reportOf } from '../setup/exports.ts'
import { expectNamed, saidBy } from '../setup/remarks.ts'
import { engines, startService, type TestService } from '../setup/service.ts'
import type { Any } from '../setup/json.ts'

const block = (id: number, status: string) => ({ id, type: 'wp_block', title: `Block ${id}`, status })
const navigation = (id: number, content: string) => ({ id, type: 'wp_navigation', title: 'Menu', content })
const recipe = (id: number, more: object) => ({
  id,
  type: 'recipe',
  name: `recipe-${id}`,
  title: 'Soup',
  ...more,
})
const entry = (id: number, terms: Record<string, string[]>, above = '') => ({
  id,
  type: 'nav_menu_item',
  title: `Entry ${id}`,
  terms,
  meta: { _menu_item_type: 'custom', _menu_item_url: '/x/', _menu_item_menu_item_parent: above },
})
const term = (id: number, slug: string, more: string) =>
  `<wp:term><wp:term_id>${id}</wp:term_id><wp:term_slug>${slug}</wp:term_slug><wp:term_name>${slug}</wp:term_name>${more}</wp:term>`

/** A blog with one of everything that does not go in as it was. */
const blog: Exported = {
  terms: [
    { id: 1, taxonomy: 'link_category', slug: 'blogroll' },
    { id: 2, taxonomy: 'flat', slug: 'above' },
    { id: 3, taxonomy: 'flat', slug: 'below', parent: 'above' },
    { id: 4, taxonomy: 'nav_menu', slug: 'kept' },
    { id: 5, taxonomy: 'nav_menu', slug: 'side' },
  ],
  raw: term(
    6,
    'lost',
    '<wp:term_taxonomy>genre</wp:term_taxonomy><wp:term_parent>nowhere</wp:term_parent><wp:termmeta><wp:meta_key>color</wp:meta_key><wp:meta_value>red</wp:meta_value></wp:termmeta>',
  ),
  items: [
    {
      id: 10,
      title: 'Waits',
      name: 'waits',
      status: 'pending',
      terms: { post_format: ['post-format-aside'] },
    },
    {
      id: 11,
      title: 'Much',
      name: 'Much of it!',
      password: 'hush',
      content:
        '<form>A</form>\n\n<a href="javascript:alert(1)">b</a>\n\n[gallery ids="998,999"]<img class="wp-image-13" src="https://cdn.example.com/b.png">',
      meta: { _thumbnail_id: '997' },
    },
    { id: 12, title: 'Pictured', name: 'pictured', meta: { _thumbnail_id: '13' } },
    { id: 13, type: 'attachment', title: 'Picture', attachmentUrl: `${oldSite}/a.png` },
    { id: 12, title: 'Again', name: 'again' },
    { id: 14, type: 'revision', title: 'Older' },
    recipe(20, { status: 'future', date: '2031-01-01 00:00:00' }),
    recipe(21, { parent: 22 }),
    recipe(22, { title: 'A title that is too long for here' }),
    recipe(23, { parent: 25 }),
    recipe(24, { parent: 25 }),
    recipe(25, {}),
    recipe(26, { parent: 13 }),
    { id: 30, type: 'page', title: 'Itself', name: 'It Self', parent: 30 },
    { id: 31, type: 'page', title: 'Orphan', name: 'orphan', parent: 996 },
    block(40, 'draft'),
    block(41, 'trash'),
    navigation(42, '<!-- wp:navigation-link {"label":"About","url":"/about/"} /--><!-- wp:page-list /-->'),
    navigation(43, ''),
    {
      ...navigation(44, '<!-- wp:navigation-link {"label":"Hidden","url":"/hidden/"} /-->'),
      status: 'draft',
    },
    entry(50, { nav_menu: ['side'] }, '995'),
    entry(51, {}),
    entry(52, { nav_menu: ['kept'] }),
  ],
}

const menuKept = { remark: 'menuKept', params: { menu: 'kept' } }
const expected: Record<string, unknown> = {
  'term 1': [{ remark: 'internalType', params: {} }],
  'term post-format-aside': [{ remark: 'formatOfItems', params: {} }],
  'term 3': [{ remark: 'termOfNoTree', params: { parent: 'above' } }],
  'term 6': [
    { remark: 'termMovedUp', params: { parent: 'nowhere' } },
    { remark: 'termFieldsLeftOut', params: { names: 'color' } },
  ],
  'post 10': [{ remark: 'otherStatus', params: { status: 'pending' } }],
  'post 11': [
    { remark: 'wasProtected', params: {} },
    { remark: 'keptAsHtml', params: { names: 'form' } },
    { remark: 'unsafeLinks', params: { count: 1 } },
    { remark: 'piecesLost', params: { count: 2 } },
    { remark: 'otherFile', params: { count: 1 } },
    { remark: 'imageLost', params: {} },
    { remark: 'slugChanged', params: { slug: 'Much of it!' } },
  ],
  'post 12': [{ remark: 'imageNotTaken', params: { url: `${oldSite}/a.png` } }],
  'attachment 13': [{ remark: 'mediaLeftOut', params: {} }],
  'post 12 again': [{ remark: 'standsBefore', params: {} }],
  'revision 14': [{ remark: 'internalType', params: {} }],
  'recipe 20': [{ remark: 'notScheduled', params: { time: '2031-01-01T00:00:00.000Z' } }],
  'recipe 21': [{ remark: 'parentNotImported', params: {} }],
  'recipe 26': [{ remark: 'parentIsNoItem', params: { type: 'attachment' } }],
  'page 30': [
    { remark: 'slugChanged', params: { slug: 'It Self' } },
    { remark: 'parentCircle', params: {} },
  ],
  'page 31': [{ remark: 'parentNotInFile', params: { id: '996' } }],
  'wp_block 40': [{ remark: 'sectionStatus', params: { status: 'draft' } }],
  'wp_block 41': [{ remark: 'sectionInTrash', params: {} }],
  'wp_navigation 42': [{ remark: 'navigationParts', params: { names: 'page-list' } }],
  'wp_navigation 44': [{ remark: 'navigationLeftOut', params: { entries: 'Hidden (/hidden/)' } }],
  'wp_navigation 43': [{ remark: 'navigationEmpty', params: {} }],
  'menu kept': [menuKept],
  'nav_menu_item 52': [menuKept],
  'nav_menu_item 50': [{ remark: 'entryMovedUp', params: {} }],
  'nav_menu_item 51': [{ remark: 'entryOfNoMenu', params: {} }],
}

describe.each(engines)('remarks of imports have names, on %s', (engine) => {
  let service: TestService

  beforeAll(async () => {
    service = await startService(engine)
    service.clock.now = new Date('2020-06-01T12:00:00.000Z')
    const make = async (path: string, body: object) => dataOf(await service.ask('POST', path, { body }), 201)
    await make('/schema/collections', { slug: 'recipe', label: 'Recipes', supports: [] })
    for (const field of [
      { slug: 'title', label: 'Title', type: 'string', validation: { maxLength: 20 } },
      { slug: 'parent', label: 'Parent', type: 'reference', options: { collection: 'recipe' }, unique: true },
    ])
      await make('/schema/collections/recipe/fields', field)
    await make('/taxonomies', { name: 'flat', label: 'Flat', hierarchical: false })
    await make('/menus', { name: 'kept', label: 'Ours' })
  })
  afterAll(() => service.close())

  const bring = async (exported: Exported, options: Record<string, boolean> = {}): Promise<Any[]> => {
    const { analysisId } = await importExport(service, exported, options)
    return reportOf(service, analysisId)
  }

  /** what is remarked of each piece */
  const byPiece = (rows: readonly Any[]): Record<string, unknown> => {
    const reported: Record<string, unknown> = {}
    for (const { kind, sourceId, title, outcome, because } of rows) {
      const name = `${kind} ${sourceId || title.replace(/.*: /, '')}`
      if (because.length > 0 && outcome !== 'failed')
        reported[name in reported ? `${name} again` : name] = because
    }
    return reported
  }

  it('what a run reports of each piece', async () => {
    const rows = await bring(blog)
    expectNamed(rows)
    const { 'recipe 23': one, 'recipe 24': other, ...rest } = byPiece(rows)
    expect(rest).toEqual(expected)
    // Only one of two can be below a third here; why the other cannot has names of its own.
    const fault = 'The field "parent" is unique, and another item has this value.'
    const because = [{ reason: 'valueTaken', params: { field: 'parent' } }]
    expect([one, other].filter((named) => named !== undefined)).toEqual([
      [{ remark: 'parentRefused', params: { fault }, because }],
    ])
  })

  it.each([
    ['a dry run', { dryRun: true, includeMedia: true }, 'attachment 13', 'nothingDownloaded'],
    ['an import without menus', { includeMenus: false }, 'menu side', 'menusLeftOut'],
    ['an import without taxonomies', { includeTaxonomies: false }, 'term 6', 'taxonomiesLeftOut'],
  ])('what %s leaves out', async (_, options, piece, remark) => {
    const rows = await bring(blog, options)
    expectNamed(rows)
    expect(byPiece(rows)[piece]).toEqual([{ remark, params: {} }])
  })

  it('a dry run, which downloads nothing, does not report featured images as missing', async () => {
    const items = [
      { id: 70, title: 'Shown', name: 'shown', meta: { _thumbnail_id: '71' } },
      { id: 71, type: 'attachment', title: 'Picture', attachmentUrl: `${oldSite}/a.png` },
    ]
    const rows = await bring({ items }, { dryRun: true, includeMedia: true })
    expect(byPiece(rows)).toEqual({ 'attachment 71': [{ remark: 'nothingDownloaded', params: {} }] })
  })

  it('a remark that is longer than a report holds is cut, as its text is', async () => {
    const content = `<!-- wp:navigation-link {"label":"${'é'.repeat(5000)}"} /-->`
    const [row] = await bring({ items: [{ ...navigation(60, content), status: 'draft' }] })
    expect(row.reason).toHaveLength(2000)
    expect(saidBy(row.because)[0]).toMatch(row.reason)
  })

  it('all codes are in the report and in its text file, the most important first', async () => {
    const content =
      '<form>A</form>\n\n<abbr title="T">b</abbr>[gallery ids="998"]<img class="wp-image-91" src="https://cdn.example.com/b.png">'
    const job = await importExport(service, {
      items: [
        { id: 90, title: 'Several', name: 'Se veral', status: 'pending', parent: 996, content },
        { id: 91, type: 'attachment', title: 'A', attachmentUrl: `${oldSite}/a.png` },
      ],
    })
    const codes = [
      'KEPT_AS_DRAFT',
      'KEPT_AS_HTML',
      'DETAIL_LOST',
      'PIECE_LOST',
      'OTHER_FILE',
      'PARENT_LOST',
      'SLUG_CHANGED',
    ]
    const [row] = await reportOf(service, job.analysisId)
    expect(row).toMatchObject({ code: 'KEPT_AS_DRAFT', codes })
    const path = `/import/external/${job.analysisId}/report`
    const csv = await service.ask('GET', path, { headers: { accept: 'text/csv' } })
    const [head = '', line = ''] = csv.text.split('\r\n')
    expect(head.split(',').at(-1)).toBe('codes')
    expect(line).toMatch(new RegExp(`,${codes.join(' ')}$`))
  })

  it('codes are complete where the texts are too long to be kept, and long lists say how many more there are', async () => {
    const shortcodes = Array.from(
      { length: 30 },
      (_, index) => `<x-${'y'.repeat(400)}${index}>a</x-${'y'.repeat(400)}${index}>`,
    )
    const job = await importExport(service, {
      items: [
        {
          id: 95,
          title: 'Long',
          name: 'long',
          parent: 997,
          content: `${shortcodes.join('\n\n')}<abbr title="T">b</abbr>`,
        },
      ],
    })
    const [row] = await reportOf(service, job.analysisId)
    expect(row.codes).toEqual(['KEPT_AS_HTML', 'DETAIL_LOST', 'PARENT_LOST'])
    expect(row.because[0].params.names).toBeDefined()
    const few = await importExport(service, {
      items: [
        {
          id: 96,
          title: 'Many',
          name: 'many',
          content: Array.from({ length: 30 }, (_, index) => `<x-${index}>a</x-${index}>`).join(''),
        },
      ],
    })
    expect((await reportOf(service, few.analysisId))[0].reason).toContain('(+10)')
  })

  const odd = exportOf({ items: [{ id: 70, title: 'Odd', meta: { _edit_lock: '1' } }] })
  it.each([
    ['an ampersand', odd.replace('>A site<', '>A & B<'), 'oddAmpersand'],
    ['a control character', odd.replace('>A site<', '>A\u0001<'), 'oddCharacter'],
    ['an entity of HTML', odd.replace('>A site<', '>A&nbsp;site<'), 'oddEntity'],
    ['a prefix of nothing', odd.replace('>A site<', '><x:b/><'), 'oddXml'],
    ['another version', odd.replace('<wp:wxr_version>1.2', '<wp:wxr_version>9'), 'otherVersion'],
    ['no version', odd.replace('<wp:wxr_version>1.2</wp:wxr_version>', ''), 'versionMissing'],
    ['nothing in it', exportOf({}), 'emptyExport'],
    ['fields that are left out', odd, 'fieldsLeftOut'],
  ])('what the analysis warns of: %s', async (_, content, remark) => {
    const { warnings, remarks } = dataOf(await analyze(service, content))
    expect(saidBy(remarks)).toEqual(warnings)
    expect(remarks.map((one: Any) => one.remark)).toContain(remark)
  })

  it('an analysis of before warnings had names is read', async () => {
    const { analysisId, warnings } = dataOf(await analyze(service, exportOf({})))
    expect(warnings).toHaveLength(1)
    const { database } = service.services
    const [{ analysis = '' } = {}] = await database.reader.rows<{ analysis: string }>(
      'SELECT analysis FROM imports WHERE id = ?',
      [analysisId],
    )
    const { remarks, ...before } = JSON.parse(analysis)
    expect(remarks).toHaveLength(1)
    await database.transaction('write', (tx) =>
      tx.run('UPDATE imports SET analysis = ? WHERE id = ?', [JSON.stringify(before), analysisId]),
    )
    const { analysis: read } = dataOf(await service.ask('GET', `/import/external/${analysisId}`))
    expect(read).toMatchObject({ warnings, remarks: [] })
  })
})
