// @module-tag long
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { dataOf, expectFailure, issuePaths, outcome } from '../setup/answers.ts'
import { makeCollection } from '../setup/content.ts'
import { resultOf } from '../setup/mcp.ts'
import { engines, startService, type TestService } from '../setup/service.ts'

const locales = ['en', 'de', 'fr'] as const
type Locale = (typeof locales)[number]
const states = ['draft', 'published', 'published+draft', 'trash', 'trashed live'] as const
type State = (typeof states)[number]

/** An item as the tests know it. */
interface Known {
  readonly id: string
  readonly slug: string
  readonly group: number
  readonly locale: Locale
  readonly state: State
  readonly rank: number | null
}

/** what only drafts have */
const secret = 'verborgen'

interface Query {
  readonly locale: Locale
  readonly fallback: Locale
  readonly isLive: boolean
  readonly order: 'asc' | 'desc'
  readonly orderBy: 'slug' | 'rank'
  readonly rank: number | undefined
  readonly limit: number
}

describe.each(engines)('lists with a fallback on %s', (engine) => {
  let service: TestService
  let live: string
  const items: Known[] = []

  const ask = (path: string, token = live) => service.ask('GET', `/content/posts${path}`, { token })
  const create = async (collection: string, body: object) =>
    dataOf(await service.ask('POST', `/content/${collection}`, { body }), 201).item

  async function add(group: number, locale: Locale, state: State): Promise<void> {
    const known = items.find((item) => item.group === group)
    const rank = (group * 7 + locales.indexOf(locale)) % 4
    // The orders of the locales differ, and so do their slugs where the number is odd.
    const slug = group % 2 === 0 ? `s${(group * 5) % 11}-${group}` : `${locale}-${(group * 5) % 11}-${group}`
    const item = await create('posts', {
      locale,
      slug,
      data: { title: `${locale} ${group}`, ...(rank > 0 && { rank }) },
      ...(known !== undefined && { translationOf: known.id }),
      ...(state !== 'draft' && state !== 'trash' && { status: 'published' }),
    })
    const path = `/content/posts/${item.id}`
    if (state === 'published+draft')
      dataOf(await service.ask('PUT', path, { body: { data: { title: `${secret} ${group}` } } }))
    items.push({ id: item.id, slug: item.slug, group, locale, state, rank: rank > 0 ? rank : null })
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
    // Each state of one locale beside each of another.
    let group = 0
    for (const one of [undefined, ...states])
      for (const other of [undefined, ...states]) {
        group++
        const pair = [
          ['en', one],
          [group % 3 === 0 ? 'fr' : 'de', other],
        ] as const
        for (const [locale, state] of group % 2 === 0 ? pair : pair.toReversed())
          if (state !== undefined) await add(group, locale, state)
      }
    for (const { id } of items.filter(({ state }) => state.startsWith('trash')))
      dataOf(await service.ask('DELETE', `/content/posts/${id}`))
    ;({ token: live } = await service.person(50, ['content:read'], 'live'))
  })
  afterAll(() => service.close())

  const isSeen = ({ state }: Known, isLive: boolean): boolean =>
    state.startsWith('published') || (state === 'draft' && !isLive)

  /** The list by a look at all items. */
  function expected({ locale, fallback, isLive, order, orderBy, rank }: Query): string[] {
    const seen = items.filter((item) => isSeen(item, isLive))
    const own = seen.filter((item) => item.locale === locale)
    const groups = new Set(own.map((item) => item.group))
    const filling = seen.filter((item) => item.locale === fallback && !groups.has(item.group))
    const keyOf = (item: Known) => (orderBy === 'slug' ? item.slug : item.rank)
    const sign = order === 'asc' ? 1 : -1
    return (locale === fallback ? own : [...own, ...filling])
      .filter((item) => rank === undefined || item.rank === rank)
      .toSorted((one, other) => {
        const [a, b] = [keyOf(one), keyOf(other)]
        if (a !== b) {
          if (a === null || b === null) return a === null ? 1 : -1
          return a < b ? -sign : sign
        }
        return one.id < other.id ? -sign : sign
      })
      .map(({ id }) => id)
  }

  /** The list by its pages. */
  async function listed(query: Query): Promise<string[]> {
    const { locale, fallback, isLive, order, orderBy, rank, limit } = query
    const parameters = new URLSearchParams({
      locale,
      fallback,
      order,
      orderBy,
      limit: String(limit),
      count: 'true',
      ...(rank !== undefined && { 'where[rank]': String(rank) }),
    })
    const found: string[] = []
    for (;;) {
      const {
        items: page,
        nextCursor,
        total,
        totalIsCapped,
      } = dataOf(await ask(`?${parameters.toString()}`, isLive ? live : service.token))
      expect([total, totalIsCapped]).toEqual([expected(query).length, false])
      expect(page.length).toBeLessThanOrEqual(limit)
      if (isLive) expect(JSON.stringify(page)).not.toContain(secret)
      found.push(...page.map(({ id }: Known) => id))
      if (nextCursor === undefined) return found
      expect(page).toHaveLength(limit)
      parameters.set('cursor', nextCursor)
    }
  }

  it(
    'have the items of the locale, and those of the fallback that it lacks',
    { timeout: 300_000 },
    async () => {
      const query = fc.record<Query>({
        locale: fc.constantFrom(...locales),
        fallback: fc.constantFrom(...locales),
        isLive: fc.boolean(),
        order: fc.constantFrom('asc', 'desc'),
        orderBy: fc.constantFrom('slug', 'rank'),
        rank: fc.option(fc.integer({ min: 1, max: 4 }), { nil: undefined }),
        limit: fc.constantFrom(1, 2, 5, 50),
      })
      await fc.assert(
        fc.asyncProperty(query, async (one) => {
          expect(await listed(one)).toEqual(expected(one))
        }),
        { numRuns: 60 },
      )
    },
  )

  it('are in the default locale for sites where they name none', async () => {
    const ids = async (query: string) => dataOf(await ask(query)).items.map(({ id }: Known) => id)
    expect(await ids('?fallback=de&limit=100')).toEqual(await ids('?locale=en&fallback=de&limit=100'))
    expect(await ids('?locale=de&fallback=DE&limit=100')).toEqual(await ids('?locale=de&limit=100'))
  })

  it('are narrowed by ids, and include what items refer to', async () => {
    const all = expected({ ...plain, locale: 'de', fallback: 'en', limit: 50 })
    const given = items.map(({ id }) => id)
    const answer = dataOf(await ask(`?locale=de&fallback=en&include=authorId&ids=${given.join(',')}`))
    expect(answer.items.map(({ id }: Known) => id)).toEqual(given.filter((id) => all.includes(id)))
    const page = dataOf(await ask('?locale=de&fallback=en&include=authorId,terms&fields=title&limit=3'))
    expect(Object.keys(page.included.authors)).toHaveLength(1)
    expect(page.items[0]).toMatchObject({ terms: {}, data: { title: expect.any(String) } })
  })

  const plain = { isLive: true, order: 'asc', orderBy: 'slug', rank: undefined } as const

  it.each([
    ['?fallback=xx', 'fallback'],
    ['?locale=*&fallback=de', 'fallback'],
    ['?locale=xx&fallback=de', 'locale'],
    ['?ids=01ARZ3NDEKTSV4RRFFQ69G5FAV&fallback=de', 'fallback'],
    ['?where[locale]=en&fallback=de', 'fallback'],
    ['/s1?fallback=*', 'fallback'],
    ['/s1?locale=*&fallback=de', 'fallback'],
  ])('%s is refused at %s', async (query, place) => {
    const answer = await ask(query)
    expectFailure(answer, '400 VALIDATION_ERROR', place)
    expect(issuePaths(answer)).toEqual([place])
  })

  it('need a locale where drafts are read', async () => {
    for (const path of ['?fallback=de', '/s1?fallback=de'])
      expectFailure(await ask(path, service.token), '400 VALIDATION_ERROR', 'needs `locale`')
  })

  it('take only locales that a limited token sees', async () => {
    const limits = { locales: ['de', 'fr'] }
    const { token } = await service.person(10, ['content:read'], 'live', limits)
    const german = { ...plain, locale: 'de', fallback: 'fr', limit: 100 } as const
    const answer = dataOf(await ask('?fallback=fr&orderBy=slug&order=asc&limit=100', token))
    expect(answer.items.map(({ id }: Known) => id)).toEqual(expected(german))
    expectFailure(await ask('?locale=de&fallback=en', token), '400 VALIDATION_ERROR', 'fallback')
    expectFailure(await ask('?locale=en&fallback=de', token), '400 VALIDATION_ERROR', 'locale')
  })

  it('bind their cursors to the fallback', async () => {
    const { nextCursor } = dataOf(await ask('?locale=de&fallback=en&limit=1'))
    for (const query of ['locale=de', 'locale=de&fallback=fr', 'locale=en&fallback=de'])
      expectFailure(await ask(`?${query}&limit=1&cursor=${nextCursor}`), '400 VALIDATION_ERROR', 'cursor')
  })

  it('are the same over MCP', async () => {
    const input = { collection: 'posts', locale: 'de', fallback: 'en', limit: 100 }
    const answer = await resultOf(service, 'content_list', input, { token: live })
    expect(JSON.stringify(answer)).not.toContain(secret)
    const overRest = dataOf(await ask('?locale=de&fallback=en&limit=100')).items
    expect((answer as { items: Known[] }).items.map(({ id }) => id)).toEqual(
      overRest.map(({ id }: Known) => id),
    )
  })

  describe('and single items', () => {
    const slugOf = async (path: string, token = live) => {
      const answer = await ask(`/${path}`, token)
      return answer.status === 200
        ? `${answer.body.data.item.locale} ${answer.body.data.item.slug}`
        : outcome(answer)
    }

    beforeAll(async () => {
      await makeCollection(service, 'pages', { supports: ['drafts'] })
      const published = { status: 'published' }
      const both = await create('posts', { slug: 'both-en', ...published })
      await create('posts', { slug: 'both-de', locale: 'de', translationOf: both.id, ...published })
      await create('posts', { slug: 'only-en', ...published })
      const half = await create('posts', { slug: 'half-en', ...published })
      await create('posts', { slug: 'half-de', locale: 'de', translationOf: half.id })
      await create('posts', { slug: 'hidden-en' })
    })

    it.each([
      ['both-de?locale=de&fallback=en', 'de both-de'],
      ['both-en?locale=de&fallback=en', 'de both-de'],
      ['both-en?locale=en&fallback=de', 'en both-en'],
      ['both-en?locale=de', '404 NOT_FOUND'],
      ['both-en?locale=de&fallback=fr', '404 NOT_FOUND'],
      ['only-en?locale=de&fallback=en', 'en only-en'],
      ['only-en?fallback=de', 'en only-en'],
      ['half-en?locale=de&fallback=en', 'en half-en'],
      ['half-de?locale=de&fallback=en', '404 NOT_FOUND'],
      ['hidden-en?locale=de&fallback=en', '404 NOT_FOUND'],
      ['nothing?locale=de&fallback=en', '404 NOT_FOUND'],
    ])('%s for a site: %s', async (path, found) => {
      expect(await slugOf(path)).toBe(found)
    })

    it('shows those who read drafts the translation that is one', async () => {
      expect(await slugOf('half-en?locale=de&fallback=en', service.token)).toBe('de half-de')
      expect(await slugOf('half-en?locale=de&fallback=en&view=live', service.token)).toBe('en half-en')
    })

    it('is the item itself where an id names it', async () => {
      const { id } = dataOf(await ask('/both-en')).item
      expect(await slugOf(`${id}?locale=de&fallback=fr`)).toBe('en both-en')
    })

    it('answers the same with what is included', async () => {
      const { item, included } = dataOf(await ask('/both-en?locale=de&fallback=en&include=authorId,terms'))
      expect(item).toMatchObject({ slug: 'both-de', terms: {} })
      expect(Object.keys(included.authors)).toEqual([item.authorId])
    })
  })
})

describe.each(engines)('a large list with a fallback on %s', (engine) => {
  const many = 10_500
  let service: TestService
  let live: string

  beforeAll(async () => {
    service = await startService(engine, { env: { OCTAVO_LOCALES: 'en,de' } })
    await makeCollection(service, 'posts', {
      supports: ['drafts'],
      fields: [
        { slug: 'title', type: 'string' },
        { slug: 'kind', type: 'integer' },
      ],
    })
    for (const [slug, locale] of [
      ['first', 'en'],
      ['erster', 'de'],
    ]) {
      const body = { slug, locale, status: 'published', data: { title: slug, kind: 1 } }
      dataOf(await service.ask('POST', '/content/posts', { body }), 201)
    }
    // All items are translated, later than they were made; the last ones only are not.
    const columns = await service.services.database.reader.rows<{ name: string }>(columnNames[engine], [])
    const copy = (locale: Locale, rows: number): string => {
      const number = `CAST(100000 + n.i AS TEXT)`
      const values: Record<string, string> = {
        id: `'01J0000000000000000${locale === 'en' ? 'E' : 'F'}' || ${number}`,
        slug: `'${locale}-' || ${number}`,
        translation_group: `'01J0000000000000000G' || ${number}`,
        created_at: `'20${locale === 'en' ? '0' : '1'}0-01-01T00:00:00.' || substr(${number}, 4) || 'Z'`,
      }
      const names = columns.map(({ name }) => name)
      return `WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ${rows})
        INSERT INTO content_posts (${names.map((name) => `"${name}"`).join(', ')})
        SELECT ${names.map((name) => values[name] ?? `t."${name}"`).join(', ')} FROM n CROSS JOIN (SELECT * FROM content_posts WHERE locale = '${locale}') t WHERE t.locale = '${locale}'`
    }
    await service.services.database.transaction('write', async (tx) => {
      await tx.run(copy('en', many + 5), [])
      await tx.run(copy('de', many), [])
      if (engine === 'postgres') await tx.run('ANALYZE content_posts', [])
    })
    ;({ token: live } = await service.person(50, ['content:read'], 'live'))
  })
  afterAll(() => service.close())

  const pages = async (query: string, most = 1000) => {
    const found: { slugs: string[]; total: unknown; isCapped: unknown }[] = []
    let cursor = ''
    do {
      const answer = await service.ask(
        'GET',
        `/content/posts?locale=de&fallback=en&fields=title&${query}${cursor}`,
        { token: live },
      )
      const { items, nextCursor, total, totalIsCapped } = dataOf(answer)
      found.push({ slugs: items.map(({ slug }: Known) => slug), total, isCapped: totalIsCapped })
      cursor = nextCursor === undefined ? '' : `&cursor=${nextCursor}`
    } while (cursor !== '' && found.length < most)
    return found
  }
  const filled = Array.from({ length: 5 }, (_, index) => `en-${100_000 + many + 1 + index}`)

  it.each([
    'orderBy=slug&order=desc',
    'orderBy=slug&order=asc',
    'order=asc',
    'where[kind]=1&order=asc',
    'where[title][contains]=st&order=asc',
  ])('ends pages early rather than look at all: %s', async (query) => {
    const found = await pages(`limit=100&${query}`)
    const slugs = found.flatMap((page) => page.slugs)
    expect(new Set(slugs).size).toBe(slugs.length)
    expect(slugs.filter((slug) => !/^de-|erster/.test(slug)).toSorted()).toEqual(
      [...filled, 'first'].toSorted(),
    )
    expect(slugs).toHaveLength(many + 7)
    expect(found.length).toBeLessThan(120)
  })

  it('counts what it looks at', async () => {
    const [first] = await pages('limit=1&count=true&where[title]=first', 1)
    expect(first).toMatchObject({ slugs: ['first'], total: 6, isCapped: true })
    const [page] = await pages('limit=1&count=true', 1)
    expect(page).toMatchObject({ total: 1000, isCapped: true })
  })
})

const columnNames = {
  sqlite: `SELECT name FROM pragma_table_info('content_posts')`,
  postgres: `SELECT column_name AS name FROM information_schema.columns WHERE table_name = 'content_posts' AND table_schema = 'public'`,
}
