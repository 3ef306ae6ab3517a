import { makeDemo } from '@octavo/server/demo/run'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { dataOf } from './setup/answers.ts'
import { makeCollection } from './setup/content.ts'
import { engines, startService, type TestService } from './setup/service.ts'

interface Listed {
  slug: string
  status: string
  publishedAt: string | null
  hasPendingDraft?: boolean
  data: Record<string, unknown>
}

describe.each(engines)('the demo on %s', (engine) => {
  let service: TestService

  beforeAll(async () => {
    service = await startService(engine, { env: { OCTAVO_LOCALES: 'en,de' } })
    const outcome = await makeDemo(service.services)
    expect(outcome.kind).toBe('made')
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

  it('changes nothing when it is made again', async () => {
    const before = await service.ask('GET', '/content/articles?limit=100')
    expect(await makeDemo(service.services)).toEqual({ kind: 'present' })
    expect((await service.ask('GET', '/content/articles?limit=100')).text).toBe(before.text)
  })
})

describe.each(engines)('the demo on a site that has content, on %s', (engine) => {
  it('makes nothing, and names the collection that is in the way', async () => {
    const service = await startService(engine)
    await makeCollection(service, 'recipes', { supports: [] })
    await expect(makeDemo(service.services)).rejects.toMatchObject({
      code: 'CONFLICT',
      message: expect.stringContaining('a collection "recipes" already'),
    })
    const { items } = dataOf(await service.ask('GET', '/schema/collections'))
    expect(items.length).toBe(1)
    await service.close()
  })
})
