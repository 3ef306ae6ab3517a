import { limits } from '@octavo/contract/limits'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { dataOf, expectFailure, issuePaths, outcome } from '../setup/answers.ts'
import { makeCollection } from '../setup/content.ts'
import { resultOf } from '../setup/mcp.ts'
import { picture, startMediaService, uploaded } from '../setup/media.ts'
import { engines, type TestService } from '../setup/service.ts'
import { make } from '../setup/site.ts'

interface Listed {
  readonly id: string
  readonly authorId: string | null
  readonly data: Readonly<Record<string, unknown>>
  readonly terms?: Readonly<Record<string, readonly string[]>>
}

type Kind = 'items' | 'terms' | 'authors' | 'media'
type Included = Readonly<Record<Kind, Readonly<Record<string, { readonly id: string }>>>>

const people = { collection: 'people' }
const supports = ['drafts', 'revisions']
const { objects } = limits.include

/** what the paths of posts lead through: fields and the collection of what they refer to */
const leads: Readonly<Record<string, string>> = { author: 'people', others: 'people', related: 'posts' }
const paths = [
  'author',
  'others',
  'related',
  'cover',
  'leaflet',
  'terms',
  'authorId',
  'author.photo',
  'author.boss',
  'others.photo',
  'related.author',
  'related.cover',
]

describe.each(engines)('what reads include on %s', (engine) => {
  let service: TestService
  const ids: Record<string, string> = {}
  const callers: { name: string; token: string; query: string }[] = []

  const create = async (name: string, collection: string, body: object, token?: string): Promise<void> => {
    const made = await service.ask('POST', `/content/${collection}`, {
      body: { slug: name, status: 'published', ...body },
      token: token ?? service.token,
    })
    ids[name] = dataOf(made, 201).item.id
  }
  const list = async (query: string, token = service.token) =>
    dataOf(await service.ask('GET', `/content/posts?${query}`, { token }))
  const idsOf = (names: readonly string[]): string[] => names.map((name) => ids[name] ?? '').toSorted()

  beforeAll(async () => {
    service = await startMediaService(engine, 'local', { OCTAVO_RATE_LIMIT: 'off' })
    await makeCollection(service, 'people', {
      supports,
      fields: [
        { slug: 'name', type: 'string' },
        { slug: 'links', type: 'json' },
        { slug: 'photo', type: 'image' },
        { slug: 'boss', type: 'reference', options: people },
      ],
    })
    await makeCollection(service, 'posts', { supports, fields: [{ slug: 'title', type: 'string' }] })
    for (const field of [
      { slug: 'author', type: 'reference', options: people },
      { slug: 'others', type: 'reference', options: { ...people, allowMultiple: true } },
      { slug: 'related', type: 'reference', options: { collection: 'posts', allowMultiple: true } },
      { slug: 'cover', type: 'image' },
      { slug: 'leaflet', type: 'file' },
    ])
      await make(service, '/schema/collections/posts/fields', { label: field.slug, ...field })
    for (const name of ['topics', 'moods']) {
      await make(service, '/taxonomies', { name, label: name, collections: ['posts'] })
      for (const label of ['b', 'a'])
        ids[`${name}-${label}`] = (await make(service, `/taxonomies/${name}/terms`, { label })).id
    }
    for (const name of ['face', 'hidden-face', 'cover', 'draft-cover'])
      ids[name] = (await uploaded(service, { filename: `${name}.png`, content: await picture() })).id
    const media = (name: string) => ({ id: ids[name] })
    const author = await service.person(30, ['content:read', 'content:write'])
    await create('ada', 'people', { data: { name: 'Ada', photo: media('face') } })
    await create('bob', 'people', { data: { name: 'Bob', links: ['a'], boss: ids['ada'] } })
    await create('eve', 'people', {
      status: 'draft',
      data: { name: 'Eve', photo: media('hidden-face'), boss: ids['bob'] },
    })
    await create('old', 'people', { data: { name: 'Old', photo: media('hidden-face') } })
    const terms = { topics: [ids['topics-b'], ids['topics-a']] }
    await create('one', 'posts', {
      data: { title: 'One', author: ids['bob'], others: [ids['ada'], ids['eve']], cover: media('cover') },
      terms,
    })
    const changes = {
      data: { title: 'Secret', author: ids['eve'], others: [ids['bob']], cover: media('draft-cover') },
      terms: { topics: [], moods: [ids['moods-a']] },
    }
    dataOf(await service.ask('PUT', `/content/posts/${ids['one']}`, { body: changes }))
    await create(
      'two',
      'posts',
      { data: { title: 'Two', author: ids['old'], related: [ids['one']], leaflet: media('face') } },
      author.token,
    )
    await create('three', 'posts', {
      status: 'draft',
      data: { author: ids['ada'], related: [ids['two'], ids['one']] },
      terms: { moods: [ids['moods-b']] },
    })
    dataOf(await service.ask('DELETE', `/content/people/${ids['old']}`))
    await create('four', 'posts', {
      data: { title: 'Four', cover: media('cover'), related: [ids['three'], ids['one']] },
    })
    const person = (role: number, view?: 'live') => service.person(role, ['content:read', 'media:read'], view)
    callers.push(
      { name: 'admin', token: service.token, query: '' },
      { name: 'admin, live view', token: service.token, query: 'view=live' },
      { name: 'reader', token: (await person(10)).token, query: '' },
      { name: 'contributor', token: (await person(20)).token, query: '' },
      { name: 'live token', token: (await person(50, 'live')).token, query: '' },
    )
  })
  afterAll(() => service?.close())

  /** What an item refers to in a field, as its own value says. */
  function referred(item: Listed, field: string): string[] {
    const value = item.data[field]
    if (value === undefined) return []
    if (typeof value === 'string') return [value]
    return Array.isArray(value) ? (value as string[]) : [(value as { id: string }).id]
  }

  /** The same as `included`, found by reading each object by itself as the caller. */
  async function naive(
    items: readonly Listed[],
    asked: readonly string[],
    { token, query }: { token: string; query: string },
  ): Promise<Record<Kind, string[]>> {
    const found: Record<Kind, Set<string>> = {
      items: new Set(),
      terms: new Set(),
      authors: new Set(),
      media: new Set(),
    }
    const follow = async (sources: readonly Listed[], [field = '', ...rest]: string[]): Promise<void> => {
      const target = field === 'boss' ? 'people' : leads[field]
      for (const id of sources.flatMap((source) => referred(source, field))) {
        const path = target === undefined ? `/media/${id}` : `/content/${target}/${id}?${query}`
        const answer = await service.ask('GET', path, { token })
        if (answer.status === 404) continue
        const { item } = dataOf(answer)
        found[target === undefined ? 'media' : 'items'].add(id)
        if (rest.length > 0) await follow([item], rest)
      }
    }
    for (const path of asked) {
      if (path === 'terms')
        items.forEach((item) =>
          Object.values(item.terms ?? {})
            .flat()
            .forEach((id) => found.terms.add(id)),
        )
      else if (path === 'authorId')
        items.forEach(({ authorId }) => authorId !== null && found.authors.add(authorId))
      else await follow(items, path.split('.'))
    }
    return {
      items: [...found.items].toSorted(),
      terms: [...found.terms].toSorted(),
      authors: [...found.authors].toSorted(),
      media: [...found.media].toSorted(),
    }
  }

  const keysOf = (included: Included): Record<Kind, string[]> => {
    const keys = (kind: Kind): string[] => {
      for (const [id, object] of Object.entries(included[kind])) expect(object.id).toBe(id)
      return Object.keys(included[kind]).toSorted()
    }
    return { items: keys('items'), terms: keys('terms'), authors: keys('authors'), media: keys('media') }
  }

  it('is what reading each object by itself gives, for every caller', { tags: 'long' }, async () => {
    const asked = fc.uniqueArray(fc.constantFrom(...paths), { minLength: 1, maxLength: 5 })
    const extra = fc.constantFrom('', 'fields=title', 'where[title][exists]=true', 'limit=2', 'orderBy=title')
    await fc.assert(
      fc.asyncProperty(asked, fc.nat(4), extra, fc.boolean(), async (include, index, more, isOne) => {
        const caller = callers[index] ?? callers[0]
        if (caller === undefined) return
        const terms = include.includes('terms')
        const ask = (path: string) => service.ask('GET', path, { token: caller.token })
        const query = `include=${include.join(',')}&${caller.query}`
        const page = dataOf(await ask(`/content/posts?${query}&${more}`))
        const wholes: Listed[] = []
        for (const item of page.items as Listed[]) {
          const whole = dataOf(await ask(`/content/posts/${item.id}?${caller.query}&include=terms`)).item
          if (terms) expect(item.terms).toEqual(whole.terms)
          else expect(item).not.toHaveProperty('terms')
          wholes.push(whole)
        }
        expect(keysOf(page.included)).toEqual(await naive(wholes, include, caller))
        const [one] = wholes
        if (!isOne || one === undefined) return
        const { included } = dataOf(await ask(`/content/posts/${one.id}?${query}`))
        expect(keysOf(included)).toEqual(await naive([one], include, caller))
      }),
      { numRuns: 60 },
    )
  })

  it('are objects as other reads answer them, once each', async () => {
    const { included } = await list('include=author.photo,related.author,terms,authorId,cover&view=live')
    const person = dataOf(await service.ask('GET', `/content/people/${ids['bob']}?view=live`)).item
    expect(included.items[ids['bob'] ?? '']).toEqual(person)
    const image = dataOf(await service.ask('GET', `/media/${ids['cover']}`)).item
    expect(included.media[ids['cover'] ?? '']).toEqual(image)
    const { items: terms } = dataOf(await service.ask('GET', '/taxonomies/topics/terms'))
    const { count: _, ...term } = terms[0]
    expect(included.terms[term.id]).toEqual(term)
    for (const author of Object.values(included.authors))
      expect(author).toEqual({ id: expect.any(String), name: expect.any(String) })
  })

  it('has media only where the token reads media', async () => {
    const { token } = await service.person(10, ['content:read'])
    const { included } = await list('include=cover,author', token)
    expect(included.media).toEqual({})
    expect(Object.keys(included.items)).toEqual([ids['bob']])
  })

  it('decides on the `_rev` of an item', async () => {
    const read = (include: string, tag?: string) =>
      service.ask('GET', `/content/posts/${ids['one']}?include=${include}&view=live`, {
        ...(tag !== undefined && { headers: { 'if-none-match': tag } }),
      })
    const first = await read('author,terms')
    const tag = String(first.headers['etag'])
    expect(tag).toBe(`"${dataOf(first)._rev}"`)
    expect((await read('author,terms', tag)).status).toBe(304)
    dataOf(
      await service.ask('PUT', `/content/people/${ids['bob']}`, {
        body: { data: { name: 'Robert' }, status: 'published' },
      }),
    )
    expect(dataOf(await read('author,terms', tag)).included.items[ids['bob'] ?? ''].data.name).toBe('Robert')
    const before = await read('terms')
    dataOf(await service.ask('PUT', '/taxonomies/topics/terms/a', { body: { label: 'A new name' } }))
    const after = await read('terms', String(before.headers['etag']))
    expect(dataOf(after).included.terms[ids['topics-a'] ?? ''].label).toBe('A new name')
    const latest = await service.ask('GET', `/content/posts/${ids['one']}?include=author`)
    const rev = dataOf(latest)._rev
    const body = { data: { title: 'Other' }, _rev: rev }
    dataOf(await service.ask('PUT', `/content/posts/${ids['one']}`, { body }))
  })

  it('shows the named fields of one item', async () => {
    const { item } = dataOf(await service.ask('GET', `/content/posts/${ids['one']}?fields=cover&view=live`))
    expect(Object.keys(item.data)).toEqual(['cover'])
    expect(item.slug).toBe('one')
    const draft = dataOf(await service.ask('GET', '/content/posts/one?fields=title')).item
    expect(draft.data).toEqual({ title: 'Other' })
  })

  it('is the same over MCP', async () => {
    const input = {
      collection: 'posts',
      include: ['author.photo', 'terms'],
      fields: ['title'],
      ids: idsOf(['two', 'one']),
    }
    const { items, included } = await list(`include=author.photo,terms&ids=${input.ids.join(',')}`)
    const listed = await resultOf(service, 'content_list', input)
    expect(listed).toMatchObject({ items: items.map(({ id, terms }: Listed) => ({ id, terms })), included })
    const got = await resultOf(service, 'content_get', {
      collection: 'posts',
      id: ids['two'],
      include: ['related'],
    })
    expect(Object.keys((got as { included: Included }).included.items)).toEqual([ids['one']])
  })

  it.each([
    ['include=titel', 'include', 'not a field'],
    ['include=title', 'include', 'refers to no item'],
    ['include=cover.title', 'include', 'does not refer to items'],
    ['include=related.related.related', 'include', 'too deep'],
    ['include=author,constructor', 'include', 'not a field'],
    ['include=__proto__', 'include', 'not a field'],
    ['include=author.terms', 'include', 'not a field'],
    ['include=terms.topics', 'include', '"terms" has no fields; give it alone'],
    ['include=authorId.name', 'include', '"authorId" has no fields; give it alone'],
    [`include=${Array.from({ length: 1000 }, (_, index) => `a${index}`).join(',')}`, 'include', '20'],
    ['include=', 'include', ''],
    ['ids=one', 'ids.0', 'must be the id of an item'],
    ['ids=', 'ids', ''],
    [`ids=${Array.from({ length: 101 }, () => '01J00000000000000000000000').join(',')}`, 'ids', '100'],
  ])('?%s is refused with the place', async (query, path, message) => {
    const answer = await service.ask('GET', `/content/posts?${query}`)
    expectFailure(answer, '400 VALIDATION_ERROR', message)
    expect(issuePaths(answer)).toContain(path)
    if (path !== 'include') return
    expect(outcome(await service.ask('GET', `/content/posts/one?${query}`))).toBe('400 VALIDATION_ERROR')
  })

  it('has all terms, beside those of a taxonomy that the collection no longer has', async () => {
    await makeCollection(service, 'boards', { supports, fields: [{ slug: 'title', type: 'string' }] })
    const terms: Record<string, string[]> = {}
    for (const [name, labels] of [
      ['former', ['a', 'b', 'c']],
      ['present', ['d']],
    ] as const) {
      await make(service, '/taxonomies', { name, label: name, collections: ['boards'] })
      terms[name] = []
      for (const label of labels)
        terms[name].push((await make(service, `/taxonomies/${name}/terms`, { label })).id)
    }
    await create('board', 'boards', { data: { title: 'Board' }, terms })
    dataOf(await service.ask('PUT', '/taxonomies/former', { body: { collections: [] } }))
    try {
      Object.assign(limits.include, { objects: 1 })
      for (const view of ['live', 'latest']) {
        const page = dataOf(await service.ask('GET', `/content/boards?include=terms&view=${view}`))
        expect(Object.keys(page.included.terms)).toEqual(terms['present'])
      }
    } finally {
      Object.assign(limits.include, { objects })
    }
  })

  it('is bounded', async () => {
    try {
      Object.assign(limits.include, { objects: 1 })
      for (const include of ['others,author', 'terms', 'cover']) {
        const answer = await service.ask('GET', `/content/posts?include=${include}`)
        expectFailure(answer, '400 VALIDATION_ERROR', 'fewer')
        expect(issuePaths(answer)).toEqual(['include'])
      }
    } finally {
      Object.assign(limits.include, { objects })
    }
  })

  describe('by their ids', () => {
    const given = (names: readonly string[]): string => `ids=${names.map((name) => ids[name]).join(',')}`
    const slugs = async (query: string, token?: string): Promise<string[]> =>
      (await list(query, token)).items.map(({ slug }: { slug: string }) => slug)

    it('items come in the order of the ids, each once', async () => {
      expect(await slugs(given(['three', 'one', 'four', 'one']))).toEqual(['three', 'one', 'four'])
      expect(await slugs(`${given(['three', 'ada', 'one'])}&limit=1&orderBy=title`)).toEqual(['three', 'one'])
    })

    it('hidden items are left out', async () => {
      for (const { token, query, name } of callers) {
        const isEditor = name === 'admin' || name === 'contributor'
        const expected = isEditor ? ['four', 'three', 'one'] : ['four', 'one']
        expect([name, await slugs(`${given(['four', 'three', 'one'])}&${query}`, token)]).toEqual([
          name,
          expected,
        ])
      }
      expect(await slugs(`${given(['four', 'three'])}&status=draft`, callers[2]?.token)).toEqual([])
    })

    it('a filter narrows them, and they are counted', async () => {
      const query = `${given(['four', 'one', 'two'])}&where[title][startsWith]=t&view=live&count=true`
      const { items, total, totalIsCapped } = await list(query)
      expect([items.length, total, totalIsCapped]).toEqual([1, 1, false])
    })
  })
})
