import { Progress } from '@octavo/server/imports/progress'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { dataOf } from '../setup/answers.ts'
import { analyze, type Exported, exportOf, importExport, oldSite, reportOf } from '../setup/exports.ts'
import { expectNamed, saidBy } from '../setup/remarks.ts'
import { engines, startService, type TestService } from '../setup/service.ts'
import type { Any } from '../setup/json.ts'

const term = (taxonomy: string, slug: string, description: string, id: number): string =>
  `<wp:term><wp:term_id>${id}</wp:term_id><wp:term_taxonomy>${taxonomy}</wp:term_taxonomy><wp:term_slug>${slug}</wp:term_slug><wp:term_name><![CDATA[${slug}]]></wp:term_name><wp:term_description><![CDATA[${description}]]></wp:term_description></wp:term>`
const locale = (name: string): string =>
  `a:3:{s:6:"locale";s:${name.length}:"${name}";s:3:"rtl";i:0;s:9:"flag_code";s:2:"xx";}`

/** The translations come before what they translate; two languages have the same slug. */
const polylang: Exported = {
  raw: [
    term('language', 'en', locale('en_US'), 2),
    term('language', 'de', locale('de_DE'), 3),
    term('language', 'fr', locale('fr_FR'), 4),
    term('post_translations', 'pll_a', 'a:2:{s:2:"de";i:10;s:2:"en";i:11;}', 5),
    term('term_translations', 'pll_t', 'a:1:{s:2:"de";i:1;', 6),
  ].join(''),
  items: [
    {
      id: 10,
      title: 'Über uns',
      name: 'about',
      type: 'page',
      link: `${oldSite}/de/about/`,
      content: `<a href="${oldSite}/about/">English</a>`,
      terms: { language: ['de'], post_translations: ['pll_a'], category: ['news'] },
      raw: '<wp:comment><wp:comment_id>1</wp:comment_id><wp:comment_content>Gut</wp:comment_content><wp:comment_approved>1</wp:comment_approved></wp:comment>',
    },
    {
      id: 11,
      title: 'About',
      name: 'about',
      type: 'page',
      terms: { language: ['en'], post_translations: ['pll_a'] },
    },
    { id: 12, title: 'Allein', name: 'allein', type: 'page', terms: { language: ['de'] } },
    {
      id: 13,
      title: 'À propos',
      name: 'a-propos',
      type: 'page',
      terms: { language: ['fr'], post_translations: ['pll_a'] },
    },
    { id: 14, title: 'Plain', name: 'plain', type: 'page' },
    // A second translation into a language, and one of an item that is not in the file.
    {
      id: 15,
      title: 'Zweimal',
      name: 'zweimal',
      type: 'page',
      terms: { language: ['de'], post_translations: ['pll_a'] },
    },
    {
      id: 16,
      title: 'Of another type',
      name: 'other',
      terms: { language: ['de'], post_translations: ['pll_a'] },
    },
    { id: 17, title: 'Below', name: 'below', type: 'page', parent: 10, terms: { language: ['de'] } },
  ],
}

const wpml: Exported = {
  items: [
    {
      id: 20,
      title: 'Topf',
      name: 'pot',
      type: 'product',
      meta: {
        _wpml_import_language_code: 'de',
        _wpml_import_source_language_code: '',
        _wpml_import_translation_group: '77',
      },
    },
    {
      id: 21,
      title: 'Pot',
      name: 'pot',
      type: 'product',
      meta: {
        _wpml_import_language_code: 'en',
        _wpml_import_source_language_code: 'de',
        _wpml_import_translation_group: '77',
      },
    },
  ],
}

describe.each(engines)('languages of an export, on %s', (engine) => {
  let service: TestService

  beforeAll(async () => {
    service = await startService(engine, { env: { OCTAVO_LOCALES: 'en,de' } })
  })
  afterAll(() => service.close())

  const bring = async (exported: Exported, options: Record<string, boolean> = {}): Promise<Any[]> => {
    const job = await importExport(service, exported, options)
    expect(job).toMatchObject({ state: 'done', error: null })
    const rows = await reportOf(service, job.analysisId)
    expectNamed(rows)
    return rows
  }
  it('the progress goes on while translations are created, which are read in a second pass', async () => {
    const report = vi.spyOn(Progress.prototype, 'report')
    try {
      await bring(polylang, { dryRun: true })
      const [total] = [polylang.items?.length ?? 0]
      const ofItems = report.mock.calls.filter(([done]) => done === total).map(([, fraction]) => fraction)
      expect(ofItems).toEqual(expect.arrayContaining([0.5, 1]))
    } finally {
      report.mockRestore()
    }
  })

  const get = async (path: string): Promise<Any> => dataOf(await service.ask('GET', `/content/${path}`)).item
  const reported = (rows: readonly Any[]): Record<string, Any> =>
    Object.fromEntries(
      rows
        .filter(({ kind }) => kind !== 'term')
        .map(({ sourceId, outcome, because }) => [
          sourceId,
          [outcome, ...because.map(({ remark }: Any) => remark)],
        ]),
    )

  it('the analysis has them, and says which locale to add', async () => {
    const { languages, warnings, remarks, taxonomies } = dataOf(await analyze(service, exportOf(polylang)))
    expect(languages).toEqual([
      { code: 'en', name: 'en', count: 1, locale: 'en' },
      { code: 'de', name: 'de', count: 5, locale: 'de' },
      { code: 'fr', name: 'fr', count: 1, locale: null },
    ])
    expect(saidBy(remarks)).toEqual(warnings)
    expect(warnings.join()).toContain('OCTAVO_LOCALES=en,de,fr')
    expect(taxonomies.map(({ name }: Any) => name)).toEqual(['category'])
  })

  it('a dry run tells the same of each item', async () => {
    expect(reported(await bring(polylang, { dryRun: true }))).toMatchObject({
      10: ['created'],
      13: ['created', 'localeMissing'],
    })
  })

  it('become locales and translations', async () => {
    const rows = await bring(polylang, { includeComments: true })
    expect(reported(rows)).toMatchObject({
      11: ['created'],
      13: ['created', 'localeMissing'],
      14: ['created'],
      16: ['created'],
    })
    const english = await get('pages/about')
    const german = await get('pages/about?locale=de')
    expect(english).toMatchObject({ locale: 'en', translationOf: null, data: { title: 'About' } })
    expect([german.locale, german.data.title]).toEqual(['de', 'Über uns'])
    // One of two translations into a language can be connected.
    const twice = await get('pages/zweimal?locale=de')
    const connected = [german, twice].filter(({ translationOf }) => translationOf === english.id)
    expect(connected).toHaveLength(1)
    expect(connected[0].translationGroup).toBe(english.translationGroup)
    const refused = rows.filter(({ code }) => code === 'TRANSLATION_LOST')
    expect(refused).toHaveLength(1)
    expect(refused[0].because[0].because).toEqual([{ reason: 'translationExists', params: { locale: 'de' } }])
    expect(await get('pages/allein?locale=de')).toMatchObject({ locale: 'de', translationOf: null })
    expect((await get('pages/a-propos')).locale).toBe('en')
    expect((await get('posts/other?locale=de')).translationOf).toBeNull()
    expect((await get('pages/below?locale=de')).data.parent).toBe(german.id)
    expect(german.data.content[0].markDefs[0].reference.id).toBe(english.id)
    const comment = await get('comments/comment-1?locale=de')
    expect([comment.locale, comment.data.item_pages]).toEqual(['de', german.id])
    const { items } = dataOf(await service.ask('GET', '/taxonomies'))
    expect(items.map(({ name }: Any) => name)).toEqual(['category'])
    const terms = rows.filter(({ kind, outcome }) => kind === 'term' && outcome === 'skipped')
    expect(new Set(terms.flatMap(({ because }) => because.map(({ remark }: Any) => remark)))).toEqual(
      new Set(['languageOfItems', 'languageOfTerms']),
    )
  })

  it('again nothing changes', async () => {
    const rows = await bring(polylang, { includeComments: true })
    expect(new Set(rows.map(({ outcome }) => outcome))).toEqual(new Set(['present', 'skipped']))
  })

  it('custom fields of another plugin: the original is the source', async () => {
    const rows = await bring(wpml)
    expect(reported(rows)).toMatchObject({ 20: ['created'], 21: ['created'] })
    const german = await get('products/pot?locale=de')
    expect(await get('products/pot?locale=en')).toMatchObject({ locale: 'en', translationOf: german.id })
  })

  it('fields that are not translated have the values of the source', async () => {
    const make = async (path: string, body: object): Promise<Any> =>
      dataOf(await service.ask('POST', path, { body }), 201)
    await make('/schema/collections', { slug: 'recipe', label: 'Recipes', supports: ['drafts'] })
    await make('/schema/collections/recipe/fields', {
      slug: 'original_url',
      label: 'Address',
      type: 'string',
      translatable: false,
    })
    const second = {
      items: wpml.items?.map((item, index) => ({
        ...item,
        id: 30 + index,
        type: 'recipe',
        link: `${oldSite}/${index}/`,
      })),
    } as Exported
    const rows = await bring(second)
    const row = rows.find(({ sourceId }) => sourceId === '31')
    expect(row).toMatchObject({ outcome: 'created', code: 'VALUES_SHARED' })
    for (const name of ['de', 'en'])
      expect((await get(`recipe/pot?locale=${name}`)).data.original_url).toBe(`${oldSite}/0/`)
  })

  it('a taxonomy of the site that is called language stays one, and hostile data is no language', async () => {
    const { languages, taxonomies } = dataOf(
      await analyze(
        service,
        exportOf({
          items: [
            { id: 40, title: 'A book', terms: { language: ['en', 'fr'] } },
            {
              id: 41,
              title: 'Odd',
              meta: { _wpml_import_language_code: '../../x', _wpml_import_translation_group: '1' },
            },
          ],
        }),
      ),
    )
    expect(languages).toEqual([])
    expect(taxonomies.map(({ name }: Any) => name)).toEqual(['language'])
    const hostile = {
      raw:
        term('language', 'en', 'O:8:"stdClass":1:{s:6:"locale";s:2:"en";}', 9) +
        term('language', '__proto__', locale('en_US'), 8),
      items: [
        {
          id: 42,
          title: 'H',
          name: 'h',
          terms: { language: ['__proto__'], post_translations: ['constructor'] },
        },
      ],
    }
    expect(reported(await bring(hostile))).toMatchObject({ 42: ['created'] })
  })
})
