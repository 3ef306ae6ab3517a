import { createClient } from '@octavo/client/client'
import { limits } from '@octavo/contract/limits'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { dataOf, expectFailure, issuePaths } from '../setup/answers.ts'
import { makeCollection } from '../setup/content.ts'
import { callTool, expectFailed, resultOf } from '../setup/mcp.ts'
import { engines, rowsFor, startService, type TestService } from '../setup/service.ts'
import { make } from '../setup/site.ts'

const { scannedItems, foundItems } = limits

const nested = { or: [{ and: [{ or: [{ rating: 1 }] }] }] }

/** What is wrong with a filter, and where the answer says so. */
const bad: readonly [where: unknown, path: string, mention: string][] = [
  [{ raiting: 4 }, 'where.raiting', 'did you mean "rating"'],
  [{ 'terms.topic': 'clay' }, 'where.terms.topic', 'did you mean "terms.topics"'],
  [{ rating: { above: 4 } }, 'where.rating.above', 'is not an operator'],
  [{ rating: { contains: 4 } }, 'where.rating.contains', 'use eq, ne, in, notIn, exists, lt'],
  [{ constructor: { lt: true } }, 'where.constructor.lt', 'does not fit'],
  [{ extra: 4 }, 'where.extra', 'use exists'],
  [{ rating: 'four' }, 'where.rating', 'must be a number'],
  [{ rating: null }, 'where.rating', 'use exists'],
  [{ rating: {} }, 'where.rating', 'needs an operator'],
  [{ rating: { in: [] } }, 'where.rating.in', '1 to 100 values'],
  [{ rating: { in: [1, 'x'] } }, 'where.rating.in.1', 'must be a number'],
  [{ rating: { in: Array.from({ length: 101 }, () => 1) } }, 'where.rating.in', '1 to 100 values'],
  [{ rating: { exists: 'perhaps' } }, 'where.rating.exists', 'true or false'],
  [{ color: 'pink' }, 'where.color', 'one of "red", "green"'],
  [{ status: 'gone' }, 'where.status', 'one of "draft", "published", "scheduled"'],
  [{ locale: 'fr' }, 'where.locale', 'one of "en", "de"'],
  [{ publishedAt: { gt: 'yesterday' } }, 'where.publishedAt.gt', '2026-01-31T09:00:00Z'],
  [{ author: 'ada' }, 'where.author', 'the id of an item'],
  [{ cover: 'harbour.jpg' }, 'where.cover', 'the id of a file in the media library'],
  [{ cover: { notIn: ['01JZZZZZZZZZZZZZZZZZZZZZZZ', ''] } }, 'where.cover.notIn.1', 'the id of a file'],
  [{ title: { contains: '' } }, 'where.title.contains', 'at least one character'],
  [{ body: { startsWith: '' } }, 'where.body.startsWith', 'at least one character'],
  // An accent alone is equal to nothing where accents are not compared.
  [{ title: { contains: '\u0301' } }, 'where.title.contains', 'at least one character'],
  [{ slug: { startsWith: '' } }, 'where.slug.startsWith', 'at least one character'],
  [{ title: 'x'.repeat(2001) }, 'where.title', 'at most 2000 characters'],
  [{ or: [] }, 'where.or', '1 to 20 members'],
  [{ or: [{}] }, 'where.or.0', 'an object with a predicate'],
  [{ or: [7] }, 'where.or.0', 'an object with a predicate'],
  [{ or: { rating: 4 } }, 'where.or', 'is not a field'],
  [nested, 'where.or.0.and.0.or', 'nests too deep'],
  [{ and: Array.from({ length: 21 }, () => ({ rating: 1 })) }, 'where.and', '1 to 20 members'],
  [
    { or: [{ and: Array.from({ length: 20 }, () => ({ rating: 1 })) }, { rating: 2 }] },
    'where.or.1.rating',
    'at most 20 predicates',
  ],
  [{ toString: 1 }, 'where.toString', 'is not a field'],
  [JSON.parse('{"__proto__": 1}'), 'where.__proto__', 'is not a key'],
  [JSON.parse('{"rating": {"__proto__": 1}}'), 'where.rating.__proto__', 'is not a key'],
  [[{ rating: 4 }], 'where', 'must be an object that has predicates'],
  ['rating', 'where', 'must be an object that has predicates'],
]

describe.each(engines)('where on %s', (engine) => {
  let service: TestService
  let reader: string
  const ids: Record<string, string> = {}

  beforeAll(async () => {
    service = await startService(engine, { env: { OCTAVO_LOCALES: 'en,de' } })
    const supports = ['drafts', 'revisions']
    await makeCollection(service, 'people', { supports, fields: [{ slug: 'name', type: 'string' }] })
    await makeCollection(service, 'posts', {
      supports,
      fields: [
        { slug: 'title', type: 'string' },
        { slug: 'rating', type: 'number' },
        { slug: 'constructor', type: 'boolean' },
        { slug: 'color', type: 'select', validation: { options: ['red', 'green'] } },
        { slug: 'author', type: 'reference', options: { collection: 'people' } },
        { slug: 'extra', type: 'json' },
        { slug: 'body', type: 'text' },
        { slug: 'cover', type: 'image' },
      ],
    })
    await makeCollection(service, 'odd', {
      supports,
      fields: ['or', 'k', 'r', 'gap'].map((slug) => ({ slug, type: 'string' })),
    })
    await make(service, '/taxonomies', {
      name: 'topics',
      label: 'T',
      hierarchical: true,
      collections: ['posts'],
    })
    const clay = await make(service, '/taxonomies/topics/terms', { label: 'Clay' })
    const pots = await make(service, '/taxonomies/topics/terms', { label: 'Pots', parentId: clay.id })
    ids['ada'] = (await make(service, '/content/people', { data: { name: 'Ada' } })).id
    const items: [slug: string, body: object][] = [
      ['one', { data: { title: 'One, two', rating: 1, constructor: true }, terms: { topics: [clay.id] } }],
      ['two', { data: { title: 'Two', rating: 2, color: 'red', author: ids['ada'] } }],
      [
        'three',
        {
          data: { title: 'Three', rating: 3, constructor: false },
          terms: { topics: [pots.id] },
        },
      ],
      ['four', { data: { title: 'Fóur', rating: 4 }, locale: 'de' }],
    ]
    for (const [slug, body] of items) {
      service.clock.forward(1000)
      const sent = { slug, status: 'published', ...body }
      ids[slug] = dataOf(await service.ask('POST', '/content/posts', { body: sent }), 201).item.id
    }
    dataOf(await service.ask('PUT', '/content/posts/two', { body: { data: { rating: 9 } } }))
    reader = (await service.person(10, ['content:read'])).token
  })
  afterAll(async () => {
    Object.assign(limits, { scannedItems, foundItems })
    await service?.close()
  })

  async function slugsOf(query: string, token = service.token): Promise<string[]> {
    const { items } = dataOf(await service.ask('GET', `/content/posts?order=asc&${query}`, { token }))
    return (items as { slug: string }[]).map(({ slug }) => slug)
  }

  const json = (where: unknown): string => `where=${encodeURIComponent(JSON.stringify(where))}`

  it.each<[string, string[]]>([
    ['where[rating][gte]=3', ['two', 'three', 'four']],
    ['where[rating]=1', ['one']],
    ['where[rating][in]=1,3', ['one', 'three']],
    ['where[rating][in][0]=1&where[rating][in][1]=3', ['one', 'three']],
    ['where[rating][in][]=1&where[rating][in][]=3', ['one', 'three']],
    ['where[title][in][]=One, two', ['one']],
    ['where[constructor]=true', ['one']],
    ['where[constructor][ne]=true', ['two', 'three', 'four']],
    ['where[title][startsWith]=TWO', ['two']],
    ['where[title][contains]=OU', ['four']],
    ['where[title][contains]=%20', ['one']],
    ['where[title]=', []],
    ['where[title]=two', []],
    ['where[color][exists]=false', ['one', 'three', 'four']],
    ['where[terms.topics]=clay', ['one']],
    ['where[terms.topics]=clay*', ['one', 'three']],
    ['where[terms.topics]=nothing', []],
    ['where[locale]=de', ['four']],
    [
      'where[or][0][rating]=1&where[or][1][and][0][rating]=3&where[or][1][and][1][locale]=en',
      ['one', 'three'],
    ],
    [`${json({ or: [{ rating: 1 }, { 'terms.topics': { in: ['pots'] } }] })}`, ['one', 'three']],
    [`${json({ rating: { gt: 1, lt: 4 } })}&locale=en`, ['three']],
    ['where[status]=draft', []],
    ['where[rating][gte]=1&q=two', ['one', 'two']],
  ])('%s finds %j', async (query, slugs) => {
    expect(await slugsOf(query)).toEqual(slugs)
  })

  it('compares what the caller sees: pending drafts are for those who may read them', async () => {
    expect(await slugsOf('where[rating]=9')).toEqual(['two'])
    expect(await slugsOf('where[rating]=2')).toEqual([])
    for (const [query, token] of [
      ['', reader],
      ['&view=live', service.token],
    ] as const) {
      expect(await slugsOf(`where[rating]=9${query}`, token)).toEqual([])
      expect(await slugsOf(`where[rating]=2${query}`, token)).toEqual(['two'])
    }
  })

  it('finds by references', async () => {
    expect(await slugsOf(`where[author]=${ids['ada']}`)).toEqual(['two'])
    expect(await slugsOf(`where[author][ne]=${ids['ada']}`)).toEqual(['one', 'three', 'four'])
  })

  it('takes fields with the names of its own words', async () => {
    const made = dataOf(
      await service.ask('POST', '/content/odd', { body: { data: { or: 'a', k: 'b', r: 'c', gap: 'd' } } }),
      201,
    )
    for (const where of [
      { or: { eq: 'a' } },
      { or: 'a' },
      { k: { contains: 'b' } },
      { r: 'c', gap: { ne: 'x' } },
    ]) {
      const { items } = dataOf(await service.ask('GET', `/content/odd?${json(where)}`))
      expect(items.map(({ id }: { id: string }) => id)).toEqual([made.item.id])
    }
  })

  it('binds cursors to the filter', async () => {
    const { nextCursor } = dataOf(await service.ask('GET', '/content/posts?limit=1&where[rating][gte]=1'))
    dataOf(await service.ask('GET', `/content/posts?limit=1&where[rating][gte]=1&cursor=${nextCursor}`))
    for (const query of ['where[rating][gte]=2&', 'where[rating][gt]=1&', ''])
      expectFailure(
        await service.ask('GET', `/content/posts?limit=1&${query}cursor=${nextCursor}`),
        '400 VALIDATION_ERROR',
        'cursor',
      )
  })

  it.each(rowsFor(engine, bad))('refuses %j at %s', async (where, path, mention) => {
    const answer = await service.ask('GET', `/content/posts?${json(where)}`)
    expectFailure(answer, '400 VALIDATION_ERROR', mention)
    expect(issuePaths(answer)).toEqual([path])
  })

  it.each(
    rowsFor(engine, [
      ['where=%7B', 'where', 'is not valid JSON'],
      ['where[rating]=1&where=%7B%7D', 'where', 'as JSON and in brackets'],
      ['where[rating]=1&where[rating]=2', 'where[rating]', 'is given 2 times'],
      ['where[rating]=1&where[rating][gt]=2', 'where[rating][gt]', 'a value and parts'],
      ['where[rating=1', 'where[rating', 'is not a key in brackets'],
      ['where[rating][][gte]=1', 'where[rating][][gte]', 'is not a key in brackets'],
      ['where[][rating]=1', 'where[][rating]', 'is not a key in brackets'],
      ['where[or][][rating]=1', 'where[or][][rating]', 'is not a key in brackets'],
      ['where[__proto__][eq]=1', 'where.__proto__', 'is not a key'],
      ['where=%7B%22rating%22:1,%22rating%22:2%7D', 'where.rating', 'given twice'],
      ['wher[rating]=1', 'wher[rating]', 'is not a query parameter'],
    ] as const),
  )('refuses ?%s', async (query, path, mention) => {
    const answer = await service.ask('GET', `/content/posts?${query}`)
    expectFailure(answer, '400 VALIDATION_ERROR', mention)
    expect(issuePaths(answer)).toEqual([path])
  })

  it('refuses what would look at too many items, and only that', async () => {
    Object.assign(limits, { scannedItems: 2, foundItems: 1 })
    expectFailure(
      await service.ask('GET', '/content/posts?where[body][contains]=x'),
      '400 VALIDATION_ERROR',
      'where.body.contains: would look at more than 2 items',
    )
    // The advice is what would help: nothing can be sorted by an author, or in the order of a part of a text.
    const advice = 'would look at more than 2 items one by one; add a predicate that fewer items fulfil'
    const adviceFor = async (query: string): Promise<string[]> => {
      const { body } = await service.ask('GET', `/content/posts?view=live&locale=*&${query}`)
      return body.error.details.issues.map(({ message }: { message: string }) => message)
    }
    const someone = '01J00000000000000000000000'
    for (const query of [`where[authorId]=${someone}`, 'where[body][contains]=x'])
      expect(await adviceFor(query), query).toEqual([advice])
    const wide = 'where[createdAt][gt]=2000-01-01T00:00:00Z&where[slug][contains]=zzz'
    expect(await adviceFor(wide)).toEqual([advice])
    expect(await slugsOf('where[rating]=4')).toEqual(['four'])
    expect(await slugsOf('where[rating][exists]=true&limit=1')).toEqual(['one'])
    Object.assign(limits, { scannedItems, foundItems })
    expect(await slugsOf('where[body][contains]=x')).toEqual([])
  })

  it('finds a text that is marked as filterable, however many items have it', async () => {
    await makeCollection(service, 'cards', { supports: [], fields: [{ slug: 'kind', type: 'string' }] })
    for (const kind of ['Á', 'a', 'Á', 'Á', 'Á', 'Á', 'b', 'b', 'b']) {
      service.clock.forward(1000)
      dataOf(
        await service.ask('POST', '/content/cards', { body: { data: { kind }, status: 'published' } }),
        201,
      )
    }
    const path = '/content/cards?view=live&limit=2&where[kind]=%C3%81'
    const mark = async (filterable: boolean): Promise<void> => {
      const body = { filterable }
      const answer = await service.ask('PATCH', '/schema/collections/cards/fields/kind', { body })
      expect(dataOf(answer).item.filterable).toBe(filterable ? true : undefined)
    }
    Object.assign(limits, { scannedItems: 4, foundItems: 1 })
    const refused = async (): Promise<void> =>
      expectFailure(
        await service.ask('GET', path),
        '400 VALIDATION_ERROR',
        'mark the field "kind" as filterable, add a predicate that fewer items fulfil, or sort by what is filtered',
      )
    await refused()
    await mark(true)
    const first = dataOf(await service.ask('GET', path))
    expect(first.items.map(({ data }: { data: unknown }) => data)).toEqual([{ kind: 'Á' }, { kind: 'Á' }])
    Object.assign(limits, { scannedItems, foundItems })
    const second = dataOf(await service.ask('GET', `${path}&cursor=${first.nextCursor}`))
    expect(second.items.map(({ data }: { data: unknown }) => data)).toEqual([{ kind: 'Á' }, { kind: 'Á' }])
    const last = dataOf(await service.ask('GET', `${path}&cursor=${second.nextCursor}`))
    expect(last).toMatchObject({ items: [{ data: { kind: 'Á' } }] })
    expect(last.nextCursor).toBeUndefined()
    // The values of a predicate share what one request may look at.
    const none = '/content/cards?view=live&where[slug][contains]=zzz&where[kind]'
    Object.assign(limits, { scannedItems: 7, foundItems: 1 })
    expect(dataOf(await service.ask('GET', `${none}=%C3%81`)).items).toEqual([])
    const wide = await service.ask('GET', `${none}[in]=%C3%81,b`)
    expectFailure(wide, '400 VALIDATION_ERROR', 'would look at more than 7 items')
    expect(issuePaths(wide)).toEqual(['where.slug.contains'])
    Object.assign(limits, { scannedItems: 4, foundItems: 1 })
    await mark(false)
    await refused()
    const inGroup = encodeURIComponent(JSON.stringify({ or: [{ kind: 'Á' }, { kind: 'zzz' }] }))
    const unmarked = await service.ask('GET', `/content/cards?view=live&where=${inGroup}`)
    expectFailure(unmarked, '400 VALIDATION_ERROR', 'add a predicate')
    expect(unmarked.text).not.toContain('filterable')
    Object.assign(limits, { scannedItems, foundItems })
  })

  it('is refused over MCP as over REST where a text to look for is empty', async () => {
    const where = { or: [{ rating: 1 }, { title: { contains: '' } }] }
    expectFailed(
      await callTool(service, 'content_list', { collection: 'posts', where }),
      'where.or.1.title.contains: must be at least one character',
    )
    const answer = await service.ask('GET', `/content/posts?${json(where)}`)
    expect(issuePaths(answer)).toEqual(['where.or.1.title.contains'])
  })

  it('is an argument of content_list, and of the client', async () => {
    const where = { rating: { gte: 3 }, or: [{ locale: 'de' }, { 'terms.topics': 'pots' }] }
    const result = await resultOf(service, 'content_list', { collection: 'posts', where })
    expect(result.items.map(({ slug }: { slug: string }) => slug)).toEqual(['four', 'three'])
    const client = createClient({
      baseUrl: 'http://cms.test',
      token: service.token,
      fetch: async (url, init) => {
        const path = String(url).replace('http://cms.test/_cms/api', '')
        const answer = await service.ask(init?.method ?? 'GET', path)
        return new Response(answer.text, {
          status: answer.status,
          headers: { 'content-type': 'application/json' },
        })
      },
    })
    const page = await client.content.list({ collection: 'posts', where })
    expect(page.items.map(({ slug }) => slug)).toEqual(['four', 'three'])
  })
})
