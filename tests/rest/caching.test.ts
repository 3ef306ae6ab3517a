import { operations } from '@octavo/contract/operations/registry'
import { serviceCaller } from '@octavo/server/core/caller'
import { invoke } from '@octavo/server/core/invoke'
import { limits } from '@octavo/contract/limits'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { dataOf } from '../setup/answers.ts'
import { makeCollection } from '../setup/content.ts'
import { picture, uploaded } from '../setup/media.ts'
import { make } from '../setup/site.ts'
import { type Answer, engines, startService, type TestService } from '../setup/service.ts'

describe.each(engines)('caching of reads on %s', (engine) => {
  let service: TestService
  let shared: TestService
  const ids: Record<string, string> = {}
  let site: string
  let live: string

  const get = (path: string, token: string | null, headers: Record<string, string> = {}): Promise<Answer> =>
    service.ask('GET', path, { token, headers })

  async function siteToken(of: TestService): Promise<string> {
    const operation = operations.tokens.createForSite
    const made = await invoke(of.services, {
      operation,
      caller: serviceCaller('cli'),
      input: { name: 'web' },
    })
    return (made as { token: string }).token
  }

  beforeAll(async () => {
    service = await startService(engine, { env: { OCTAVO_SHARED_MAX_AGE: '90' } })
    shared = await startService(engine, { env: { OCTAVO_SHARED_TOKEN_READS: 'on' } })
    for (const one of [service, shared])
      await makeCollection(one, 'posts', {
        supports: ['drafts', 'search'],
        fields: [
          { slug: 'title', type: 'string', searchable: true },
          { slug: 'image', type: 'image' },
        ],
      })
    await make(service, '/schema/collections/posts/fields', {
      ...{ slug: 'next', label: 'Next', type: 'reference', options: { collection: 'posts' } },
    })
    dataOf(await service.ask('PATCH', '/schema/collections/posts', { body: { publicRead: true } }))
    await make(service, '/taxonomies', { name: 'topics', label: 'Topics', collections: ['posts'] })
    ids['term'] = (await make(service, '/taxonomies/topics/terms', { label: 'Clay' })).id
    ids['image'] = (await uploaded(service, { filename: 'a.png', content: await picture() })).id
    const post = async (data: object): Promise<string> => {
      const body = { data, status: 'published', terms: { topics: [ids['term']] } }
      return dataOf(await service.ask('POST', '/content/posts', { body }), 201).item.id
    }
    ids['first'] = await post({ title: 'first', image: { id: ids['image'] } })
    ids['second'] = await post({ title: 'second', next: ids['first'] })
    site = await siteToken(service)
    live = (await service.person(50, ['content:read', 'media:read'], 'live')).token
  })
  afterAll(async () => {
    await service.close()
    await shared.close()
  })

  const tagsOf = ({ headers }: Answer): string[] => (headers['cache-tag'] ?? '').split(',').toSorted()

  it('names what is in an answer, for live reads', async () => {
    const { first, second, term, image } = ids
    expect(tagsOf(await get(`/content/posts/${second}`, site))).toEqual(['c-posts', `i-${second}`])
    expect(tagsOf(await get(`/content/posts/${first}`, null))).toEqual(
      ['c-posts', `i-${first}`, `m-${image}`].toSorted(),
    )
    const all = [first, second].map((id) => `i-${id}`)
    expect(tagsOf(await get('/content/posts', site))).toEqual(['c-posts', ...all, `m-${image}`].toSorted())
    const included = await get(`/content/posts/${second}?include=next,terms,next.image`, site)
    expect(tagsOf(included)).toEqual(['c-posts', ...all, `t-${term}`, `m-${image}`].toSorted())
    expect(tagsOf(await get('/content/posts?where[terms.topics]=clay&fields=title', site))).toEqual(
      ['c-posts', ...all, `t-${term}`].toSorted(),
    )
    const byEditor = await service.ask('GET', `/content/posts/${first}`)
    expect(byEditor.headers['cache-tag']).toBeUndefined()
  })

  it('names what other live reads depend on, and their kind', async () => {
    const { first, term, image } = ids
    await make(service, '/menus', { name: 'main', label: 'Main' })
    const toItem = { type: 'item', referenceCollection: 'posts', referenceId: first }
    await make(service, '/menus/main/items', { label: 'First', ...toItem })
    const toTerm = { type: 'taxonomy', referenceCollection: 'topics', referenceId: term }
    await make(service, '/menus/main/items', { label: 'Clay', ...toTerm })
    await make(service, '/sections', { slug: 'about', title: 'About', content: [] })
    const expected: Readonly<Record<string, readonly string[]>> = {
      '/site': ['s-site'],
      '/site-map': ['s-site'],
      '/menus': ['s-menus'],
      '/menus/main': ['s-menus', 'c-posts', `t-${term}`, `i-${first}`],
      '/search?q=first': ['s-search', 'c-posts', `i-${first}`],
      '/search?q=nothing': ['s-search', 'c-posts'],
      '/search/suggest?q=fir': ['s-search', 'c-posts', `i-${first}`],
      '/taxonomies': ['s-taxonomies'],
      '/taxonomies/topics/terms': ['s-terms', 'c-posts'],
      [`/content/posts/${first}/terms/topics`]: ['s-terms', 'c-posts', `t-${term}`, `i-${first}`],
      '/sections/about': ['s-sections', 'm-many'],
      '/media': ['s-media', 'c-posts', `m-${image}`],
      [`/media/${image}`]: ['s-media', 'c-posts', `m-${image}`],
    }
    for (const [path, tags] of Object.entries(expected)) {
      expect((await get(path, live)).headers['cache-tag']?.split(','), path).toEqual(tags)
      expect((await service.ask('GET', path)).headers['cache-tag'], path).toBeUndefined()
    }
  })

  it('limits the length of Cache-Tag', async () => {
    for (let made = 0; made < 150; made++) {
      const body = { data: { title: `n${made}` }, status: 'published' }
      dataOf(await service.ask('POST', '/content/posts', { body }), 201)
    }
    const text = (await get('/content/posts?limit=100&include=next', site)).headers['cache-tag'] ?? ''
    expect(text.length).toBeLessThanOrEqual(limits.cacheTags)
    expect(text).toMatch(/^c-posts,i-[0-9A-Z]{26}(,i-[0-9A-Z]{26})+$/)
  })

  it('is shared where everybody reads the same, and private otherwise', async () => {
    for (const path of ['/content/posts', `/content/posts/${ids['first']}`, '/search?q=first', '/site']) {
      const answer = await get(path, null)
      expect(answer.headers['cache-control'], path).toBe('public, max-age=0, s-maxage=90')
      expect(answer.headers['vary'], path).toMatch(/Authorization, Cookie, X-Octavo-Preview/)
      for (const token of [site, live]) {
        const other = await get(path, token)
        expect(other.headers['cache-control'], path).toBe('private, no-cache')
        expect(other.headers['etag'], path).toMatch(/^".+"$/)
      }
      expect((await service.ask('GET', path)).headers['cache-control'], path).toMatch(/^private, /)
    }
    const refused = await get('/content/none', null)
    expect(refused.status).toBe(401)
    expect(refused.headers['cache-control'] ?? '').not.toContain('public')
  })

  it('is shared for tokens of sites where a setting says so', async () => {
    const token = await siteToken(shared)
    const answer = await shared.ask('GET', '/content/posts', { token })
    expect(answer.headers['cache-control']).toBe('public, max-age=0, s-maxage=60')
    expect(answer.headers['vary']).toMatch(/Authorization, X-Octavo-Preview/)
    const { token: ofPerson } = await shared.person(10, ['content:read'], 'live')
    const other = await shared.ask('GET', '/content/posts', { token: ofPerson })
    expect(other.headers['cache-control']).toBe('private, no-cache')
  })

  it('answers 304 to a known ETag, whatever its coding, and to any', async () => {
    for (const path of ['/content/posts?limit=100', '/menus', '/taxonomies', '/search?q=first']) {
      const plain = await get(path, site)
      const coded = { 'accept-encoding': 'gzip' }
      const packed = await service.ask('HEAD', path, { token: site, headers: coded })
      for (const tag of [plain.headers['etag'], packed.headers['etag'], `W/${plain.headers['etag']}`, '*']) {
        const again = await get(path, site, { 'if-none-match': `"other", ${tag}` })
        if (tag === '*') continue
        expect(again.status, `${path} ${tag}`).toBe(304)
        expect(again.text).toBe('')
        expect(again.headers['etag']).toBeDefined()
      }
      expect((await get(path, site, { 'if-none-match': '*' })).status, path).toBe(304)
      expect((await get(path, site, { 'if-none-match': '"other"' })).status, path).toBe(200)
    }
    expect((await get('/content/none', site, { 'if-none-match': '*' })).status).toBe(404)
    const head = await service.ask('HEAD', '/content/posts', { token: site })
    expect(head.headers['etag']).toBeDefined()
  })

  it('has another ETag for another caller and another request', async () => {
    const tags = []
    for (const token of [site, null, service.token])
      for (const query of ['', '?limit=1', '?fields=title', '?count=true'])
        tags.push((await get(`/content/posts${query}`, token)).headers['etag'])
    expect(new Set(tags).size).toBe(tags.length)
  })
})
