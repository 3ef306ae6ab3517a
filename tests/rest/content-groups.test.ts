// @module-tag long
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { dataOf, expectFailure, issuePaths } from '../setup/answers.ts'
import { makeCollection } from '../setup/content.ts'
import { engines, startService, type TestService } from '../setup/service.ts'

const locales = ['en', 'de', 'fr'] as const
type Locale = (typeof locales)[number]
const states = ['draft', 'published', 'published+draft', 'trash'] as const
type State = (typeof states)[number]

/** An item as the tests know it. */
interface Known {
  readonly id: string
  readonly slug: string
  readonly group: number
  readonly translationGroup: string
  readonly locale: Locale
  readonly state: State
  readonly rank: number | null
}

interface Query {
  readonly isLive: boolean
  readonly order: 'asc' | 'desc'
  readonly orderBy: 'slug' | 'rank' | 'status'
  readonly status: 'draft' | 'published' | undefined
  readonly q: string | undefined
  readonly where: 'rank' | 'locale' | 'title' | undefined
  readonly limit: number
}

describe.each(engines)('lists of translation groups on %s', (engine) => {
  let service: TestService
  let live: string
  const items: Known[] = []

  const ask = (path: string, token = service.token) => service.ask('GET', `/content/posts${path}`, { token })

  async function add(group: number, locale: Locale, state: State): Promise<void> {
    const known = items.find((item) => item.group === group)
    const rank = (group * 7 + locales.indexOf(locale)) % 4
    const slug = `${locale}-${(group * 5 + locales.indexOf(locale) * 3) % 11}-${group}`
    const { item } = dataOf(
      await service.ask('POST', '/content/posts', {
        body: {
          locale,
          slug,
          data: { title: `title ${locale} ${group % 5}`, ...(rank > 0 && { rank }) },
          ...(known !== undefined && { translationOf: known.id }),
          ...(state.startsWith('published') && { status: 'published' }),
        },
      }),
      201,
    )
    if (state === 'published+draft') {
      const body = { data: { title: `other ${locale} ${group % 5}` } }
      dataOf(await service.ask('PUT', `/content/posts/${item.id}`, { body }))
    }
    const { id, translationGroup } = item
    items.push({ id, slug, group, translationGroup, locale, state, rank: rank > 0 ? rank : null })
  }

  beforeAll(async () => {
    service = await startService(engine, { env: { OCTAVO_LOCALES: locales.join(',') } })
    await makeCollection(service, 'posts', {
      supports: ['drafts', 'revisions'],
      fields: [
        { slug: 'title', type: 'string' },
        { slug: 'rank', type: 'integer' },
      ],
    })
    // Each state of one locale beside each of another, and of a third.
    let group = 0
    for (const one of [undefined, ...states])
      for (const other of [undefined, ...states]) {
        group++
        const all = [
          ['en', one],
          ['de', other],
          ['fr', group % 3 === 0 ? states[group % 4] : undefined],
        ] as const
        for (const [locale, state] of group % 2 === 0 ? all : all.toReversed())
          if (state !== undefined) await add(group, locale, state)
      }
    for (const { id } of items.filter(({ state }) => state === 'trash'))
      dataOf(await service.ask('DELETE', `/content/posts/${id}`))
    ;({ token: live } = await service.person(50, ['content:read'], 'live'))
  })
  afterAll(() => service.close())

  function isListed(item: Known, { isLive, status, q, where }: Query): boolean {
    const { state, locale, rank, group } = item
    if (state === 'trash' || (isLive && state === 'draft')) return false
    if (status !== undefined && status !== state.split('+')[0]) return false
    const title = `${state === 'published+draft' && !isLive ? 'other' : 'title'} ${locale} ${group % 5}`
    if (q !== undefined && !title.includes(q) && !item.slug.includes(q)) return false
    if (where === 'rank') return rank === 2
    if (where === 'locale') return locale !== 'en'
    return where === undefined || title.startsWith('title')
  }

  /** The list by a look at all items. */
  function expected(query: Query): string[] {
    const groups = Map.groupBy(
      items.filter((item) => isListed(item, query)),
      ({ group }) => group,
    )
    const first = [...groups.values()].map(
      (members) =>
        members.toSorted((a, b) => locales.indexOf(a.locale) - locales.indexOf(b.locale))[0] as Known,
    )
    const sign = query.order === 'asc' ? 1 : -1
    const keyOf = (item: Known) =>
      query.orderBy === 'slug' ? item.slug : query.orderBy === 'rank' ? item.rank : item.state.split('+')[0]
    return first
      .toSorted((one, other) => {
        const [a, b] = [keyOf(one) ?? null, keyOf(other) ?? null]
        if (a !== b) {
          if (a === null || b === null) return a === null ? 1 : -1
          return a < b ? -sign : sign
        }
        return one.id < other.id ? -sign : sign
      })
      .map(({ id }) => id)
  }

  const filters = {
    rank: { rank: 2 },
    locale: { locale: { ne: 'en' } },
    title: { title: { startsWith: 'title' } },
  }

  /** The list by its pages. */
  async function listed(query: Query): Promise<string[]> {
    const { isLive, order, orderBy, status, q, where, limit } = query
    const parameters = new URLSearchParams({
      groupTranslations: 'true',
      order,
      orderBy,
      limit: String(limit),
      count: 'true',
      ...(status !== undefined && { status }),
      ...(q !== undefined && { q }),
      ...(where !== undefined && { where: JSON.stringify(filters[where]) }),
    })
    const found: string[] = []
    for (;;) {
      const answer = dataOf(await ask(`?${parameters.toString()}`, isLive ? live : service.token))
      expect([answer.total, answer.totalIsCapped]).toEqual([expected(query).length, false])
      expect(answer.items.length).toBeLessThanOrEqual(limit)
      found.push(...answer.items.map(({ id }: Known) => id))
      if (answer.nextCursor === undefined) return found
      expect(answer.items).toHaveLength(limit)
      parameters.set('cursor', answer.nextCursor)
    }
  }

  it(
    'have one item of each group, the first of those that the filters find',
    { timeout: 300_000 },
    async () => {
      const query = fc
        .record<Query>({
          isLive: fc.boolean(),
          order: fc.constantFrom('asc', 'desc'),
          orderBy: fc.constantFrom('slug', 'rank', 'status'),
          status: fc.option(fc.constantFrom('draft', 'published'), { nil: undefined }),
          q: fc.option(fc.constantFrom('other', 'de', '3', 'nothing'), { nil: undefined }),
          where: fc.option(fc.constantFrom('rank', 'locale', 'title'), { nil: undefined }),
          limit: fc.constantFrom(1, 2, 5, 50),
        })
        // Only those who read drafts may search lists.
        .map((one) => (one.isLive ? { ...one, q: undefined } : one))
      await fc.assert(
        fc.asyncProperty(query, async (one) => {
          expect(await listed(one)).toEqual(expected(one))
        }),
        { numRuns: 80 },
      )
    },
  )

  it('bring the translations of their items', async () => {
    for (const isLive of [false, true]) {
      const { items: page, included } = dataOf(
        await ask(
          '?groupTranslations=true&include=translationGroup&limit=100',
          isLive ? live : service.token,
        ),
      )
      const seen = items.filter(({ state }) => state !== 'trash' && (state !== 'draft' || !isLive))
      const groups = Object.fromEntries(
        [...Map.groupBy(seen, ({ translationGroup }) => translationGroup)].map(([group, members]) => [
          group,
          members
            .toSorted((a, b) => (a.locale < b.locale ? -1 : 1))
            .map(({ id, locale, slug, state }) => ({
              id,
              locale,
              slug,
              status: state.split('+')[0],
              updatedAt: expect.any(String),
              ...(!isLive && { hasPendingDraft: state === 'published+draft' }),
            })),
        ]),
      )
      expect(included.translations).toEqual(groups)
      expect(new Set(page.map(({ translationGroup }: Known) => translationGroup))).toEqual(
        new Set(Object.keys(groups)),
      )
    }
    const [one] = items
    const answer = dataOf(await ask(`/${one?.id}?include=translationGroup`))
    expect(Object.keys(answer.included.translations)).toEqual([one?.translationGroup])
    expect(dataOf(await ask('?include=authorId')).included).not.toHaveProperty('translations')
  })

  it('change the tag of a list when a translation changes that is none of its rows', async () => {
    const path = '?groupTranslations=true&include=translationGroup'
    const german = items.find(({ locale, state }) => locale === 'de' && state === 'published')
    const before = await ask(path)
    expect((await ask(path)).headers['etag']).toBe(before.headers['etag'])
    const body = { data: { title: 'title de changed' } }
    dataOf(await service.ask('PUT', `/content/posts/${german?.id}`, { body }))
    expect((await ask(path)).headers['etag']).not.toBe(before.headers['etag'])
    dataOf(await service.ask('POST', `/content/posts/${german?.id}/discard-draft`, { body: {} }))
  })

  it('name the included translations for caches', async () => {
    const answer = await ask('?groupTranslations=true&include=translationGroup&limit=10', live)
    const groups: Known[][] = Object.values(dataOf(answer).included.translations)
    const shown = groups.flat().map(({ id }) => `i-${id}`)
    expect(shown.length).toBeGreaterThan(10)
    expect(answer.headers['cache-tag']?.split(',')).toEqual(expect.arrayContaining(shown))
  })

  it('show a limited token groups of what it sees', async () => {
    const { token } = await service.person(10, ['content:read'], 'live', { locales: ['de', 'fr'] })
    const { items: page, included } = dataOf(
      await ask('?groupTranslations=true&include=translationGroup&limit=100', token),
    )
    const seen = items.filter(({ state, locale }) => state.startsWith('published') && locale !== 'en')
    expect(new Set(page.map(({ id }: Known) => id))).toEqual(
      new Set(
        [...Map.groupBy(seen, ({ group }) => group).values()].map(
          (members) => (members.find(({ locale }) => locale === 'de') ?? members[0])?.id,
        ),
      ),
    )
    expect(JSON.stringify(included.translations)).not.toContain('"locale":"en"')
    expect(new Set(Object.keys(included.translations))).toEqual(
      new Set(page.map(({ translationGroup }: Known) => translationGroup)),
    )
  })

  it.each([
    ['?groupTranslations=true&locale=de', 'groupTranslations'],
    ['?groupTranslations=true&ids=01ARZ3NDEKTSV4RRFFQ69G5FAV', 'groupTranslations'],
    ['?groupTranslations=true&locale=de&fallback=en', 'groupTranslations'],
    ['?groupTranslations=true&fallback=en', 'fallback'],
    ['?groupTranslations=perhaps', 'groupTranslations'],
  ])('%s is refused at %s', async (query, place) => {
    for (const token of [service.token, live]) {
      const answer = await ask(query, token)
      expectFailure(answer, '400 VALIDATION_ERROR', place)
      expect(issuePaths(answer)).toEqual([place])
    }
  })

  it('bind their cursors to the grouping', async () => {
    const { nextCursor } = dataOf(await ask('?groupTranslations=true&limit=1'))
    expectFailure(await ask(`?limit=1&cursor=${nextCursor}`), '400 VALIDATION_ERROR', 'cursor')
    const plain = dataOf(await ask('?limit=1')).nextCursor
    expectFailure(
      await ask(`?groupTranslations=true&limit=1&cursor=${plain}`),
      '400 VALIDATION_ERROR',
      'cursor',
    )
  })

  it('group items of a locale that the site does not have any more', async () => {
    await service.services.database.transaction('write', async (tx) => {
      await tx.run(`UPDATE content_posts SET locale = 'xx' WHERE locale = 'fr'`, [])
    })
    const find = async () =>
      dataOf(await ask('?groupTranslations=true&limit=100'))
        .items.map(({ id }: Known) => id)
        .toSorted()
    const all = expected({
      isLive: false,
      order: 'asc',
      orderBy: 'slug',
      status: undefined,
      q: undefined,
      where: undefined,
      limit: 100,
    })
    expect(await find()).toEqual(all.toSorted())
  })
})
