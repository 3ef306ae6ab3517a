// @module-tag long
import { operations } from '@octavo/contract/operations/registry'
import { serviceCaller } from '@octavo/server/core/caller'
import { invoke } from '@octavo/server/core/invoke'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { dataOf } from '../setup/answers.ts'
import { makeCollection } from '../setup/content.ts'
import type { Any } from '../setup/json.ts'
import { askTwice, withoutRequestId } from '../setup/cached-lists.ts'
import { picture, uploaded } from '../setup/media.ts'
import { patience } from '../setup/patience.ts'
import { make } from '../setup/site.ts'
import { type Answer, engines, startService, type TestService } from '../setup/service.ts'

const env = { OCTAVO_LOCALES: 'en,de', OCTAVO_RATE_LIMIT_PUBLIC: '1000000' }

describe.each(engines)('ETags for sites, after one change, on %s', (engine) => {
  let service: TestService
  let moved: TestService
  const ids: Record<string, string> = {}
  const readers: Record<string, string | null> = {}

  const asEditor = (method: string, path: string, body?: object): Promise<Answer> =>
    service.ask(method, path, { ...(body && { body }) })
  const publish = async (collection: string, data: object, more: object = {}): Promise<string> => {
    const body = { data, status: 'published', ...more }
    return dataOf(await asEditor('POST', `/content/${collection}`, body), 201).item.id
  }
  const reference = (collection: string, to: string) =>
    make(service, `/schema/collections/${collection}/fields`, {
      ...{ slug: `to_${to}`, label: to, type: 'reference', options: { collection: to } },
    })

  beforeAll(async () => {
    service = await startService(engine, { env })
    for (const slug of ['posts', 'pages', 'secrets'])
      await makeCollection(service, slug, {
        supports: ['drafts', 'revisions', 'search'],
        fields: [
          { slug: 'title', type: 'string', searchable: true },
          { slug: 'text', type: 'portableText' },
          { slug: 'image', type: 'image' },
        ],
      })
    for (const [from, to] of [
      ['posts', 'pages'],
      ['posts', 'secrets'],
      ['pages', 'posts'],
    ] as const)
      await reference(from, to)
    for (const slug of ['posts', 'pages']) {
      const settings = { publicRead: true, urlPattern: `/${slug}/{slug}` }
      dataOf(await asEditor('PATCH', `/schema/collections/${slug}`, settings))
    }
    for (const [name, collection] of [
      ['topics', 'posts'],
      ['plans', 'secrets'],
    ]) {
      await make(service, '/taxonomies', { name, label: name, collections: [collection] })
      ids[`${name} term`] = (await make(service, `/taxonomies/${name}/terms`, { label: 'Clay' })).id
    }
    for (const name of ['shown', 'written', 'cover', 'hidden', 'unused'])
      ids[name] = (await uploaded(service, { filename: `${name}.png`, content: await picture() })).id
    // Made in the background, a placeholder would change answers between two reads.
    service.clock.forward(60_000)
    const placeholderOf = async (id = ''): Promise<unknown> =>
      dataOf(await asEditor('GET', `/media/${id}`)).item.placeholder
    for (const name of ['shown', 'written', 'cover', 'hidden', 'unused'])
      await vi.waitUntil(async () => (await placeholderOf(ids[name])) !== null, { timeout: patience })
    ids['draft'] = (await make(service, '/content/pages', { data: { title: 'Draft' }, slug: 'draft' })).id
    ids['secret'] = await publish('secrets', { title: 'Secret', image: { id: ids['hidden'] } })
    ids['far'] = await publish('pages', { title: 'Far' }, { slug: 'far' })
    ids['page'] = await publish('pages', { title: 'Page', image: { id: ids['cover'] } }, { slug: 'page' })
    ids['post'] = await publish(
      'posts',
      {
        title: 'Post',
        image: { id: ids['shown'] },
        text: [
          { _type: 'block', children: [{ _type: 'span', text: 'word' }] },
          { _type: 'image', id: ids['written'] },
        ],
        to_pages: ids['page'],
        to_secrets: ids['secret'],
      },
      { slug: 'post', terms: { topics: [ids['topics term']] } },
    )
    ids['authorId'] = dataOf(await asEditor('GET', `/content/posts/${ids['post']}`)).item.authorId
    ids['other person'] = (await service.person(30, ['content:read'])).userId
    const other = await service.person(40, ['content:read', 'content:write'])
    ids['other author'] = other.userId
    for (const [collection, status] of [
      ['posts', 'published'],
      ['posts', 'draft'],
      ['pages', 'published'],
      ['secrets', 'published'],
    ]) {
      const body = { data: { title: 'Zeta' }, status }
      dataOf(await service.ask('POST', `/content/${collection}`, { body, token: other.token }), 201)
    }
    await make(service, '/menus', { name: 'main', label: 'Main' })
    const entry = { label: 'Page', type: 'item', referenceCollection: 'pages', referenceId: ids['page'] }
    ids['entry'] = (await make(service, '/menus/main/items', entry)).id
    const caller = serviceCaller('cli')
    const operation = operations.tokens.createForSite
    readers['site'] = (
      (await invoke(service.services, { operation, caller, input: { name: 'web' } })) as Any
    ).token
    const limits = { collections: ['posts', 'pages'], locales: ['en'] }
    readers['limited'] = (await service.person(50, ['content:read', 'media:read'], 'live', limits)).token
    readers['visitor'] = null
    const { dataDir, databaseUrl } = service.services.config
    moved = await startService(engine, {
      isEmpty: true,
      env: {
        ...env,
        OCTAVO_DATA_DIR: dataDir,
        ...(databaseUrl !== null && { OCTAVO_DATABASE_URL: databaseUrl }),
        OCTAVO_BASE_URL: 'https://cms.example.com',
      },
    })
  })
  afterAll(async () => {
    await moved?.close()
    await service?.close()
  })

  /** Reads in which something of each kind is shown, by names for the rows below. */
  const reads = (): Readonly<Record<string, string>> => ({
    list: '/content/posts?locale=en',
    'list of references': '/content/posts?include=to_pages,to_secrets',
    'list with all': '/content/posts?include=terms,authorId,to_pages.image&locale=*&count=true',
    'list by term': '/content/posts?where[terms.topics]=clay&include=terms&fields=title,url',
    'page with authors': '/content/posts?include=authorId&orderBy=title&order=asc&limit=1',
    'list of ids': `/content/posts?ids=${ids['post']}&include=authorId`,
    'list of pages': '/content/pages?locale=en',
    'list in Markdown': '/content/posts?format=markdown',
    item: `/content/posts/${ids['post']}`,
    'item with references': `/content/posts/${ids['post']}?include=to_pages,to_secrets`,
    'item with terms': `/content/posts/${ids['post']}?include=terms`,
    'item with author': `/content/posts/${ids['post']}?include=authorId`,
    'item by slug': '/content/posts/post?locale=en&include=to_pages.image',
    page: `/content/pages/${ids['page']}`,
    menu: '/menus/main',
    menus: '/menus',
    site: '/site',
    map: '/site-map',
    terms: '/taxonomies/topics/terms',
    search: '/search?q=post',
    suggestions: '/search/suggest?q=pos',
    settings: '/settings',
  })

  interface State {
    readonly status: number
    readonly text: string
    readonly tag: string | undefined
  }
  const statesBy = async (asked: TestService): Promise<Map<string, State>> => {
    const states = new Map<string, State>()
    for (const [reader, token] of Object.entries(readers))
      for (const [name, path] of Object.entries(reads())) {
        const answer = await askTwice(asked, path, { token })
        const { status, headers } = answer
        states.set(`${reader}: ${name}`, { status, text: withoutRequestId(answer), tag: headers['etag'] })
      }
    return states
  }

  /** The reads whose answers have changed. Each of them has a new ETag, and the old one is answered with the new text. */
  const changedReads = async (before: Map<string, State>, asked = service): Promise<Set<string>> => {
    const changed = new Set<string>()
    const after = await statesBy(asked)
    for (const [key, now] of after) {
      const old = before.get(key)
      const [reader = '', name = ''] = key.split(': ')
      if (old === undefined || old.text === now.text) continue
      changed.add(name)
      if (old.tag === undefined) continue
      expect(now.tag, key).not.toBe(old.tag)
      const again = await asked.ask('GET', reads()[name] ?? '', {
        token: readers[reader] ?? null,
        headers: { 'if-none-match': old.tag },
      })
      expect(again.status, key).toBe(now.status)
    }
    return changed
  }

  const inPosts = ['list with all', 'list of references', 'item with references', 'item by slug']
  const withImages = ['list', 'list with all', 'list of ids', 'list in Markdown', 'item', 'item by slug']
  const seen: readonly [string, () => Promise<Answer>, readonly string[]][] = [
    [
      'the name of an author',
      () => asEditor('PATCH', `/admin/users/${ids['authorId']}`, { name: 'Another' }),
      ['list with all', 'page with authors', 'list of ids', 'item with author'],
    ],
    [
      'that of the author of an item on another page',
      () => asEditor('PATCH', `/admin/users/${ids['other author']}`, { name: 'Elsewhere' }),
      ['list with all'],
    ],
    [
      'the slug of an included item',
      () => asEditor('PUT', `/content/pages/${ids['page']}`, { slug: 'moved', status: 'published' }),
      [...inPosts, 'list of pages', 'page', 'menu', 'map'],
    ],
    [
      'the title of an included item',
      () => asEditor('PUT', `/content/pages/${ids['page']}`, { data: { title: 'B' }, status: 'published' }),
      [...inPosts, 'list of pages', 'page', 'map'],
    ],
    [
      'the end of an included item',
      () => asEditor('POST', `/content/pages/${ids['page']}/unpublish`, {}),
      [...inPosts, 'list of pages', 'page', 'menu', 'map'],
    ],
    [
      'its publication',
      () => asEditor('POST', `/content/pages/${ids['page']}/publish`, {}),
      [...inPosts, 'list of pages', 'page', 'menu', 'map'],
    ],
    [
      'the target of a menu entry',
      () =>
        asEditor('PUT', `/menus/main/items/${ids['entry']}`, {
          ...{ type: 'item', referenceCollection: 'pages', referenceId: ids['far'] },
        }),
      ['menu'],
    ],
    [
      'the slug of this target',
      () => asEditor('PUT', `/content/pages/${ids['far']}`, { slug: 'further', status: 'published' }),
      ['menu', 'list of pages', 'map'],
    ],
    [
      'the name of a menu',
      () => asEditor('PUT', '/menus/main', { label: 'First' }),
      ['menu', 'menus', 'site'],
    ],
    [
      'the alternative text of an image field',
      () => asEditor('PUT', `/media/${ids['shown']}`, { alt: 'One' }),
      withImages,
    ],
    [
      'that of an image in rich text',
      () => asEditor('PUT', `/media/${ids['written']}`, { alt: 'Two' }),
      withImages,
    ],
    [
      'that of an image of an included item',
      () => asEditor('PUT', `/media/${ids['cover']}`, { alt: 'Three' }),
      ['list with all', 'item by slug', 'page', 'list of pages'],
    ],
    [
      'the focal point of an image',
      () => asEditor('PUT', `/media/${ids['shown']}`, { focalPoint: { x: 0.1, y: 0.9 } }),
      withImages,
    ],
    ['a public setting', () => asEditor('POST', '/settings', { tagline: 'New' }), ['site']],
    [
      'the address of the site',
      () => asEditor('POST', '/settings', { siteUrl: 'https://example.com' }),
      [...withImages, ...inPosts, 'list by term', 'list of pages', 'page', 'menu', 'map', 'search', 'site'],
    ],
    [
      'the name of a term',
      () => asEditor('PUT', '/taxonomies/topics/terms/clay', { label: 'Loam' }),
      ['list with all', 'list by term', 'item with terms', 'terms'],
    ],
    [
      'the pattern of addresses of included items',
      () => asEditor('PATCH', '/schema/collections/pages', { urlPattern: '/p/{slug}' }),
      [...inPosts, 'list of pages', 'page', 'menu', 'map', 'site'],
    ],
    [
      'the pattern of addresses of listed items',
      () => asEditor('PATCH', '/schema/collections/posts', { urlPattern: '/b/{slug}' }),
      [...withImages, ...inPosts, 'list by term', 'map', 'search', 'suggestions', 'site'],
    ],
    [
      'the name of a collection',
      () => asEditor('PATCH', '/schema/collections/posts', { label: 'Articles' }),
      ['site'],
    ],
  ]

  it('are new wherever the answer is', async () => {
    let before = await statesBy(service)
    for (const [key, { status, tag }] of before)
      if (!/: settings$|visitor: (menus?|terms)$/.test(key))
        expect([status, tag], key).toEqual([200, expect.any(String)])
    for (const [what, act, expected] of seen) {
      service.clock.forward(1000)
      const answer = await act()
      expect(answer.status, `${what}: ${answer.text}`).toBeLessThan(300)
      const changed = await changedReads(before)
      for (const name of expected) expect([...changed], what).toContain(name)
      before = await statesBy(service)
    }
  })

  it('are new with a new base URL, which the addresses of files begin with', async () => {
    // Processes look for changes of the content model once a second.
    const modelOf = async (asked: TestService): Promise<unknown> =>
      dataOf(await asked.ask('GET', '/site', { token: readers['site'] ?? null }))
    const model = await modelOf(service)
    await expect.poll(() => modelOf(moved), { timeout: patience }).toEqual(model)
    const changed = await changedReads(await statesBy(service), moved)
    for (const name of [...withImages, 'page', 'list of pages']) expect([...changed]).toContain(name)
    expect(
      (await moved.ask('GET', reads()['item'] ?? '', { token: readers['site'] ?? null })).text,
    ).toContain('https://cms.example.com/')
  })

  it('stay the same, as the answers do, where the reader may not see the change', async () => {
    const hidden: readonly [string, () => Promise<Answer>, (key: string) => boolean][] = [
      [
        'the name of a person without items',
        () => asEditor('PATCH', `/admin/users/${ids['other person']}`, { name: 'Nobody' }),
        () => true,
      ],
      [
        'the name of the author of other items: on another page, included, drafts and of a closed collection',
        () => asEditor('PATCH', `/admin/users/${ids['other author']}`, { name: 'Unseen' }),
        (key) => !key.endsWith('list with all'),
      ],
      ['a draft', () => asEditor('PUT', `/content/pages/${ids['draft']}`, { slug: 'renamed' }), () => true],
      [
        'a draft of an included item',
        () => asEditor('PUT', `/content/pages/${ids['page']}`, { slug: 'later', data: { title: 'Later' } }),
        () => true,
      ],
      [
        'the text of an image that nothing live shows',
        () => asEditor('PUT', `/media/${ids['unused']}`, { alt: 'Unused' }),
        () => true,
      ],
      ['a private setting', () => asEditor('POST', '/settings', { keepRevisions: 7 }), () => true],
      [
        'a preview origin',
        () => asEditor('POST', '/settings', { previewOrigins: ['https://x.example'] }),
        () => true,
      ],
      [
        'an item of a closed collection',
        () => asEditor('PUT', `/content/secrets/${ids['secret']}`, { slug: 's2', status: 'published' }),
        (key) => !key.startsWith('site:'),
      ],
      [
        'the text of its image',
        () => asEditor('PUT', `/media/${ids['hidden']}`, { alt: 'Hidden' }),
        (key) => !key.startsWith('site:'),
      ],
      [
        'the name of a term of a closed collection',
        () => asEditor('PUT', '/taxonomies/plans/terms/clay', { label: 'Plan' }),
        (key) => !key.startsWith('site:'),
      ],
      [
        'the pattern of a closed collection',
        () => asEditor('PATCH', '/schema/collections/secrets', { urlPattern: '/s/{slug}' }),
        (key) => !key.startsWith('site:'),
      ],
      [
        'the name of a closed collection',
        () => asEditor('PATCH', '/schema/collections/secrets', { label: 'Plans of ours' }),
        (key) => !key.startsWith('site:'),
      ],
    ]
    let before = await statesBy(service)
    for (const [what, act, isBlind] of hidden) {
      service.clock.forward(1000)
      const answer = await act()
      expect(answer.status, `${what}: ${answer.text}`).toBeLessThan(300)
      const after = await statesBy(service)
      for (const [key, state] of before)
        if (isBlind(key)) expect(after.get(key), `${what}, ${key}`).toEqual(state)
      before = after
    }
  })
})
