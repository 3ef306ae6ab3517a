// @module-tag long
import { makeDemo } from '@octavo/demo/run'
import { readState, replaceState } from '@octavo/demo/state-store'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { dataOf } from '../setup/answers.ts'
import { makeCollection } from '../setup/content.ts'
import { breakingAfter, censusOf, letTurnExpire } from '../setup/demo.ts'
import { engines, startService, type TestService } from '../setup/service.ts'

interface Listed {
  id: string
  slug: string
  url: string
  alt: string | null
  mimeType: string
  size: number
  createdAt: string
  parentId: string | null
  count: number
  status: string
  publishedAt: string | null
  hasPendingDraft?: boolean
  data: Record<string, unknown>
}

/** The blocks of a rich text, at any depth, that show a file of the library. */
function shownFiles(value: unknown): Record<string, string>[] {
  if (Array.isArray(value)) return value.flatMap(shownFiles)
  if (typeof value !== 'object' || value === null) return []
  const block = value as Record<string, string>
  return [...(block['id'] && block['url'] ? [block] : []), ...Object.values(block).flatMap(shownFiles)]
}

describe.each(engines)('the demo on %s', (engine) => {
  let service: TestService
  let census: Record<string, unknown>

  const startSite = async (): Promise<TestService> => {
    const site = await startService(engine, { env: { OCTAVO_LOCALES: 'en,de' } })
    dataOf(await site.ask('POST', '/settings', { body: { siteTitle: 'Mine' } }))
    return site
  }

  beforeAll(async () => {
    service = await startSite()
    // Two that begin together make it once.
    const outcomes = await Promise.all([makeDemo(service.services), makeDemo(service.services)])
    expect(outcomes.map(({ kind }) => kind).toSorted()).toEqual(['made', 'present'])
    census = await censusOf(service.services)
  })
  afterAll(() => service.close())

  async function listAll(path: string): Promise<Listed[]> {
    const items: Listed[] = []
    let cursor: string | undefined
    do {
      const page = dataOf(
        await service.ask('GET', `${path}&limit=100${cursor === undefined ? '' : `&cursor=${cursor}`}`),
      )
      items.push(...page.items)
      cursor = page.nextCursor
    } while (cursor !== undefined)
    return items
  }

  /** the values of all image and file fields, and the files that blocks of the articles show */
  async function attached(): Promise<Record<string, string>[]> {
    const paths = ['authors', 'places', 'articles', 'recipes', 'events'].flatMap((name) => [
      `/content/${name}?`,
      `/content/${name}/trash?`,
    ])
    const items = (await Promise.all(paths.map(listAll))).flat()
    const fields = ['portrait', 'photo', 'hero', 'card', 'programme']
    return items.flatMap(({ data }) => [
      ...fields.flatMap((field) => (data[field] ? [data[field] as Record<string, string>] : [])),
      ...shownFiles(data['body']),
    ])
  }

  it('shows articles in every state', async () => {
    const articles = await listAll('/content/articles?locale=en')
    const count = (status: string): number => articles.filter((item) => item.status === status).length
    expect([count('published'), count('draft'), count('scheduled')]).toEqual([108, 8, 5])
    expect(articles.filter(({ hasPendingDraft }) => hasPendingDraft).length).toBe(8)
    expect(dataOf(await service.ask('GET', '/content/articles/trash')).items.length).toBe(4)
  })

  it('spreads the publications over the months before', async () => {
    const articles = await listAll('/content/articles?locale=en&status=published&orderBy=publishedAt')
    const months = new Set(articles.map(({ publishedAt }) => publishedAt?.slice(0, 7)))
    expect(months.size).toBeGreaterThan(12)
    expect((articles[0]?.publishedAt ?? '') < service.clock.now.toISOString()).toBe(true)
  })

  it('keeps revisions, and a draft beside what is published', async () => {
    const articles = await listAll('/content/articles?locale=en')
    const waiting = articles.find(({ hasPendingDraft }) => hasPendingDraft)
    const compared = dataOf(
      await service.ask('GET', `/content/articles/${encodeURIComponent(waiting?.slug ?? '')}/compare`),
    )
    expect(compared.hasChanges).toBe(true)
    const history = dataOf(
      await service.ask('GET', '/content/articles/a-sheet-is-a-pond-that-held-still/revisions'),
    )
    expect(history.total).toBe(5)
  })

  it('translates a part into German', async () => {
    const { translations } = dataOf(
      await service.ask('GET', '/content/articles/the-oven-that-never-goes-out/translations'),
    )
    expect(translations.map(({ locale, slug }: { locale: string; slug: string }) => [locale, slug])).toEqual([
      ['de', 'der-ofen-der-nie-ausgeht'],
      ['en', 'the-oven-that-never-goes-out'],
    ])
  })

  it('has a file for every picture and every list', async () => {
    const library = await listAll('/media?')
    const files = new Map(library.map((file) => [file.id, file]))
    const values = await attached()
    expect(values.length).toBeGreaterThan(300)
    for (const { id = '', url, alt, width, height, filename } of values) {
      const file = files.get(id)
      const reported = filename === undefined ? { url, alt, width, height } : { url, filename }
      expect(Object.values(reported).every(Boolean)).toBe(true)
      expect(file).toMatchObject(reported)
    }
    // Nothing lies in the library that the magazine does not use.
    expect(new Set(values.map(({ id }) => id)).size).toBe(library.length)
    for (const { url, mimeType, size } of [library[0], library.at(-1)] as Listed[]) {
      const file = await service.ask('GET', new URL(url).pathname.replace('/_cms/api', ''), { token: null })
      expect([file.status, file.headers['content-type']?.split(';')[0], file.bytes.length]).toEqual([
        200,
        mimeType,
        size,
      ])
    }
  })

  it('has filled the library over the months', async () => {
    const library = await listAll('/media?')
    expect(library.map(({ mimeType }) => mimeType).filter((type) => type === 'image/jpeg').length).toBe(45)
    expect(library.filter(({ mimeType }) => mimeType === 'text/csv').length).toBe(10)
    expect(library.filter(({ mimeType }) => mimeType === 'audio/wav').length).toBe(2)
    expect(library.every(({ alt, mimeType }) => (alt !== null) === mimeType.startsWith('image/'))).toBe(true)
    expect(new Set(library.map(({ createdAt }) => createdAt.slice(0, 7))).size).toBeGreaterThan(12)
  })

  it('counts a tree of regions, and flat tags', async () => {
    const regions = await listAll('/taxonomies/regions/terms?')
    const italy = regions.find(({ slug }) => slug === 'italy')
    const south = regions.find(({ id }) => id === italy?.parentId)
    const europe = regions.find(({ id }) => id === south?.parentId)
    expect([south?.slug, europe?.slug, europe?.parentId]).toEqual(['southern-europe', 'europe', null])
    expect(italy?.count).toBeGreaterThan(5)
    const tags = await listAll('/taxonomies/tags/terms?')
    expect(tags.length).toBe(12)
    expect(tags.every(({ count, parentId }) => count > 5 && parentId === null)).toBe(true)
  })

  it('has its menus, terms, sections, widgets and settings in German too', async () => {
    const { item: main } = dataOf(await service.ask('GET', '/menus/main?locale=de'))
    expect(main.label).toBe('Hauptmenü')
    const untranslated = (main.items as { label: string }[]).filter(({ label }) =>
      /^(The|Places)/.test(label),
    )
    expect(untranslated).toEqual([])
    const { items: terms } = dataOf(await service.ask('GET', '/taxonomies/tags/terms?locale=de'))
    expect(terms[0]).toMatchObject({ slug: 'by-hand', label: 'Von Hand' })
    const { item: section } = dataOf(await service.ask('GET', '/sections/how-we-test-recipes?locale=de'))
    expect(section.title).toBe('Wie wir Rezepte prüfen')
    expect(JSON.stringify(section.content)).toContain('So prüfen wir')
    const { item: area } = dataOf(await service.ask('GET', '/widget-areas/sidebar?locale=de'))
    expect(area.widgets.map(({ title }: { title: string }) => title)).toEqual([
      'Dieses Heft',
      'Nächste Termine',
      'Ein Brief am Sonntag',
    ])
    const settings = dataOf(await service.ask('GET', '/settings?locale=de'))
    expect(settings).toMatchObject({
      siteTitle: 'Mine',
      tagline: 'Küchen, Häfen und Werkstätten, viermal im Jahr',
    })
  })

  it('has menus that lead somewhere, sections, widgets and settings', async () => {
    const { item: main } = dataOf(await service.ask('GET', '/menus/main'))
    const { item: footer } = dataOf(await service.ask('GET', '/menus/footer'))
    expect(
      [...main.items, ...footer.items].filter(({ url }: { url: string | null }) => url === null),
    ).toEqual([])
    const depthOf = (id: string | null): number =>
      id === null ? 0 : 1 + depthOf(main.items.find((one: Listed) => one.id === id).parentId)
    expect(Math.max(...main.items.map(({ id }: Listed) => depthOf(id)))).toBe(3)
    expect((await listAll('/sections?')).length).toBe(4)
    const { item: sidebar } = dataOf(await service.ask('GET', '/widget-areas/sidebar'))
    expect(sidebar.widgets.map(({ type }: { type: string }) => type)).toEqual([
      'content',
      'component',
      'content',
    ])
    // Settings that a user has changed stay.
    const settings = dataOf(await service.ask('GET', '/settings'))
    expect(settings).toMatchObject({ siteTitle: 'Mine', postsPerPage: 12 })
  })

  it('changes nothing when it is made again', async () => {
    const before = await service.ask('GET', '/content/articles?limit=100')
    expect(await makeDemo(service.services)).toEqual({ kind: 'present' })
    expect((await service.ask('GET', '/content/articles?limit=100')).text).toBe(before.text)
  })

  it('goes on where it was interrupted, as often as it takes, and is the same at the end', async () => {
    const other = await startSite()
    // Within the collections, and within the items.
    for (const most of [40, 400]) {
      await expect(makeDemo(breakingAfter(other.services, most))).rejects.toThrow('killed')
      await letTurnExpire(other.services)
      other.clock.forward(60_000)
    }
    expect((await makeDemo(other.services)).kind).toBe('made')
    expect(await makeDemo(other.services)).toEqual({ kind: 'present' })
    expect(await censusOf(other.services)).toEqual(census)
    await other.close()
  })

  it('finds its sections behind more of them than a page lists, when it goes on', async () => {
    for (let number = 100; number < 200; number++) {
      const body = { slug: `own-${number}`, title: `${number}` }
      dataOf(await service.ask('POST', '/sections', { body }), 201)
    }
    const { database } = service.services
    const done = (await readState(database.reader)) ?? ''
    const interrupted = JSON.stringify({ ...(JSON.parse(done) as object), isDone: false })
    await database.transaction('write', (tx) => replaceState(tx, done, interrupted))
    expect((await makeDemo(service.services)).kind).toBe('made')
    expect((await listAll('/sections?')).length).toBe(104)
  })
})

describe.each(engines)('the demo on a site that has something already, on %s', (engine) => {
  it('makes nothing, and names what is in the way', async () => {
    const service = await startService(engine)
    await makeCollection(service, 'recipes', { supports: [] })
    await expect(makeDemo(service.services)).rejects.toMatchObject({
      code: 'CONFLICT',
      message: expect.stringContaining('a collection "recipes" already'),
    })
    dataOf(await service.ask('POST', '/menus', { body: { name: 'main', label: 'Main' } }), 201)
    await expect(makeDemo(service.services)).rejects.toMatchObject({
      message: expect.stringContaining('a collection "recipes" and a menu "main" already'),
      details: { collections: ['recipes'], menus: ['main'] },
    })
    const { items } = dataOf(await service.ask('GET', '/schema/collections'))
    expect(items.length).toBe(1)
    expect(dataOf(await service.ask('GET', '/media')).items).toEqual([])
    await service.close()
  })
})
