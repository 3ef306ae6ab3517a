import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { dataOf, expectFailure } from '../setup/answers.ts'
import { makeCollection } from '../setup/content.ts'
import { engines, startService, type TestService } from '../setup/service.ts'

const supports = ['drafts', 'revisions', 'scheduling']

/** slug → title, in the order in which they are made */
const items: readonly [slug: string, title: string, more?: object][] = [
  ['soup', 'Onion Soup'],
  ['aepfel', 'ÄPFEL im Schlafrock', { locale: 'de' }],
  ['percent', '100% [Rye]*'],
  ['under-score', 'a_b \\ c?'],
  ['russian', 'Борщ', { status: 'published' }],
  ['japanese', '日本のスープ'],
  ['greek', 'ΟΔΟΣ'],
  ['soup-2', 'Another', { status: 'published' }],
]

describe.each(engines)('lists narrowed by words of the title on %s', (engine) => {
  let service: TestService
  let reader: string

  beforeAll(async () => {
    service = await startService(engine, { env: { OCTAVO_LOCALES: 'en,de' } })
    await makeCollection(service, 'posts', {
      supports,
      fields: [
        { slug: 'title', type: 'string' },
        { slug: 'views', type: 'integer' },
      ],
    })
    await makeCollection(service, 'people', { supports, fields: [{ slug: 'name', type: 'string' }] })
    await makeCollection(service, 'notes', { supports })
    for (const [slug, title, more] of items) {
      const body = { slug, data: { title, views: title.length }, ...more }
      dataOf(await service.ask('POST', '/content/posts', { body }), 201)
      service.clock.forward(1000)
    }
    for (const [collection, body] of [
      ['people', { slug: 'countess', data: { name: 'Ada' } }],
      ['notes', { slug: 'a-note' }],
    ] as const)
      dataOf(await service.ask('POST', `/content/${collection}`, { body }), 201)
    const saved = { data: { title: 'Renamed soon' }, slug: 'renamed' }
    dataOf(await service.ask('PUT', '/content/posts/russian', { body: saved }))
    reader = (await service.person(10, ['content:read'])).token
  })
  afterAll(() => service.close())

  async function slugsOf(query: string, collection = 'posts'): Promise<string[]> {
    const { items: found } = dataOf(await service.ask('GET', `/content/${collection}?${query}`))
    return (found as { slug: string }[]).map(({ slug }) => slug)
  }

  const q = (part: string): string => `order=asc&q=${encodeURIComponent(part)}`

  const parts: [part: string, slugs: readonly string[]][] = [
    ['soup', ['soup', 'soup-2']],
    ['  ONION s ', ['soup']],
    ['äpfel IM', ['aepfel']],
    ['100%', ['percent']],
    ['%', ['percent']],
    ['_', ['under-score']],
    ['a_B', ['under-score']],
    ['a.b', []],
    ['*', ['percent']],
    ['[rye]', ['percent']],
    ['[a-z]', []],
    [']', ['percent']],
    ['?', ['under-score']],
    ['\\', ['under-score']],
    ['^', []],
    ['|', []],
    ["'", []],
    ['スープ', ['japanese']],
    ['οδος', ['greek']],
    ['renamed SOON', ['renamed']],
    ['soup onion', ['soup']],
    ['schlaf  \u00A0 ÄPF', ['aepfel']],
    ['another 2', ['soup-2']],
    ['soup soup', ['soup', 'soup-2']],
    ['soup nothing', []],
    ['% [rye', ['percent']],
    ['c? _ \\', ['under-score']],
    ['onion soup-2', []],
    [Array.from('abcdefghijklmnopqrst').join(' '), []],
    ['oup '.repeat(20), ['soup', 'soup-2']],
    ['борщ', []],
    ['-', ['under-score', 'soup-2']],
    ['nothing like it', []],
  ]

  it.each(parts)('%j finds %j', async (part, slugs) => {
    expect(await slugsOf(q(part))).toEqual(slugs)
  })

  it('takes the name where there is no title, and the slug where there is neither', async () => {
    expect(await slugsOf(q('aD'), 'people')).toEqual(['countess'])
    expect(await slugsOf(q('COUNT'), 'people')).toEqual(['countess'])
    expect(await slugsOf(q('note'), 'notes')).toEqual(['a-note'])
    expect(await slugsOf(q('x'), 'notes')).toEqual([])
  })

  it('goes with all that narrows and sorts a list', async () => {
    expect(await slugsOf(`${q('soup')}&status=published`)).toEqual(['soup-2'])
    expect(await slugsOf(`${q('a')}&locale=de`)).toEqual(['aepfel'])
    expect(await slugsOf(`${q('soup')}&orderBy=views`)).toEqual(['soup-2', 'soup'])
    expect(await slugsOf(`${q('soup')}&orderBy=title`)).toEqual(['soup-2', 'soup'])
    expect(await slugsOf(`${q('борщ')}&view=live`)).toEqual(['russian'])
    expect(await slugsOf(`${q('renamed')}&view=live`)).toEqual([])
  })

  it.each(['createdAt', 'title', 'views', 'slug', 'publishedAt'])(
    'is paged like any list, by %s',
    async (orderBy) => {
      const all = await slugsOf(`q=e&orderBy=${orderBy}`)
      expect(all.length).toBeGreaterThan(3)
      const found: string[] = []
      for (let cursor = ''; ;) {
        const path = `/content/posts?q=e&limit=1&orderBy=${orderBy}${cursor}`
        const page = dataOf(await service.ask('GET', path))
        found.push(...page.items.map(({ slug }: { slug: string }) => slug))
        if (page.nextCursor === undefined) break
        cursor = `&cursor=${page.nextCursor}`
      }
      expect(found).toEqual(all)
    },
  )

  it('has cursors that are good for the same part alone', async () => {
    const { nextCursor } = dataOf(await service.ask('GET', '/content/posts?q=e&limit=1'))
    for (const query of ['q=o&', 'q=E&', 'q=e%20n&', '', 'q=e&hasPendingDraft=false&'])
      expectFailure(
        await service.ask('GET', `/content/posts?${query}limit=1&cursor=${nextCursor}`),
        '400 VALIDATION_ERROR',
        'cursor',
      )
    dataOf(await service.ask('GET', `/content/posts?q=e&limit=5&cursor=${nextCursor}`))
  })

  it('tells those with a pending draft from the others', async () => {
    expect(await slugsOf('hasPendingDraft=true')).toEqual(['renamed'])
    expect(await slugsOf('hasPendingDraft=false')).toHaveLength(items.length - 1)
    expect(await slugsOf(`${q('soup')}&hasPendingDraft=true`)).toEqual([])
  })

  it('is for those who may read drafts', async () => {
    for (const query of ['q=soup', 'hasPendingDraft=true', 'hasPendingDraft=false'])
      expectFailure(await service.ask('GET', `/content/posts?${query}`, { token: reader }), '403 FORBIDDEN')
    dataOf(await service.ask('GET', '/content/posts', { token: reader }))
  })

  it.each([
    ['q=', 'q'],
    ['q=%20', 'q'],
    [`q=${'x'.repeat(201)}`, 'q'],
    ['q=%00', 'q'],
    [`q=${'x+'.repeat(21)}`, 'q'],
    ['q=x%20%00', 'q'],
    ['hasPendingDraft=perhaps', 'hasPendingDraft'],
  ])('refuses ?%s', async (query, path) => {
    expectFailure(await service.ask('GET', `/content/posts?${query}`), '400 VALIDATION_ERROR', path)
  })

  it('takes a part as long as may be, of letters with cases', async () => {
    expect(await slugsOf(q('ä'.repeat(200)))).toEqual([])
  })
})
