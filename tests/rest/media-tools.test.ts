import { limits } from '@octavo/contract/limits'
import { Outbound } from '@octavo/server/platform/outbound/outbound'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { dataOf, expectFailure, issuePaths } from '../setup/answers.ts'
import { makeCollection } from '../setup/content.ts'
import { type HttpsServer, startHttpsServer } from '../setup/https-server.ts'
import { resultOf } from '../setup/mcp.ts'
import { picture } from '../setup/media.ts'
import { engines, startService, type TestService } from '../setup/service.ts'
import { make } from '../setup/site.ts'

const media = { toolsets: 'media' }

describe.each(engines)('files for assistants on %s', (engine) => {
  let service: TestService
  let server: HttpsServer
  let bytes: Buffer
  beforeAll(async () => {
    bytes = await picture()
    server = await startHttpsServer('pictures.example', (request, response) => {
      if (request.url === '/inside')
        return response.writeHead(302, { location: 'https://inside.example/' }).end()
      if (request.url === '/page')
        return response.writeHead(200, { 'content-type': 'image/png' }).end('<html>')
      if (request.url === '/large')
        return response.writeHead(200, { 'content-length': String(3 * 1024 * 1024) }).end()
      return response.writeHead(200, { 'content-type': 'image/png' }).end(bytes)
    })
    const outbound = new Outbound({
      resolve: async (host) => [{ address: host === 'inside.example' ? '10.0.0.7' : '127.0.0.1', family: 4 }],
      mayReach: (address) => address === '127.0.0.1',
      ca: server.ca,
    })
    service = await startService(engine, { outbound, env: { OCTAVO_MAX_UPLOAD_MB: '2' } })
  })
  afterAll(async () => {
    await service.close()
    await server.close()
  })
  const address = (path: string): string => `https://pictures.example:${server.port}${path}`
  const upload = (body: object, token = service.token) =>
    service.ask('POST', '/media/upload', { body, token })

  it('come from an address, with what their bytes say', async () => {
    const args = { url: address('/pots/Big%20Pot.png'), alt: 'A pot' }
    const { item } = await resultOf(service, 'media_upload', args, media)
    const read = dataOf(await service.ask('GET', `/media/${item.id}`)).item
    expect(read).toMatchObject({
      filename: 'Big Pot.png',
      mimeType: 'image/png',
      size: bytes.length,
      alt: 'A pot',
    })
    expect(read.width).toBeGreaterThan(0)
  })

  it('come within the request', async () => {
    const base64 = bytes.toString('base64')
    const { item } = dataOf(await upload({ base64, filename: 'own.png', caption: 'Own' }), 201)
    expect(item).toMatchObject({ filename: 'own.png', mimeType: 'image/png', caption: 'Own' })
    const served = await service.ask('GET', new URL(item.url).pathname.replace('/_cms/api', ''))
    expect(served.bytes.equals(bytes)).toBe(true)
  })

  it('are refused from addresses inside, and where bytes are not what they are said to be', async () => {
    const paths = async (body: object) => issuePaths(await upload(body))
    expect(await paths({ url: 'https://inside.example/a.png' })).toEqual(['url'])
    expect(await paths({ url: address('/inside') })).toEqual(['url'])
    expect(await paths({ url: 'http://pictures.example/a.png' })).toEqual(['url'])
    expect(await paths({ url: address('/large') })).toEqual(['url'])
    expect(await paths({ url: 'file:///etc/passwd' })).toEqual(['url'])
    expectFailure(await upload({ url: address('/page') }), '400 VALIDATION_ERROR')
    expect(await paths({ base64: 'aGk=' })).toEqual(['filename'])
    expect(await paths({ base64: 'aGk=', url: address('/a'), filename: 'a.txt' })).toEqual(['base64'])
    expect(await paths({ base64: '', filename: 'a.txt' })).toEqual(['base64'])
    expect(await paths({ base64: 'no base64!', filename: 'a.txt' })).toEqual(['base64'])
    expect(await paths({ base64: 'A'.repeat(1_500_000), filename: 'a.txt' })).toEqual(['base64'])
    expect(await paths({ base64: 'aGk=', filename: '../a.txt' })).toEqual(['filename'])
    const reader = await service.person(20, ['media:read'])
    expect((await upload({ base64: 'aGk=', filename: 'a.txt' }, reader.token)).status).toBe(403)
  })

  it('are listed where nothing refers to them, page by page', async () => {
    await makeCollection(service, 'shows', {
      supports: ['drafts'],
      fields: [
        { slug: 'title', type: 'string' },
        { slug: 'hero', type: 'image' },
        { slug: 'text', type: 'text' },
      ],
    })
    const ids: string[] = []
    for (let index = 0; index < 5; index++) {
      const base64 = (await picture()).toString('base64')
      ids.push(dataOf(await upload({ base64, filename: `p${index}.png` }), 201).item.id)
    }
    const unused = async (): Promise<string[]> => {
      const found: string[] = []
      for (let cursor = ''; ;) {
        const page = dataOf(await service.ask('GET', `/media?unused=true&limit=2${cursor}`))
        found.push(...page.items.map(({ id }: { id: string }) => id))
        if (page.nextCursor === undefined) return found
        cursor = `&cursor=${encodeURIComponent(page.nextCursor)}`
      }
    }
    const before = await unused()
    expect(before).toEqual(expect.arrayContaining(ids))
    const [byDraft = '', byAddress = '', ...others] = ids
    const { url } = dataOf(await service.ask('GET', `/media/${byAddress}`)).item
    const shown = await make(service, '/content/shows', { data: { title: 'A' }, status: 'published' })
    dataOf(
      await service.ask('PUT', `/content/shows/${shown.id}`, { body: { data: { hero: { id: byDraft } } } }),
    )
    await make(service, '/content/shows', { data: { text: `See ${url}.` } })
    const after = await unused()
    expect(after).toEqual(before.filter((id) => id !== byDraft && id !== byAddress))
    expect(after).toEqual(expect.arrayContaining(others))
    const { items } = await resultOf(service, 'media_list', { unused: true, limit: 100 }, media)
    expect(items.map(({ id }: { id: string }) => id)).toEqual(after)
    const live = await service.person(40, ['content:read', 'media:read'], 'live')
    expect((await service.ask('GET', '/media?unused=true', { token: live.token })).status).toBe(403)
  })
})

describe.each(engines)('references on %s', (engine) => {
  let service: TestService
  beforeAll(async () => {
    service = await startService(engine)
    await make(service, '/schema/collections', {
      slug: 'authors',
      label: 'Authors',
      supports: [],
      fields: [{ slug: 'name', label: 'Name', type: 'string' }],
    })
    await make(service, '/schema/collections', {
      slug: 'posts',
      label: 'Posts',
      supports: ['drafts'],
      fields: [
        { slug: 'title', label: 'Title', type: 'string' },
        { slug: 'author', label: 'Author', type: 'reference', options: { collection: 'authors' } },
        {
          slug: 'related',
          label: 'Related',
          type: 'reference',
          options: { collection: 'posts', allowMultiple: true },
        },
        { slug: 'hero', label: 'Hero', type: 'image' },
        { slug: 'text', label: 'Text', type: 'text' },
      ],
    })
    await make(service, '/taxonomies', { name: 'topics', label: 'Topics', collections: ['posts'] })
  })
  afterAll(() => service.close())
  const post = async (data: object, more: object = {}): Promise<string> =>
    (await make(service, '/content/posts', { data, status: 'published', ...more })).id
  const check = async (): Promise<string[]> =>
    dataOf(await service.ask('GET', '/references?collection=posts')).items.map(
      ({ slug, field, reason }: { slug: string; field: string; reason: string }) =>
        `${slug} ${field} ${reason}`,
    )

  it('that are broken are found, with the reason', async () => {
    const author = (await make(service, '/content/authors', { data: { name: 'Ada' }, status: 'published' }))
      .id
    const base64 = (await picture()).toString('base64')
    const file = dataOf(
      await service.ask('POST', '/media/upload', { body: { base64, filename: 'a.png' } }),
      201,
    ).item
    const target = await post({ title: 'Target' })
    await post({ title: 'One', author, related: [target], hero: { id: file.id }, text: `See ${file.url}.` })
    expect(await check()).toEqual([])
    dataOf(await service.ask('POST', `/content/posts/${target}/unpublish`, { body: {} }))
    expect(await check()).toEqual(['one related unpublished'])
    dataOf(await service.ask('DELETE', `/content/authors/${author}`))
    dataOf(await service.ask('DELETE', `/media/${file.id}`))
    expect(await check()).toEqual([
      'one author trashed',
      'one hero missing',
      'one related unpublished',
      'one text missing',
    ])
    dataOf(await service.ask('DELETE', `/content/authors/${author}/permanent`))
    expect(await check()).toContain('one author missing')
    const shown = await resultOf(service, 'references_check', { collection: 'posts' }, media)
    expect(shown.items).toHaveLength(4)
    const held = await service.person(40, ['content:read'], 'latest', { collections: ['posts'] })
    const limited = dataOf(
      await service.ask('GET', '/references?collection=posts', { token: held.token }),
    ).items
    expect(limited.map(({ field }: { field: string }) => field)).not.toContain('author')
    expect((await service.ask('GET', '/references?collection=authors', { token: held.token })).status).toBe(
      404,
    )
  })

  it('of a field that the schema does not have are not reported', async () => {
    const before = await check()
    const source = await post({ title: 'Unknown field' })
    const { database } = service.services
    // Another process has deleted the field, or has just created it, while this one knows the former schema.
    for (const target of ['posts/2026/11/gone.png', '01JZZZZZZZZZZZZZZZZZZZZZZZ'])
      await database.transaction('write', (tx) =>
        tx.run(
          `INSERT INTO links (target, source, field, source_type, is_live, is_latest) VALUES (?, ?, 'former', 'posts', 1, 1)`,
          [target, source],
        ),
      )
    expect(await check()).toEqual(before)
  })

  it('to an item and to a term are listed', async () => {
    const topic = (await make(service, '/taxonomies/topics/terms', { slug: 'clay', label: 'Clay' })).id
    const target = await post({ title: 'Named' })
    const source = await post({ title: 'Naming', related: [target] }, { terms: { topics: ['clay'] } })
    await make(service, '/menus', { name: 'main', label: 'Main' })
    const entry = { type: 'post', referenceCollection: 'posts', referenceId: target, label: 'Entry' }
    await make(service, '/menus/main/items', entry)
    await make(service, '/menus/main/items', {
      type: 'taxonomy',
      referenceCollection: 'topics',
      referenceId: topic,
      label: 'Clay',
    })
    const found = await resultOf(service, 'references_find', { id: target }, media)
    expect(found).toMatchObject({
      items: [
        { kind: 'content', id: source, fields: ['related'] },
        { kind: 'menuItem', menu: 'main', label: 'Entry' },
      ],
      isComplete: true,
    })
    const ofTerm = dataOf(await service.ask('GET', `/references/${topic}`))
    expect(ofTerm.items).toMatchObject([
      { kind: 'content', id: source },
      { kind: 'menuItem', label: 'Clay' },
    ])
    expect(dataOf(await service.ask('GET', '/references/nothing')).items).toEqual([])
  })

  it('are not said to be all where more items refer to it than are looked at', async () => {
    const target = await post({ title: 'Popular' })
    await service.services.database.transaction('write', (tx) =>
      tx.run(
        `WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i <= ${limits.usages})
         INSERT INTO links (target, source, field, source_type, is_live, is_latest)
         SELECT ?, '00HIDDEN00000000000000' || (1000 + n.i), 'related', 'authors', 1, 1 FROM n`,
        [target],
      ),
    )
    await post({ title: 'Late', related: [target] })
    const { token } = await service.person(40, ['content:read'], 'latest', { collections: ['posts'] })
    const found = dataOf(await service.ask('GET', `/references/${target}`, { token }))
    expect({ ...found, items: found.items.length }).toEqual({ items: 0, isComplete: false })
    await service.services.database.transaction('write', (tx) =>
      tx.run(`DELETE FROM links WHERE source LIKE '00HIDDEN%'`, []),
    )
  })

  it('of collections that are created with their fields are checked, all or nothing', async () => {
    const args = {
      slug: 'pages',
      label: 'Pages',
      urlPattern: '/{day:yyyy}/{slug}',
      fields: [
        { slug: 'title', label: 'Title', type: 'string', required: true },
        { slug: 'day', label: 'Day', type: 'datetime' },
        { slug: 'parent', label: 'Parent', type: 'reference', options: { collection: 'pages' } },
        {
          slug: 'kind',
          label: 'Kind',
          type: 'select',
          validation: { options: ['a', 'b'] },
          defaultValue: 'a',
        },
      ],
    }
    const bad = { ...args, fields: [...args.fields, { slug: 'x', label: 'X', type: 'select' }] }
    const refused = await service.ask('POST', '/schema/collections', { body: bad })
    expect(issuePaths(refused)[0]).toMatch(/^fields\.4\./)
    expect((await service.ask('GET', '/schema/collections/pages')).status).toBe(404)
    const { item } = await resultOf(service, 'schema_create_collection', args)
    expect(item.slug).toBe('pages')
    const made = dataOf(await service.ask('GET', '/schema/collections/pages?includeFields=true')).item
    expect(made.fields.map(({ slug }: { slug: string }) => slug)).toEqual(['title', 'day', 'parent', 'kind'])
    const first = await make(service, '/content/pages', { data: { title: 'A', day: '2026-01-02T00:00:00Z' } })
    const second = await make(service, '/content/pages', { data: { title: 'B', parent: first.id } })
    expect(second).toMatchObject({ data: { parent: first.id, kind: 'a' } })
  })
})
