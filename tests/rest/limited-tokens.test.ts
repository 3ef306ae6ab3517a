import { controlsOf } from '@octavo/contract/controls'
import { operationList, operations } from '@octavo/contract/operations/registry'
import { PlaceCache } from '@octavo/server/content/hidden-items/place-cache'
import { serviceCaller } from '@octavo/server/core/caller'
import { invoke } from '@octavo/server/core/invoke'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { dataOf, expectFailure, outcome } from '../setup/answers.ts'
import { makeCollection } from '../setup/content.ts'
import { EventReader } from '../setup/event-reader.ts'
import { awaitEvents } from '../setup/events.ts'
import { callTool, send } from '../setup/mcp.ts'
import { picture, uploaded } from '../setup/media.ts'
import {
  messagesOf,
  plainReads,
  type Pools,
  randomReads,
  readCapabilities,
  readParameters,
} from '../setup/random-reads.ts'
import { make } from '../setup/site.ts'
import { type Answer, engines, startService, type TestService } from '../setup/service.ts'
import { askAsAdmin } from '../setup/sessions.ts'

/** Words that only these have: items of the other collection, of the other locale, drafts, and the trash. */
const words = { other: 'zebra', german: 'anders', draft: 'unfertig', trash: 'fortgeworfen' } as const

const readScopes = ['content:read', 'media:read', 'schema:read']
const scopes = [...readScopes, 'content:write', 'media:write']

/** Names of the ids of items that are hidden with the words. */
const ofOthers = ['other', 'otherDraft', 'otherRevision'] as const
const ofGermans = ['german', 'germanDraft', 'germanRevision'] as const

const kinds = {
  'limited to a collection': {
    view: 'latest',
    limits: { collections: ['posts'] },
    hidden: [words.other, 'others'],
    ids: ofOthers,
  },
  'limited to a locale': {
    view: 'latest',
    limits: { locales: ['en'] },
    hidden: [words.german],
    ids: ofGermans,
  },
  'limited to both, and live': {
    view: 'live',
    limits: { collections: ['posts'], locales: ['en'] },
    hidden: [...Object.values(words), 'others'],
    ids: [...ofOthers, ...ofGermans],
  },
  'of a site': { view: 'site', limits: {}, hidden: [words.draft, words.trash], ids: [] },
} as const
type Kind = keyof typeof kinds
const kindNames = Object.keys(kinds) as Kind[]

describe.each(engines)('limited tokens on %s', (engine) => {
  let service: TestService
  const ids: Record<string, string> = {}
  const tokens: Partial<Record<Kind, string>> = {}

  const ask = (kind: Kind, path: string, body?: object, method = body === undefined ? 'GET' : 'POST') =>
    service.ask(method, path, { token: tokens[kind] ?? null, ...(body && { body }) })

  const create = async (collection: string, body: object): Promise<string> =>
    dataOf(await service.ask('POST', `/content/${collection}`, { body }), 201).item.id

  async function siteToken(input: object = {}): Promise<string> {
    const operation = operations.tokens.createForSite
    const caller = serviceCaller('cli')
    const made = await invoke(service.services, { operation, caller, input: { name: 'web', ...input } })
    return (made as { token: string }).token
  }

  beforeAll(async () => {
    service = await startService(engine, { env: { OCTAVO_LOCALES: 'en,de' } })
    for (const slug of ['others', 'posts'])
      await makeCollection(service, slug, {
        supports: ['drafts', 'revisions', 'search', 'scheduling'],
        fields: [
          { slug: 'title', type: 'string', searchable: true },
          { slug: 'rating', type: 'integer' },
          { slug: 'image', type: 'image' },
          { slug: 'body', type: 'portableText' },
        ],
      })
    for (const slug of ['others', 'posts']) {
      const body = { urlPattern: `/${slug}/{locale}/{slug}` }
      dataOf(await service.ask('PATCH', `/schema/collections/${slug}`, { body }))
    }
    for (const target of ['posts', 'others']) {
      const name = target === 'posts' ? 'posts' : 'rest'
      const reference = { label: 'Leads', type: 'reference', options: { collection: target } }
      const several = { ...reference, options: { collection: target, allowMultiple: true } }
      const group = {
        widget: 'list',
        fields: [
          { slug: 'text', type: 'string' },
          { slug: 'to', ...reference },
        ],
      }
      const fields = [
        { slug: `to_${name}`, ...reference },
        { slug: `all_${name}`, ...several },
        { slug: `rows_${target === 'posts' ? 'a' : 'b'}`, label: 'Rows', type: 'json', options: group },
      ]
      for (const field of fields) await make(service, '/schema/collections/posts/fields', field)
    }
    await make(service, '/schema/collections/posts/fields', { slug: 'extra', label: 'Extra', type: 'json' })
    await make(service, '/taxonomies', { name: 'topics', label: 'Topics', collections: ['posts', 'others'] })
    ids.term = (await make(service, '/taxonomies/topics/terms', { label: 'Clay' })).id
    const image = async (name: string): Promise<string> =>
      (await uploaded(service, { filename: `${name}.png`, content: await picture() })).id
    ids.otherImage = await image('lion')
    ids.image = await image('seen')
    const text = (given: string): object[] =>
      ['h2', 'normal'].map((style) => ({
        _type: 'block',
        style,
        children: [{ _type: 'span', text: style === 'h2' ? `Part of ${given}` : given }],
      }))
    const item = (name: string, more: object = {}): object => ({
      slug: name.replaceAll(' ', '-'),
      data: { title: name, rating: 5, image: { id: ids.image }, body: text(name), ...more },
      terms: { topics: [ids.term] },
    })
    const published = { status: 'published' }
    const other = { ...item(`${words.other} one`, { image: { id: ids.otherImage } }), ...published }
    ids.other = await create('others', other)
    ids.otherDraft = await create('others', item(`${words.other} two`))
    ids.german = await create('posts', { ...item(`${words.german} one`), ...published, locale: 'de' })
    ids.germanDraft = await create('posts', { ...item(`${words.german} two`), locale: 'de' })
    ids.draft = await create('posts', item(`${words.draft} one`))
    // Events name the slug that visitors knew.
    const gone = { ...item(`${words.trash} one`), slug: 'gone', ...published }
    ids.trash = await create('posts', gone)
    const promoted = [ids.other, ids.german, ids.draft].map((to) => ({
      _type: 'promo',
      id: to,
      to: `item:${to}`,
    }))
    const toHidden = {
      to_rest: ids.other,
      to_posts: ids.german,
      all_rest: [ids.other, ids.otherDraft],
      all_posts: [ids.german, ids.draft],
      rows_a: [{ text: 'a', to: ids.german }],
      rows_b: [{ text: 'b', to: ids.other }],
      extra: { of: [ids.other, ids.german] },
      body: [...text('seen one'), ...promoted],
    }
    ids.seen = await create('posts', {
      ...item('seen one', toHidden),
      ...published,
      translationOf: ids.german,
    })
    await make(service, '/sections', { slug: 'part', title: 'Part', content: promoted })
    await make(service, '/widget-areas', { name: 'side', label: 'Side' })
    await make(service, '/widget-areas/side/widgets', { type: 'content', content: promoted })
    ids.toDraft = await create('posts', { ...item('seen two', { to_posts: ids.draft }), ...published })
    const changed = `${words.draft} change`
    const change = { data: { title: changed, body: text(changed) }, slug: `${words.draft}-change` }
    dataOf(await service.ask('PUT', `/content/posts/${ids.seen}`, { body: change }))
    for (const [collection, id] of [
      ['posts', ids.germanDraft],
      ['others', ids.otherDraft],
      ['posts', ids.draft],
    ])
      dataOf(
        await service.ask('POST', `/content/${collection}/${id}/schedule`, {
          body: { scheduledAt: '2099-01-02T00:00:00Z' },
        }),
      )
    dataOf(await service.ask('DELETE', `/content/posts/${ids.trash}`))
    const trashed = await create('posts', { ...item(`${words.german} three`), locale: 'de' })
    dataOf(await service.ask('DELETE', `/content/posts/${trashed}`))
    const revisionOf = async (collection: string, id: string): Promise<string> =>
      dataOf(await service.ask('GET', `/content/${collection}/${id}/revisions`)).items[0].id
    ids.otherRevision = await revisionOf('others', ids.other)
    ids.germanRevision = await revisionOf('posts', ids.german)
    ids.draftRevision = await revisionOf('posts', ids.seen)
    await make(service, '/menus', { name: 'main', label: 'Main' })
    for (const [referenceCollection, referenceId] of [
      ['others', ids.other],
      ['posts', ids.german],
      ['posts', ids.draft],
      ['posts', ids.seen],
    ])
      await make(service, '/menus/main/items', {
        label: 'There',
        type: 'item',
        referenceCollection,
        referenceId,
      })
    for (const [from, to] of [
      ['/old-one', `/others/en/${words.other}-one`],
      ['/old-two', `/posts/de/${words.german}-one`],
    ])
      dataOf(await service.ask('POST', '/redirects', { body: { from, to } }), 201)
    ids.set = (await make(service, '/change-sets', { name: words.draft })).id
    const staged = { data: { title: `${words.draft} in a set` }, changeSet: ids.set }
    dataOf(await service.ask('PUT', `/content/posts/${ids.seen}`, { body: staged }))
    const folder = { folder: words.draft, tags: [words.draft] }
    dataOf(await service.ask('PUT', `/media/${await image(words.draft)}`, { body: folder }))
    for (const kind of kindNames) {
      const { view, limits } = kinds[kind]
      tokens[kind] =
        view === 'site' ? await siteToken() : (await service.person(50, scopes, view, limits)).token
    }
  })
  afterAll(() => service.close())

  const seenIn = ({ text, headers }: Answer): string => `${text} ${headers['cache-tag'] ?? ''}`

  /** A failure repeats what was asked for. */
  function expectNothingHidden(kind: Kind, given: string, text: string): void {
    for (const word of [...kinds[kind].hidden, ...kinds[kind].ids.map((name) => ids[name] ?? '')])
      if (!given.includes(word)) expect(text, `${kind}: ${given}`).not.toContain(word)
  }

  const poolsOf = (): Pools => ({
    kind: kindNames,
    collection: ['posts', 'others'],
    slug: ['posts', 'others'],
    id: Object.values(ids),
    entryId: Object.values(ids),
    itemId: Object.values(ids),
    revisionId: [ids.otherRevision ?? '', ids.germanRevision ?? '', ids.draftRevision ?? ''],
    view: ['latest', 'live'],
    status: ['draft', 'published', 'scheduled', 'any'],
    include: [
      'terms',
      'authorId',
      'translationGroup',
      'to_rest',
      'to_rest.image',
      'to_posts,image',
      'to_posts.to_posts',
      'all_posts,rows_a.to',
    ],
    ids: [Object.values(ids).slice(0, 8).join(','), ids.other ?? '', ids.german ?? ''],
    fields: ['title', 'title,image'],
    count: ['true', 'false'],
    where: [
      '{"title":{"contains":"e"}}',
      '{"locale":"de"}',
      '{"rating":{"gte":4}}',
      '{"terms.topics":"clay"}',
      `{"to_rest":"${ids.other}"}`,
      `{"to_posts":{"exists":true}}`,
      `{"all_posts":{"exists":true}}`,
      '{"or":[{"locale":{"in":["de","en"]}},{"rating":5}]}',
    ],
    orderBy: ['title', 'createdAt', 'scheduledAt', 'rating', 'to_posts', 'to_rest'],
    order: ['asc', 'desc'],
    locale: ['en', 'de', '*'],
    fallback: ['en', 'de'],
    groupTranslations: ['true', 'false'],
    limit: ['1', '50'],
    q: [...Object.values(words), 'zebr', 'ander', 'seen', 'one'],
    hasPendingDraft: ['true', 'false'],
    collections: ['posts', 'others', 'posts,others'],
    from: ['2098-01-01T00:00:00Z', '2099-01-01T00:00:00Z'],
    to: ['2099-01-31T00:00:00Z'],
    taxonomy: ['topics'],
    term: ['clay'],
    name: ['main', 'topics', 'side'],
    section: ['Part of seen one', 'part', '1'],
    area: ['side'],
    format: ['markdown', 'blocks'],
    includeFields: ['true'],
    path: ['/old-one', '/old-two'],
    outline: ['true'],
    preview: ['true', 'x'],
    sourceMap: ['1'],
    changeSet: [ids.set ?? ''],
    state: ['draft', 'applied'],
    type: ['content.update', 'content.publish'],
    query: [...Object.values(words), 'seen', 'one'],
    folder: ['', words.draft],
    subfolders: ['true'],
    tag: [words.draft, 'shown'],
    withoutAlt: ['true'],
    unused: ['true', 'false'],
    usage: ['true', 'false'],
    h: ['200'],
    fit: ['cover'],
    crop: ['0,0,0.5,0.5'],
    item: Object.values(ids),
    since: ['2020-01-01T00:00:00Z'],
    until: ['2099-01-01T00:00:00Z'],
    mimeType: ['image/', 'image/png,video/'],
    w: ['320'],
    source: ['user'],
    search: ['a', 'one'],
    types: ['content.updated', 'content.created,content.deleted'],
    after: ['latest'],
  })

  it('has values for every parameter of every read', () => {
    // A cursor is made by an answer, and no token here may read what the others narrow.
    const others = ['cursor', 'userId', 'clientId', 'pluginId', 'analysisId', 'outcome', 'role', 'disabled']
    const ofAudit = ['tokenId', 'sessionId', 'action', 'targetType', 'targetId', 'interface']
    const pools = poolsOf()
    const missing = [...readParameters].filter((name) => pools[name] === undefined)
    expect(missing.toSorted()).toEqual([...others, ...ofAudit].toSorted())
  })

  it('finds nothing outside its limits by any read of the registry', async () => {
    for (const kind of kindNames)
      for (const path of plainReads(poolsOf())) expectNothingHidden(kind, path, seenIn(await ask(kind, path)))
  })

  const sendAs = (kind: Kind, method: string, params: object): Promise<Answer> => {
    const body = { jsonrpc: '2.0', id: 1, method, params }
    return send(service, body, { token: tokens[kind] ?? '', toolsets: 'all' })
  }

  it('finds nothing outside its limits by any other message of MCP', async () => {
    const params = {
      protocolVersion: '2025-11-25',
      capabilities: {},
      clientInfo: { name: 'x', version: '1' },
    }
    const { capabilities } = (await sendAs('of a site', 'initialize', params)).body.result
    expect(Object.keys(capabilities).toSorted()).toEqual(readCapabilities)
    // Slugs name resources as ids do.
    const slugs = [`${words.other}-one`, `${words.german}-one`, `${words.draft}-one`, 'gone', 'seen-one']
    const { id = [], ...pools } = poolsOf()
    for (const kind of kindNames) {
      let read = 0
      for (const { method, params: given } of messagesOf({ ...pools, id: [...id, ...slugs] })) {
        const { text, body } = await sendAs(kind, method, given)
        if (method === 'resources/read' && body.result !== undefined) read++
        expectNothingHidden(kind, JSON.stringify(given), text)
      }
      expect(read).toBeGreaterThan(1)
    }
  })

  it('finds nothing outside its limits by any read with any combination of parameters', async () => {
    const pools = poolsOf()
    let answered = 0
    await fc.assert(
      fc.asyncProperty(fc.constantFrom(...kindNames), randomReads(pools), async (kind, read) => {
        const token = tokens[kind] ?? ''
        let text: string
        if ('tool' in read) {
          text = JSON.stringify(await callTool(service, read.tool, read.input, { token }))
        } else {
          const answer = await ask(kind, read.path)
          expect(answer.status, read.path).toBeLessThan(500)
          if (answer.status === 200) answered++
          text = seenIn(answer)
        }
        const given = JSON.stringify(read)
        expectNothingHidden(kind, given, text)
      }),
      { numRuns: 1200 },
    )
    expect(answered).toBeGreaterThan(100)
  })

  it('finds nothing outside its limits in the stream of events', async () => {
    const origin = await service.server.listen({ host: '127.0.0.1', port: 0 })
    const readers: { kind: Kind; query: string; reader: EventReader }[] = []
    const queries = ['', '&types=content.published,content.updated', '&collections=posts,others']
    try {
      await awaitEvents(service)
      for (const kind of kindNames)
        for (const query of queries) {
          const { items } = dataOf(await ask(kind, `/events?limit=1000${query}`))
          const headers = { authorization: `Bearer ${tokens[kind] ?? ''}` }
          const url = `${origin}/_cms/api/events/stream?${query}`
          const reader = await EventReader.open(url, headers)
          readers.push({ kind, query, reader })
          await expect.poll(() => reader.events).toEqual(items)
        }
      for (const path of [`others/${ids.other}`, `posts/${ids.german}`, `posts/${ids.draft}`]) {
        dataOf(await service.ask('PUT', `/content/${path}`, { body: { data: { rating: 4 } } }))
        if (!path.includes(ids.draft ?? ''))
          dataOf(await service.ask('POST', `/content/${path}/publish`, { body: {} }))
      }
      const last = await create('posts', { data: { title: 'last of all' } })
      dataOf(await service.ask('POST', `/content/posts/${last}/publish`, { body: {} }))
      for (const { kind, query, reader } of readers) {
        await expect
          .poll(() => reader.events.at(-1))
          .toMatchObject({ type: 'content.published', itemId: last })
        expectNothingHidden(kind, query, JSON.stringify(reader.events))
      }
      for (const way of ['', '/permanent'])
        dataOf(await service.ask('DELETE', `/content/posts/${last}${way}`))
    } finally {
      for (const { reader } of readers) reader.close()
    }
  })

  const dataFor = async (kind: Kind | null, path = `/content/posts/${ids.seen}`) => {
    const answer = kind === null ? await service.ask('GET', path) : await ask(kind, path)
    return dataOf(answer).item
  }

  it.each<[kind: Kind, shown: readonly string[]]>([
    ['limited to a collection', ['all_posts', 'extra', 'rows_a', 'rows_b', 'to_posts']],
    ['limited to a locale', ['all_posts', 'all_rest', 'extra', 'rows_a', 'rows_b', 'to_rest']],
    ['limited to both, and live', ['all_posts', 'extra', 'rows_a', 'rows_b']],
  ])('shows an item %s no reference to what it does not see', async (kind, shown) => {
    const { data, translationOf, translationGroup } = await dataFor(kind)
    const fields = Object.keys(data).filter((slug) => /^(to|all|rows)_|extra/.test(slug))
    expect(fields.toSorted()).toEqual(shown)
    const { ids: names } = kinds[kind]
    const isGermanHidden = (names as readonly string[]).includes('german')
    expect(translationOf).toBe(isGermanHidden ? null : ids.german)
    expect(translationGroup).toBe(isGermanHidden ? ids.seen : ids.german)
    if (isGermanHidden) {
      expect(data.all_posts).toEqual([ids.draft])
      expect(data.rows_a).toEqual([expect.not.objectContaining({ to: expect.anything() })])
    }
    const promos = data.body.filter(({ _type }: { _type: string }) => _type === 'promo')
    if (promos.length > 0) expect(promos.map(({ id }: { id: string }) => id)).toContain(null)
  })

  it('filters and sorts by what a reference shows', async () => {
    const found = async (kind: Kind, where: object): Promise<string[]> => {
      const query = `where=${encodeURIComponent(JSON.stringify(where))}&limit=100`
      const { items } = dataOf(await ask(kind, `/content/posts?${query}`))
      return items.map(({ id }: { id: string }) => id)
    }
    for (const where of [
      { to_posts: ids.german },
      { to_posts: { in: [ids.german, ids.germanDraft] } },
      { all_posts: { contains: ids.german } },
    ])
      expect(await found('limited to a locale', where)).toEqual([])
    expect(await found('limited to a locale', { to_posts: { exists: true } })).toEqual([ids.toDraft])
    expect(await found('limited to a locale', { to_posts: { exists: false } })).toContain(ids.seen)
    expect(await found('limited to a locale', { to_posts: { ne: ids.german } })).toContain(ids.seen)
    expect(await found('limited to a locale', { all_posts: { exists: true } })).toEqual([ids.seen])
    expect(await found('limited to a collection', { to_posts: ids.german })).toEqual([ids.seen])
    const all = await found('limited to a collection', {})
    for (const [where, expected] of [
      [{ to_rest: ids.other }, []],
      [{ to_rest: { exists: true } }, []],
      [{ to_rest: { exists: false } }, all],
      [{ to_rest: { ne: ids.other } }, all],
      [{ all_rest: { contains: ids.other } }, []],
      [{ or: [{ to_rest: ids.other }, { title: 'seen one' }] }, []],
    ] as const)
      expect(await found('limited to a collection', where), JSON.stringify(where)).toEqual(expected)
    const included = await ask(
      'limited to a collection',
      '/content/posts?include=to_rest&fields=title,to_rest',
    )
    expect(dataOf(included).included.items).toEqual({})
    expect(included.text).not.toContain('to_rest')
    for (const [kind, query] of [
      ['limited to a locale', 'orderBy=to_posts'],
      ['limited to a collection', 'orderBy=to_rest'],
    ] as const) {
      const failed = await ask(kind, `/content/posts?${query}`)
      expect(outcome(failed), query).toBe('400 VALIDATION_ERROR')
      expect(failed.body.error?.details.issues, query).toEqual([
        { path: 'orderBy', message: expect.stringContaining('this token does not see all items') },
      ])
    }
  })

  it('names no collection or item outside its limits in any document about the service', async () => {
    const { token } = await service.person(50, [...readScopes, 'content:write'], 'latest', {
      collections: ['posts'],
    })
    const named = /content.others|(item|items) of .?others|"others/
    for (const path of ['/openapi.json', '/schema/types', '/schema/export', '/site', '/site-map']) {
      const { status, text } = await service.ask('GET', path, { token })
      expect(status, path).toBeLessThan(500)
      expect(text, path).not.toMatch(named)
    }
    const calls = ['tools/list', 'prompts/list', 'resources/list', 'resources/templates/list']
    for (const method of calls) {
      const { text } = await service.ask('POST', '/mcp?toolsets=all', {
        token,
        body: { jsonrpc: '2.0', id: 1, method },
      })
      expect(text, method).not.toMatch(named)
    }
  })

  it('keeps references that it does not see through every write', async () => {
    const { data: given } = await dataFor(null)
    const references = Object.fromEntries(Object.entries(given).filter(([slug]) => /_|extra/.test(slug)))
    const id = await create('posts', { data: { title: 'kept', ...references }, status: 'published' })
    const path = `/content/posts/${id}`
    const stored = async () => {
      const { data } = await dataFor(null, path)
      return Object.fromEntries(
        ['to_posts', 'to_rest', 'all_posts', 'all_rest', 'rows_a', 'rows_b', 'extra'].map((slug) => [
          slug,
          data[slug],
        ]),
      )
    }
    const before = await stored()
    for (const kind of ['limited to a collection', 'limited to a locale'] as const) {
      const own = await dataFor(kind, path)
      const empty = { to_posts: null, ...own.data }
      dataOf(await ask(kind, path, { data: { ...empty, rating: 6 } }, 'PUT'))
      expect(await stored()).toEqual(before)
      dataOf(await ask(kind, `${path}/publish`, {}))
      expect(await stored()).toEqual(before)
      dataOf(await ask(kind, path, { data: { rating: 7 } }, 'PUT'))
      dataOf(await ask(kind, `${path}/discard-draft`, {}))
      const { items } = dataOf(await ask(kind, `${path}/revisions`))
      dataOf(await ask(kind, `/revisions/${items[0].id}/restore`, {}))
      dataOf(await ask(kind, `${path}/publish`, {}))
      expect(await stored()).toEqual(before)
      const copy = dataOf(await ask(kind, `${path}/duplicate`, {}), 201).item
      expect((await dataFor(null, `/content/posts/${copy.id}`)).data).toMatchObject(before)
      dataOf(await service.ask('DELETE', `/content/posts/${copy.id}`))
      dataOf(await service.ask('DELETE', `/content/posts/${copy.id}/permanent`))
      for (const data of [{ to_rest: ids.other }, { all_rest: [ids.other] }, { to_posts: ids.german }])
        if (kind === 'limited to a locale' ? 'to_posts' in data : !('to_posts' in data))
          expectFailure(await ask(kind, path, { data }, 'PUT'), '400 VALIDATION_ERROR')
      const changedRows = { data: { rows_a: [{ text: 'other' }], extra: 1 } }
      const refused = await ask(kind, path, changedRows, 'PUT')
      expectFailure(refused, '400 VALIDATION_ERROR')
      expect(refused.text).toContain('data.extra')
    }
    const more = { data: { all_posts: [ids.toDraft] } }
    dataOf(await ask('limited to a locale', path, more, 'PUT'))
    expect((await stored()).all_posts).toEqual([ids.toDraft, ids.german])
    dataOf(await service.ask('DELETE', path))
    dataOf(await service.ask('DELETE', `${path}/permanent`))
  })

  it('does not see that there was an item, after it is deleted for good', async () => {
    const german = { data: { title: 'short' }, status: 'published', locale: 'de' }
    const gone = await create('posts', german)
    const rows_a = [{ text: 'row', to: gone }]
    const data = { title: 'refers', to_posts: gone, all_posts: [gone, ids.draft], rows_a }
    const id = await create('posts', { data, status: 'published' })
    for (const path of [`/content/posts/${gone}`, `/content/posts/${gone}/permanent`])
      dataOf(await service.ask('DELETE', path))
    expect((await dataFor(null, `/content/posts/${id}`)).data).toMatchObject({ to_posts: gone })
    const kind = 'limited to a locale'
    const own = await ask(kind, `/content/posts/${id}`)
    expect(own.text).not.toContain(gone)
    expect(dataOf(own).item.data.all_posts).toEqual([ids.draft])
    const found = async (where: object): Promise<number> => {
      const given = encodeURIComponent(JSON.stringify({ id, ...where }))
      return dataOf(await ask(kind, `/content/posts?where=${given}`)).items.length
    }
    expect(await found({})).toBe(1)
    expect(await found({ to_posts: { exists: true } })).toBe(0)
    expect(await found({ to_posts: { exists: false } })).toBe(1)
    expect(await found({ to_posts: gone })).toBe(0)
    // What it writes back stays what it was, as while the item was there.
    dataOf(await ask(kind, `/content/posts/${id}`, { data: dataOf(own).item.data }, 'PUT'))
    expect((await dataFor(null, `/content/posts/${id}`)).data).toMatchObject({ to_posts: gone, rows_a })
    dataOf(await ask(kind, `/content/posts/${id}`, { data: { all_posts: [ids.toDraft] } }, 'PUT'))
    expect((await dataFor(null, `/content/posts/${id}`)).data.all_posts).toEqual([ids.toDraft, gone])
    const refused = await ask(kind, `/content/posts/${id}`, { data: { rows_a: [{ text: 'own' }] } }, 'PUT')
    expectFailure(refused, '400 VALIDATION_ERROR')
    dataOf(await service.ask('DELETE', `/content/posts/${id}`))
    dataOf(await service.ask('DELETE', `/content/posts/${id}/permanent`))
  })

  const form = ({ text }: Answer): string => text.replaceAll(/[0-9A-Z]{26}|20\d\d-[\dT:.]+Z/g, '·')

  it('sees the id of no item in a text or in JSON that it did not see, after it is deleted for good', async () => {
    const german = { data: { title: 'short' }, status: 'published', locale: 'de' }
    const gone = await create('posts', german)
    const kind = 'limited to a locale'
    const promo = { _type: 'promo', id: gone, to: `item:${gone}` }
    const data = { title: 'names', extra: { of: [gone, ids.draft], at: `see ${gone}` }, body: [promo] }
    const id = await create('posts', { data, status: 'published' })
    dataOf(await service.ask('PUT', `/content/posts/${id}`, { body: { data: { rating: 1 } } }))
    const reads = [
      `/content/posts/${id}`,
      `/content/posts/${id}?view=live&format=markdown`,
      `/content/posts?ids=${id}`,
      `/content/posts/${id}/revisions`,
      `/content/posts/${id}/compare`,
    ]
    const answers = () => Promise.all(reads.map(async (path) => form(await ask(kind, path))))
    const overMcp = () =>
      callTool(service, 'content_get', { collection: 'posts', id }, { token: tokens[kind] ?? '' })
    const before = [await answers(), JSON.stringify(await overMcp())]
    for (const path of [`/content/posts/${gone}`, `/content/posts/${gone}/permanent`])
      dataOf(await service.ask('DELETE', path))
    // As a process that has not read the item while it existed.
    for (const placeCache of [service.services.placeCache, new PlaceCache()]) {
      Object.assign(service.services, { placeCache })
      expect([await answers(), JSON.stringify(await overMcp())]).toEqual(before)
      expect((await ask(kind, reads[0] ?? '')).text).not.toContain(gone)
      const refused = await ask(kind, `/content/posts/${id}`, { data: { extra: 1 } }, 'PUT')
      expectFailure(refused, '400 VALIDATION_ERROR')
    }
    expect(dataOf(await ask('limited to a collection', reads[0] ?? '')).item.data.extra.of).toContain(gone)
    dataOf(await service.ask('DELETE', `/content/posts/${id}`))
    dataOf(await service.ask('DELETE', `/content/posts/${id}/permanent`))
  })

  it('sees a collection that is deleted as one that it did not see', async () => {
    const item = { slug: 'label', label: 'Label', type: 'string' }
    await makeCollection(service, 'brief', { supports: ['drafts'], fields: [item] })
    const reference = { label: 'Brief', type: 'reference', options: { collection: 'brief' } }
    await make(service, '/schema/collections/posts/fields', { slug: 'to_brief', ...reference })
    const target = await create('brief', { data: { label: 'x' } })
    const data = { title: 'leads', to_brief: target, extra: [target] }
    const id = await create('posts', { data, status: 'published' })
    const kind = 'limited to a collection'
    const reads = [
      '/schema/collections/posts/fields',
      '/schema/types',
      `/content/posts/${id}`,
      `/content/posts/${id}?include=to_brief`,
      `/content/posts?ids=${id}&include=to_brief.any`,
      `/content/posts?where[to_brief]=${target}`,
      '/content/posts?where[to_brief][exists]=true',
      '/content/posts?where[title]=leads&where[to_brief][ne]=01ARZ3NDEKTSV4RRFFQ69G5FAV',
      '/content/posts?orderBy=to_brief',
      '/content/brief',
    ]
    const answers = async () => [
      ...(await Promise.all(reads.map(async (path) => form(await ask(kind, path))))),
      form(await ask(kind, `/content/posts/${id}`, { data: { to_brief: target } }, 'PUT')),
    ]
    const before = await answers()
    dataOf(await service.ask('DELETE', '/schema/collections/brief?force=true'))
    for (const placeCache of [service.services.placeCache, new PlaceCache()]) {
      Object.assign(service.services, { placeCache })
      expect(await answers()).toEqual(before)
    }
    dataOf(await service.ask('DELETE', `/content/posts/${id}`))
    dataOf(await service.ask('DELETE', `/content/posts/${id}/permanent`))
    dataOf(await service.ask('DELETE', '/schema/collections/posts/fields/to_brief'))
  })

  it('is refused every change, and every dry run of one, with a token of a site', async () => {
    const dryRun = { dryRun: 'true' }
    const writes = operationList.flatMap((operation) => {
      const { effect, rest, permission } = operation
      if (rest === undefined || effect === 'read' || permission === 'public') return []
      return [{ operation, rest, controls: controlsOf(operation) }]
    })
    const tried = fc.constantFrom(...writes).chain(({ rest, controls }) =>
      fc.record({
        rest: fc.constant(rest),
        id: fc.constantFrom(...Object.values(ids)),
        query: fc.constantFrom({}, controls.includes('dryRun') ? dryRun : {}),
      }),
    )
    await fc.assert(
      fc.asyncProperty(tried, async ({ rest, id, query }) => {
        const names: Record<string, string> = {
          collection: 'posts',
          slug: 'posts',
          taxonomy: 'topics',
          name: 'main',
        }
        const path = rest.path.replaceAll(/:(\w+)/g, (_, name: string) => names[name] ?? id)
        const body = { data: { title: 'x' }, edits: [], termIds: [] }
        const hasBody = rest.method !== 'DELETE' && rest.method !== 'GET'
        const asked = `${path}?${new URLSearchParams(query).toString()}`
        const answer = await ask('of a site', asked, hasBody ? body : undefined, rest.method)
        expect(answer.status, asked).toBeGreaterThanOrEqual(400)
        expect(answer.status, asked).toBeLessThan(500)
        for (const word of kinds['of a site'].hidden) expect(answer.text, asked).not.toContain(word)
      }),
      { numRuns: 300 },
    )
  })

  it.each<[what: string, kind: Kind, paths: (own: typeof ids) => readonly [string, string]]>([
    [
      'an item of another collection',
      'limited to a collection',
      ({ other }) => [`/content/others/${other}`, '/content/nothing/x'],
    ],
    [
      'a list of another collection',
      'limited to a collection',
      () => ['/content/others', '/content/nothing'],
    ],
    [
      'another collection',
      'limited to a collection',
      () => ['/schema/collections/others', '/schema/collections/nothing'],
    ],
    [
      'an item of another locale',
      'limited to a locale',
      ({ german }) => [`/content/posts/${german}`, '/content/posts/01ARZ3NDEKTSV4RRFFQ69G5FAV'],
    ],
    [
      'a slug of another locale',
      'limited to a locale',
      () => [`/content/posts/${words.german}-one`, '/content/posts/nothing'],
    ],
    [
      'a revision of another collection',
      'limited to a collection',
      ({ otherRevision }) => [`/revisions/${otherRevision}`, '/revisions/01ARZ3NDEKTSV4RRFFQ69G5FAV'],
    ],
    [
      'a revision of another locale',
      'limited to a locale',
      ({ germanRevision }) => [`/revisions/${germanRevision}`, '/revisions/01ARZ3NDEKTSV4RRFFQ69G5FAV'],
    ],
    [
      'a redirect to another collection',
      'limited to a collection',
      () => ['/redirects/resolve?path=/old-one', '/redirects/resolve?path=/old-none'],
    ],
    [
      'a search in another collection',
      'limited to a collection',
      () => ['/search?q=one&collections=others', '/search?q=one&collections=nothing'],
    ],
    ['another locale', 'limited to a locale', () => ['/content/posts?locale=de', '/content/posts?locale=fr']],
  ])('answers %s like an unknown one', async (_, kind, paths) => {
    const [hidden, unknown] = paths(ids)
    const plain = ({ status, body }: Answer): unknown => [
      status,
      JSON.stringify(body.error).replaceAll(
        /others|nothing|anders-one|old-one|old-none|\\"(de|fr)\\"|[0-9A-Z]{26}/g,
        '·',
      ),
    ]
    expect(plain(await ask(kind, hidden))).toEqual(plain(await ask(kind, unknown)))
    expect((await ask(kind, hidden)).status).toBeGreaterThanOrEqual(400)
  })

  it('counts only what it sees', async () => {
    const counted = async (kind: Kind | null): Promise<unknown[]> => {
      const get = async (path: string) =>
        dataOf(kind === null ? await service.ask('GET', path) : await ask(kind, path))
      const terms = await get('/taxonomies/topics/terms')
      const overview = await get('/overview').catch(() => ({ totals: [] }))
      return [terms.items[0].count, (await get('/content/posts?count=true')).total, overview.totals.length]
    }
    expect(await counted(null)).toEqual([4, 5, 2])
    expect(await counted('limited to a collection')).toEqual([3, 5, 1])
    expect(await counted('limited to a locale')).toEqual([3, 3, 2])
  })

  it('sees only the media that live content in its limits uses, where it is live', async () => {
    const { items } = dataOf(await ask('limited to both, and live', '/media'))
    expect(items.map(({ id }: { id: string }) => id)).toEqual([ids.image])
  })

  it.each<
    [what: string, kind: Kind, call: () => [method: string, path: string, body?: object], failure: string]
  >([
    [
      'creates in another collection',
      'limited to a collection',
      () => ['POST', '/content/others', { data: {} }],
      '404 NOT_FOUND',
    ],
    [
      'creates in another locale',
      'limited to a locale',
      () => ['POST', '/content/posts', { data: {}, locale: 'de' }],
      '400 VALIDATION_ERROR',
    ],
    [
      'changes another collection',
      'limited to a collection',
      () => ['PUT', `/content/others/${ids.other}`, { data: { title: 'x' } }],
      '404 NOT_FOUND',
    ],
    [
      'changes another locale',
      'limited to a locale',
      () => ['PUT', `/content/posts/${ids.german}`, { data: { title: 'x' } }],
      '404 NOT_FOUND',
    ],
    [
      'publishes in another locale',
      'limited to a locale',
      () => ['POST', `/content/posts/${ids.germanDraft}/publish`, {}],
      '404 NOT_FOUND',
    ],
    [
      'deletes in another locale',
      'limited to a locale',
      () => ['DELETE', `/content/posts/${ids.german}`],
      '404 NOT_FOUND',
    ],
    [
      'restores a revision of another locale',
      'limited to a locale',
      () => ['POST', `/revisions/${ids.germanRevision}/restore`, {}],
      '404 NOT_FOUND',
    ],
    [
      'refers to another locale',
      'limited to a locale',
      () => ['POST', '/content/posts', { data: { to_posts: ids.german } }],
      '400 VALIDATION_ERROR',
    ],
    ['changes a menu', 'limited to a collection', () => ['DELETE', '/menus/main'], '403 FORBIDDEN'],
    ['changes a taxonomy', 'limited to a locale', () => ['DELETE', '/taxonomies/topics'], '403 FORBIDDEN'],
    [
      'deletes media of others',
      'limited to a collection',
      () => ['DELETE', `/media/${ids.image}`],
      '403 FORBIDDEN',
    ],
  ])('never %s', async (_, kind, call, failure) => {
    const [method, path, body] = call()
    expect(outcome(await ask(kind, path, body, method))).toBe(failure)
  })

  it('writes within its limits', async () => {
    const body = { data: { title: 'own' } }
    const { id, locale } = dataOf(await ask('limited to a locale', '/content/posts', body), 201).item
    expect(locale).toBe('en')
    const path = `/content/posts/${id}`
    const changed = dataOf(await ask('limited to a locale', path, { data: { title: 'mine' } }, 'PUT'))
    expect(changed.item.data.title).toBe('mine')
    dataOf(await ask('limited to a locale', `${path}/publish`, {}))
    dataOf(await ask('limited to a collection', path, undefined, 'DELETE'))
    dataOf(await ask('limited to a collection', `${path}/restore`, {}))
    dataOf(await ask('limited to a collection', path, undefined, 'DELETE'))
    dataOf(await ask('limited to a locale', `${path}/permanent`, undefined, 'DELETE'))
  })

  it('knows people by their ids, and cannot search for them', async () => {
    const { authorId } = dataOf(await service.ask('GET', `/content/posts/${ids.seen}`)).item
    for (const kind of ['limited to a collection', 'limited to a locale'] as const) {
      expect((await ask(kind, `/users/names?ids=${authorId}`)).status).toBe(200)
      expect(outcome(await ask(kind, '/users/names?search=a'))).toBe('403 FORBIDDEN')
    }
  })

  it('learns nothing of the hidden items that broken references lead to', async () => {
    const target = await create('posts', { data: { title: 'ungesehen' }, locale: 'de' })
    const source = await create('posts', { data: { title: 'leads', to_posts: target }, status: 'published' })
    const path = '/references?collection=posts'
    expect((await service.ask('GET', path)).text).toContain(target)
    const limited = await ask('limited to a locale', path)
    expect([limited.status, limited.text.includes(target)]).toEqual([200, false])
    for (const id of [source, target])
      for (const way of ['', '/permanent']) dataOf(await service.ask('DELETE', `/content/posts/${id}${way}`))
  })

  it('gets events within its limits, without a hint how many others there are', async () => {
    for (const kind of kindNames) {
      const { items, nextCursor } = dataOf(await ask(kind, '/events?limit=1000'))
      const { collections, locales } = { collections: null, locales: null, ...kinds[kind].limits }
      for (const event of items) {
        if (collections !== null) expect([null, ...collections]).toContain(event.collection)
        if (locales !== null) expect([null, ...locales]).toContain(event.locale)
      }
      // A plain one counts the events.
      expect(nextCursor.length).toBeGreaterThan(60)
    }
  })

  it.each([
    ['a collection that there is not', { collections: ['psots'] }, 'there is no collection "psots"'],
    ['a locale that there is not', { locales: ['fr'] }, 'there is no locale "fr"'],
    ['no collection', { collections: [] }, 'must have 1 to'],
    ['a scope for the whole site', { collections: ['posts'], scopes: ['admin'] }, 'cannot hold "admin"'],
  ])('is not made with %s', async (_, more, mention) => {
    const body = { name: 'x', scopes: ['content:read'], ...more }
    const answer = await askAsAdmin(service, 'POST', '/admin/api-tokens', body)
    expectFailure(answer, '400 VALIDATION_ERROR')
    expect(answer.text).toContain(mention.replaceAll('"', '\\"'))
  })

  it('is listed and recorded with its limits', async () => {
    const limits = { collections: ['posts'], locales: ['en'] }
    const body = { name: 'bound', scopes: ['content:read'], ...limits }
    const { item } = dataOf(await askAsAdmin(service, 'POST', '/admin/api-tokens', body), 201)
    expect(item).toMatchObject(limits)
    const { items } = dataOf(await service.ask('GET', '/admin/audit?limit=1'))
    expect(items[0].changes ?? items[0]).toBeDefined()
    expect(JSON.stringify(items[0])).toContain('"collections":["posts"]')
  })

  it('belongs to no person where it is of a site, and reads what is published with the names of authors', async () => {
    const path = `/content/posts/${ids.seen}?view=latest&include=authorId`
    const { item, included } = dataOf(await ask('of a site', path))
    expect(item.data.title).toBe('seen one')
    expect(Object.values(included.authors)).toEqual([expect.objectContaining({ name: expect.any(String) })])
    expect(outcome(await ask('of a site', `/content/posts/${ids.draft}`))).toBe('404 NOT_FOUND')
    expect(outcome(await ask('of a site', '/auth/me'))).toBe('401 UNAUTHORIZED')
    expect(outcome(await ask('of a site', '/content/posts', { data: {} }))).toBe('403 FORBIDDEN')
    expect(outcome(await ask('of a site', '/overview'))).toBe('403 FORBIDDEN')
  })

  it('ends when it is revoked, and is in the list of tokens for sites until then', async () => {
    const token = await siteToken({ collections: ['posts'] })
    const caller = serviceCaller('cli')
    const list = async () => {
      const made = await invoke(service.services, {
        operation: operations.tokens.listOfSite,
        caller,
        input: {},
      })
      return (made as { items: { id: string; collections: string[] | null }[] }).items
    }
    const use = async () => outcome(await service.ask('GET', '/content/posts', { token }))
    expect(await use()).toBe('200')
    const [newest] = await list()
    expect(newest?.collections).toEqual(['posts'])
    const input = { id: newest?.id }
    await invoke(service.services, { operation: operations.tokens.revokeOfSite, caller, input })
    expect(await use()).toBe('401 UNAUTHORIZED')
    expect(await list()).not.toContainEqual(newest)
    await expect(
      invoke(service.services, { operation: operations.tokens.revokeOfSite, caller, input }),
    ).rejects.toThrow('The token')
  })
})
