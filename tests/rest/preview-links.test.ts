import { removeExpiredLinks } from '@octavo/server/content/preview/link-store'
import { limits } from '@octavo/contract/limits'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { dataOf, expectFailure, issuePaths, outcome } from '../setup/answers.ts'
import { hour, makeCollection } from '../setup/content.ts'
import type { Any } from '../setup/json.ts'
import { picture, uploaded } from '../setup/media.ts'
import { type Answer, engines, startService, type TestService } from '../setup/service.ts'
import { sessionOf } from '../setup/sessions.ts'
import { make } from '../setup/site.ts'

const origin = 'https://site.example'
const local = 'http://localhost:3000'

describe.each(engines)('preview links, on %s', (engine) => {
  let service: TestService
  let image: string
  let hiddenImage: string
  const ids = { live: '', hidden: '', german: '', post: '' }

  const log: string[] = []

  beforeAll(async () => {
    service = await startService(engine, {
      env: { OCTAVO_LOCALES: 'en,de' },
      onLog: (line) => void log.push(JSON.stringify(line)),
    })
    await makeCollection(service, 'posts', {
      supports: ['drafts', 'revisions'],
      fields: [
        { slug: 'title', type: 'string' },
        { slug: 'image', type: 'image' },
      ],
    })
    await make(service, '/schema/collections/posts/fields', {
      slug: 'friends',
      label: 'Friends',
      type: 'reference',
      options: { collection: 'posts', allowMultiple: true },
    })
    await patchPattern('/{locale}/blog/{slug}')
    image = (await uploaded(service, { filename: 'live.png', content: await picture() })).id
    hiddenImage = (await uploaded(service, { filename: 'hidden.png', content: await picture() })).id
    ids.live = await create({ data: { title: 'Live friend', image: { id: image } }, status: 'published' })
    dataOf(
      await service.ask('PUT', `/content/posts/${ids.live}`, {
        body: { data: { title: 'Draft of the friend', image: { id: hiddenImage } } },
      }),
    )
    ids.hidden = await create({ data: { title: 'Hidden friend' } })
    ids.post = await create({
      data: { title: 'Live', friends: [ids.live] },
      slug: 'post',
      status: 'published',
    })
    dataOf(
      await service.ask('PUT', `/content/posts/${ids.post}`, {
        body: {
          data: { title: 'Draft', friends: [ids.live, ids.hidden], image: { id: hiddenImage } },
          slug: 'new-post',
        },
      }),
    )
    ids.german = await create({
      data: { title: 'Entwurf' },
      slug: 'post',
      locale: 'de',
      translationOf: ids.post,
    })
  })
  afterAll(() => service.close())

  const create = async (body: object): Promise<string> =>
    dataOf(await service.ask('POST', '/content/posts', { body }), 201).item.id
  const patchPattern = async (urlPattern: string | null): Promise<void> =>
    void dataOf(await service.ask('PATCH', '/schema/collections/posts', { body: { urlPattern } }))
  const set = (settings: object): Promise<Answer> => service.ask('POST', '/settings', { body: settings })
  const linkPath = (id: string): string => `/content/posts/${id}/preview-link`
  const link = async (id: string, token = service.token, body: object = {}): Promise<Any> =>
    dataOf(await service.ask('POST', linkPath(id), { token, body }), 201).item
  const read = (path: string, token: string, query = ''): Promise<Answer> =>
    service.ask('GET', `/content/${path}?preview=${token}${query}`, { token: null })
  const reasonOf = ({ body }: Answer): unknown => body.error.details.reason

  it('show the latest values to whoever has one, and are not stored', async () => {
    const { token, expiresAt } = await link(ids.post)
    expect(Date.parse(expiresAt) - service.clock.now.getTime()).toBe(hour)
    const header = { 'x-octavo-preview': token }
    for (const [path, ask] of [
      [`${ids.post}?preview=${token}`, {}],
      [ids.post, { headers: header }],
      ['new-post', { headers: header }],
      ['post', { headers: header }],
      ['post?locale=en', { headers: header }],
      [`${ids.post}?view=live`, { headers: header }],
      [`${ids.post}?preview=${token}`, { headers: header }],
    ] as const) {
      const answer = await service.ask('GET', `/content/posts/${path}`, { token: null, ...ask })
      expect(dataOf(answer).item).toMatchObject({ id: ids.post, data: { title: 'Draft' }, slug: 'new-post' })
      expect(answer.headers['cache-control']).toBe('private, no-store')
      expect(answer.headers['etag']).toBeUndefined()
    }
    const head = await service.ask('HEAD', `/content/posts/${ids.post}`, { token: null, headers: header })
    expect(head.status).toBe(200)
    const { token: site } = await service.person(10, ['content:read'])
    const beside = await service.ask('GET', `/content/posts/${ids.post}`, { token: site, headers: header })
    expect(dataOf(beside).item.data.title).toBe('Draft')
  })

  it('show what the item refers to as visitors see it, and its own pictures', async () => {
    const { token } = await link(ids.post)
    const include = '&include=friends,friends.image,image,authorId'
    const { item, included } = dataOf(await read(`posts/${ids.post}`, token, include))
    expect(item.data.friends).toEqual([ids.live, ids.hidden])
    expect(Object.keys(included.items)).toEqual([ids.live])
    expect(included.items[ids.live].data.title).toBe('Live friend')
    expect(Object.keys(included.media).toSorted()).toEqual([image, hiddenImage].toSorted())
    expect(JSON.stringify(included)).not.toMatch(/Draft of the friend|Hidden friend/)
    await service.ask('PUT', `/content/posts/${ids.post}`, { body: { data: { image: null } } })
    const without = dataOf(await read(`posts/${ids.post}`, token, include))
    expect(Object.keys(without.included.media)).toEqual([image])
    await service.ask('PUT', `/content/posts/${ids.post}`, { body: { data: { image: { id: hiddenImage } } } })
  })

  it('list the translations as visitors see them, and the item itself as the link shows it', async () => {
    const translationsOf = async (id: string): Promise<Any[]> => {
      const { token } = await link(id)
      const { item, included } = dataOf(await read(`posts/${id}`, token, '&include=translationGroup'))
      return included.translations[item.translationGroup]
    }
    const german = { id: ids.german, locale: 'de', slug: 'post', status: 'draft', hasPendingDraft: false }
    expect(await translationsOf(ids.german)).toMatchObject([
      german,
      { id: ids.post, locale: 'en', slug: 'post', status: 'published' },
    ])
    const [own, ...others] = await translationsOf(ids.post)
    expect(own).toMatchObject({ id: ids.post, slug: 'new-post', hasPendingDraft: true })
    // The German draft is not for visitors.
    expect(others).toEqual([])
    const [, english] = await translationsOf(ids.german)
    expect(english).not.toHaveProperty('hasPendingDraft')
  })

  it('lead to no other item, whatever names it', async () => {
    await makeCollection(service, 'pages', { supports: ['drafts'] })
    const page = dataOf(await service.ask('POST', '/content/pages', { body: { slug: 'post' } }), 201).item.id
    const { token } = await link(ids.post)
    for (const path of [
      `posts/${ids.live}`,
      `posts/${ids.hidden}`,
      `posts/${ids.german}`,
      'posts/none',
      'posts/01JZZZZZZZZZZZZZZZZZZZZZZZ',
      `pages/${page}`,
      'pages/post',
      `pages/${ids.post}`,
    ]) {
      const answer = await read(path, token)
      expectFailure(answer, '403 FORBIDDEN', 'another item')
      expect(reasonOf(answer)).toBe('previewOther')
      expect(answer.headers['cache-control']).toContain('no-store')
    }
    expectFailure(await read('posts/post', token, '&locale=de'), '403 FORBIDDEN', 'another item')
    const { token: german } = await link(ids.german)
    expect(dataOf(await read('posts/post', german)).item.data.title).toBe('Entwurf')
  })

  it.each([
    ['GET', '/content/posts'],
    ['GET', '/content/posts/ID/compare'],
    ['GET', '/content/posts/ID/revisions'],
    ['GET', '/content/posts/ID/translations'],
    ['GET', '/search?q=draft'],
    ['GET', '/media'],
    ['PUT', '/content/posts/ID'],
    ['POST', '/content/posts/ID/publish'],
    ['POST', '/content/posts/ID/preview-link'],
  ])('are refused by all other operations: %s %s', async (method, path) => {
    const { token } = await link(ids.post)
    const answer = await service.ask(method, path.replace('ID', ids.post), {
      ...(method !== 'GET' && { body: {} }),
      headers: { 'x-octavo-preview': token },
    })
    expectFailure(answer, '400 VALIDATION_ERROR', 'can read only its item')
    expect(issuePaths(answer)).toEqual(['preview'])
  })

  it('are over after an hour, and then removed', async () => {
    const { token } = await link(ids.post)
    service.clock.forward(hour - 1000)
    dataOf(await read(`posts/${ids.post}`, token))
    service.clock.forward(1000)
    const answer = await read(`posts/${ids.post}`, token)
    expectFailure(answer, '403 FORBIDDEN', 'expired')
    expect(reasonOf(answer)).toBe('previewOver')
    // Not even with a token that may read it.
    expect(outcome(await service.ask('GET', `/content/posts/${ids.post}?preview=${token}`))).toBe(
      '403 FORBIDDEN',
    )
    await removeExpiredLinks(service.services, service.clock.now.toISOString())
    expect(await stored()).toEqual([])
  })

  const stored = (): Promise<Any[]> =>
    service.services.database.reader.rows('SELECT * FROM preview_links', [])

  it('work for nobody when they are none', async () => {
    for (const token of ['', 'none', 'cms_pre_none', service.token, 'x'.repeat(5000).slice(0, 1500)])
      expect(outcome(await read(`posts/${ids.post}`, token))).toBe('403 FORBIDDEN')
    const { token } = await link(ids.post)
    const twice = await service.ask('GET', `/content/posts/${ids.post}?preview=${token}&preview=other`, {
      token: null,
    })
    expectFailure(twice, '400 VALIDATION_ERROR', 'preview: is given twice')
    const bearer = await service.ask('GET', `/content/posts/${ids.post}`, { token })
    expect(outcome(bearer)).toBe('401 UNAUTHORIZED')
  })

  it('end in the trash and work again after a restore; a deleted item has none', async () => {
    const id = await create({ data: { title: 'Trashed' }, status: 'published' })
    const { token } = await link(id)
    dataOf(await service.ask('DELETE', `/content/posts/${id}`))
    const answer = await read(`posts/${id}`, token)
    expectFailure(answer, '403 FORBIDDEN', 'trash')
    expect(reasonOf(answer)).toBe('previewGone')
    expect(outcome(await service.ask('POST', linkPath(id), { body: {} }))).toBe('404 NOT_FOUND')
    dataOf(await service.ask('POST', `/content/posts/${id}/restore`, { body: {} }))
    dataOf(await read(`posts/${id}`, token))
    dataOf(await service.ask('DELETE', `/content/posts/${id}`))
    dataOf(await service.ask('DELETE', `/content/posts/${id}/permanent`))
    expect(outcome(await read(`posts/${id}`, token))).toBe('403 FORBIDDEN')
  })

  it('end with the rights of the person who made them', async () => {
    const { token: own, userId } = await service.person(20, ['content:read', 'content:write'])
    const { token } = await link(ids.post, own)
    const isRefused = async (): Promise<void> =>
      expect(reasonOf(await read(`posts/${ids.post}`, token))).toBe('previewOver')
    const user = `/admin/users/${userId}`
    dataOf(await read(`posts/${ids.post}`, token))
    dataOf(await service.ask('PATCH', user, { body: { role: 10 } }))
    await isRefused()
    dataOf(await service.ask('PATCH', user, { body: { role: 20 } }))
    dataOf(await service.ask('POST', `${user}/disable`, { body: {} }))
    await isRefused()
    dataOf(await service.ask('POST', `${user}/enable`, { body: {} }))
    dataOf(await read(`posts/${ids.post}`, token))
    await service.services.database.transaction('write', (tx) =>
      tx.run('DELETE FROM users WHERE id = ?', [userId]),
    )
    await isRefused()
  })

  it('end with the token that made them', async () => {
    const { token: own, userId } = await service.person(30, ['content:read', 'content:write'])
    const { token } = await link(ids.post, own)
    dataOf(await read(`posts/${ids.post}`, token))
    const headers = await sessionOf(service, userId)
    const { items } = dataOf(await service.ask('GET', '/admin/api-tokens', { token: null, headers }))
    const path = `/admin/api-tokens/${items[0].id}`
    dataOf(await service.ask('DELETE', path, { token: null, headers }))
    expect(reasonOf(await read(`posts/${ids.post}`, token))).toBe('previewOver')
  })

  it('keep the limits of the token that made them', async () => {
    const scopes = ['content:read', 'content:write']
    const limited = await service.person(40, scopes, 'latest', { collections: ['posts'], locales: ['en'] })
    const { token } = await link(ids.post, limited.token)
    dataOf(await read(`posts/${ids.post}`, token))
    expect(outcome(await service.ask('POST', linkPath(ids.german), { token: limited.token, body: {} }))).toBe(
      '404 NOT_FOUND',
    )
  })

  it('are revoked: all of an item by those who may change it, else the own ones', async () => {
    const contributor = await service.person(20, ['content:read', 'content:write'])
    const other = await service.person(20, ['content:read', 'content:write'])
    const revoke = async (token: string): Promise<number> =>
      dataOf(await service.ask('DELETE', linkPath(ids.post), { token })).revoked
    await revoke(service.token)
    const [one, two, three] = [
      await link(ids.post, contributor.token),
      await link(ids.post, other.token),
      await link(ids.post),
    ]
    const elsewhere = await link(ids.german)
    expect(await revoke(contributor.token)).toBe(1)
    expect(reasonOf(await read(`posts/${ids.post}`, one.token))).toBe('previewOver')
    dataOf(await read(`posts/${ids.post}`, two.token))
    expect(await revoke(service.token)).toBe(2)
    for (const { token } of [two, three])
      expect(reasonOf(await read(`posts/${ids.post}`, token))).toBe('previewOver')
    dataOf(await read(`posts/${ids.german}`, elsewhere.token))
    expect(await revoke(service.token)).toBe(0)
  })

  it('are made by those who may write and read drafts', async () => {
    const rows: [role: number, scopes: string[], view: 'latest' | 'live', expected: string][] = [
      [20, ['content:read', 'content:write'], 'latest', '201'],
      [10, ['content:read'], 'latest', '403 FORBIDDEN'],
      [50, ['content:read'], 'latest', '403 FORBIDDEN'],
      [50, ['content:write'], 'latest', '201'],
      [20, ['content:write'], 'latest', '403 FORBIDDEN'],
      [50, ['content:read', 'content:write'], 'live', '403 FORBIDDEN'],
    ]
    for (const [role, scopes, view, expected] of rows) {
      const { token } = await service.person(role, scopes, view)
      const answer = await service.ask('POST', linkPath(ids.post), { token, body: {} })
      expect(outcome(answer), JSON.stringify([role, scopes, view])).toBe(expected)
      if (expected !== '201')
        expect(outcome(await service.ask('DELETE', linkPath(ids.post), { token }))).toBe(expected)
    }
    expect(outcome(await service.ask('POST', linkPath(ids.post), { token: null, body: {} }))).toBe(
      '401 UNAUTHORIZED',
    )
    expect(outcome(await service.ask('POST', linkPath('none'), { body: {} }))).toBe('404 NOT_FOUND')
  })

  it('have the address of the draft on the first preview origin, or a path', async () => {
    const pathOf = async (id: string, body = {}): Promise<string> => {
      const { url, token } = await link(id, service.token, body)
      expect(url.endsWith(`?preview=${token}`)).toBe(true)
      return url.slice(0, -`?preview=${token}`.length)
    }
    expect(await pathOf(ids.post)).toBe('/en/blog/new-post')
    dataOf(await set({ siteUrl: 'https://example.com/base' }))
    expect(await pathOf(ids.post)).toBe('/base/en/blog/new-post')
    dataOf(await set({ siteUrl: null, previewOrigins: [`${origin}/`, local, origin] }))
    expect(dataOf(await service.ask('GET', '/settings')).previewOrigins).toEqual([origin, local])
    expect(await pathOf(ids.german)).toBe(`${origin}/de/blog/post`)
    expect(await pathOf(ids.german, { origin: local })).toBe(`${local}/de/blog/post`)
    for (const bad of ['https://evil.example', 'none', `${local}/`]) {
      const answer = await service.ask('POST', linkPath(ids.post), { body: { origin: bad } })
      expect(outcome(answer)).toBe('400 VALIDATION_ERROR')
      expect(issuePaths(answer)).toEqual(['origin'])
    }
    await patchPattern('/{publishedAt:yyyy}/{slug}')
    expect(await pathOf(ids.hidden)).toBe(`${origin}/${service.clock.now.getUTCFullYear()}/hidden-friend`)
    await patchPattern(null)
    expect((await link(ids.post)).url).toBeNull()
    await patchPattern('/{locale}/blog/{slug}')
  })

  it.each([
    'https://example.com/path',
    'https://user@example.com',
    'https://example.com?x',
    'https://*.example.com',
    'https://a;script-src',
    "https://a'b",
    'javascript:alert(1)',
    'ftp://example.com',
    'file:///etc',
    'example.com',
    '*',
    '',
    'null',
    `https://${'a'.repeat(600)}.example`,
  ])('cannot lead to %j', async (bad) => {
    const answer = await set({ previewOrigins: [origin, bad] })
    expect(outcome(answer)).toBe('400 VALIDATION_ERROR')
    expect(issuePaths(answer)).toEqual(['previewOrigins.1'])
  })

  it('are read by pages of the preview origins, and by no others', async () => {
    dataOf(await set({ previewOrigins: [origin, local] }))
    const { token } = await link(ids.post)
    const allowed = async (path: string, from: string, headers = {}): Promise<unknown> =>
      (await service.ask('GET', path, { token: null, headers: { origin: from, ...headers } })).headers[
        'access-control-allow-origin'
      ]
    const path = `/content/posts/${ids.post}`
    expect(await allowed(`${path}?preview=${token}`, local)).toBe(local)
    expect(await allowed(path, origin, { 'x-octavo-preview': token })).toBe(origin)
    expect(await allowed(`${path}?preview=over`, origin)).toBe(origin)
    expect(await allowed(path, origin)).toBeUndefined()
    expect(await allowed(`${path}?preview=${token}`, 'https://evil.example')).toBeUndefined()
    expect(await allowed(`/media?preview=${token}`, origin)).toBeUndefined()
    const preflight = (from: string, header: string): Promise<Answer> =>
      service.ask('OPTIONS', path, {
        token: null,
        headers: {
          origin: from,
          'access-control-request-method': 'GET',
          'access-control-request-headers': header,
        },
      })
    const answer = await preflight(origin, 'x-octavo-preview')
    expect(answer.status).toBe(204)
    expect(answer.headers).toMatchObject({
      'access-control-allow-origin': origin,
      'access-control-allow-headers': 'x-octavo-preview',
    })
    expect(answer.headers['access-control-allow-credentials']).toBeUndefined()
    for (const [from, header] of [
      ['https://evil.example', 'x-octavo-preview'],
      [origin, 'authorization'],
      [origin, 'x-octavo-preview,authorization'],
    ] as const)
      expect((await preflight(from, header)).headers['access-control-allow-origin']).toBeUndefined()
    dataOf(await set({ previewOrigins: null }))
    expect(await allowed(`${path}?preview=${token}`, origin)).toBeUndefined()
  })

  it('are bounded for each person: the oldest one ends', async () => {
    const { token: own } = await service.person(20, ['content:read', 'content:write'])
    const first = await link(ids.post, own)
    const second = await link(ids.post, own)
    for (let made = 2; made < limits.preview.ofPerson; made++) await link(ids.post, own)
    dataOf(await read(`posts/${ids.post}`, first.token))
    await link(ids.post, own)
    expect(reasonOf(await read(`posts/${ids.post}`, first.token))).toBe('previewOver')
    dataOf(await read(`posts/${ids.post}`, second.token))
  })

  it('are in no table and in no log as they are', async () => {
    const { token } = await link(ids.post)
    dataOf(await read(`posts/${ids.post}`, token))
    await read(`posts/${ids.live}`, token)
    await read(`posts/${ids.live}`, 'short-token')
    const { items } = dataOf(await service.ask('GET', '/admin/audit?limit=100'))
    const entry = items.find(({ action }: Any) => action === 'preview.createLink')
    expect(entry).toMatchObject({ targetType: 'content', targetId: ids.post })
    expect(JSON.stringify([items, await stored()])).not.toContain(token)
    expect(log.some((line) => line.includes('preview=…'))).toBe(true)
    expect(log.filter((line) => line.includes(token) || line.includes('short-token'))).toEqual([])
  })
})
