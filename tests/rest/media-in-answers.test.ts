import { createApp } from '@octavo/server/app'
import { readConfig } from '@octavo/server/config'
import { type StoredData, withData } from '@octavo/server/core/model/revision-data-store'
import { createLog } from '@octavo/server/platform/log'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { dataOf } from '../setup/answers.ts'
import { makeCollection } from '../setup/content.ts'
import { resultOf } from '../setup/mcp.ts'
import { secretKey, type Answer, engines, startService, type TestService } from '../setup/service.ts'
import { rowsOf } from '../setup/tables.ts'

const fields = [
  { slug: 'cover', type: 'image' },
  { slug: 'paper', type: 'file' },
  { slug: 'body', type: 'portableText' },
  { slug: 'raw', type: 'json' },
]

interface Item {
  id: string
  data: Record<string, unknown>
}

describe.each(engines)('media in answers on %s', (engine) => {
  let service: TestService
  let count = 0

  beforeAll(async () => {
    service = await startService(engine)
    await makeCollection(service, 'posts', { supports: ['drafts', 'revisions'], fields })
    await makeCollection(service, 'links', {
      supports: ['drafts'],
      fields: [{ slug: 'post', type: 'reference', options: { collection: 'posts' } }],
    })
  })
  afterAll(() => service.close())

  const record = async (more: object = {}) => {
    const filename = `${++count}.png`
    const body = { filename, storageKey: filename, mimeType: 'image/png', size: 5, width: 40, height: 30 }
    return dataOf(await service.ask('POST', '/media', { body: { ...body, alt: 'First', ...more } }), 201).item
  }
  const change = async (id: string, body: object) =>
    dataOf(await service.ask('PUT', `/media/${id}`, { body })).item
  const create = async (data: object, status = 'published'): Promise<Item> =>
    dataOf(await service.ask('POST', '/content/posts', { body: { data, status } }), 201).item
  const update = async (id: string, body: object): Promise<Item> =>
    dataOf(await service.ask('PUT', `/content/posts/${id}`, { body })).item
  const get = (id: string, query = ''): Promise<Answer> => service.ask('GET', `/content/posts/${id}${query}`)
  const bodyOf = (id: string) => [
    { _type: 'image', _key: 'a', id, caption: 'Own "caption"' },
    { _type: 'gallery', _key: 'b', images: [{ _key: 'c', id, alt: 'Mine, {"alt":"x"}' }] },
    { _type: 'file', _key: 'd', id, media: 'document' },
    {
      _type: 'columns',
      _key: 'e',
      columns: [{ blocks: [{ _type: 'block', children: [{ _type: 'image', id }] }] }],
    },
  ]

  it('show what the record says, in fields and anywhere in rich text', async () => {
    const { id, url, filename } = await record()
    const image = { id, url, width: 40, height: 30, alt: 'First' }
    const file = { id, url, filename, mimeType: 'image/png', size: 5 }
    const item = await create({ cover: { id }, paper: { id }, body: bodyOf(id) })
    const expected = {
      cover: image,
      paper: file,
      body: [
        { ...bodyOf(id)[0], ...image },
        { _type: 'gallery', _key: 'b', images: [{ _key: 'c', ...image, alt: 'Mine, {"alt":"x"}' }] },
        { ...bodyOf(id)[2], ...file },
        {
          _type: 'columns',
          _key: 'e',
          columns: [{ blocks: [{ _type: 'block', children: [{ _type: 'image', ...image }] }] }],
        },
      ],
    }
    expect(item.data).toEqual(expected)
    expect(dataOf(await get(item.id)).item.data).toEqual(expected)
    expect(dataOf(await get(item.id, '?fields=body')).item.data).toEqual({ body: expected.body })
    const { items } = dataOf(await service.ask('GET', `/content/posts?ids=${item.id}`))
    expect(items[0].data).toEqual(expected)
    const [stored] = await rowsOf(
      service,
      `SELECT CAST(cover AS TEXT) AS cover, CAST(body AS TEXT) AS body FROM content_posts WHERE id = '${item.id}'`,
    )
    // For nodes of the release before, which answer what is stored.
    expect(JSON.parse(String(stored?.['cover']))).toEqual({ id, url, width: 40, height: 30 })
    expect(JSON.parse(String(stored?.['body']))).toEqual(bodyOf(id))
  })

  it('follow a change of the record with the next read, and so does the ETag', async () => {
    const { id } = await record()
    const item = await create({ cover: { id }, body: bodyOf(id) })
    const other = await create({ raw: 1 })
    const before = await get(item.id)
    const etag = String(before.headers['etag'])
    const again = (tag: string) =>
      service.ask('GET', `/content/posts/${item.id}`, { headers: { 'if-none-match': tag } })
    expect((await again(etag)).status).toBe(304)
    const untouched = (await get(other.id)).headers['etag']
    await change(id, { alt: 'Second', width: 50, focalPoint: { x: 0.25, y: 1 } })
    const after = await again(etag)
    expect(after.status).toBe(200)
    const shown = { alt: 'Second', width: 50, focalPoint: { x: 0.25, y: 1 } }
    expect(dataOf(after).item.data.cover).toMatchObject(shown)
    expect(dataOf(after).item.data.body[0]).toMatchObject(shown)
    expect(dataOf(after).item.data.body[1].images[0]).toMatchObject({ ...shown, alt: 'Mine, {"alt":"x"}' })
    expect((await again(String(after.headers['etag']))).status).toBe(304)
    expect((await get(other.id)).headers['etag']).toBe(untouched)
    // The item itself has not changed: what was read before can still be saved.
    await update(item.id, { data: { raw: 2 }, _rev: dataOf(before)._rev })
  })

  it('send back the same values without a change', async () => {
    const { id } = await record()
    const item = await create({ cover: { id, alt: 'Own' }, paper: { id }, body: bodyOf(id), raw: { id } })
    const { item: read, _rev } = dataOf(await get(item.id))
    const { _rev: after } = dataOf(
      await service.ask('PUT', `/content/posts/${item.id}`, { body: { data: read.data } }),
    )
    expect(after).toBe(_rev)
    await change(id, { alt: 'Later' })
    const { data } = dataOf(await get(item.id)).item
    expect([data.cover.alt, data.body[0].alt]).toEqual(['Own', 'Later'])
  })

  it('complete drafts, comparisons, revisions, the trash and included items', async () => {
    const { id, url } = await record()
    const item = await create({ cover: { id }, body: bodyOf(id) })
    await update(item.id, { data: { raw: 1 } })
    await change(id, { alt: 'Now' })
    const isShown = (data: { cover: object; body: object[] }): void => {
      expect(data.cover).toMatchObject({ url, alt: 'Now' })
      expect(data.body[0]).toMatchObject({ url, alt: 'Now' })
    }
    isShown(dataOf(await get(item.id)).item.data)
    isShown(dataOf(await get(item.id, '?fields=cover,body')).item.data)
    for (const query of [
      '?limit=1',
      `?ids=${item.id}`,
      `?where[id]=${item.id}&fields=cover,body`,
      '?view=live&limit=1',
    ])
      isShown(dataOf(await service.ask('GET', `/content/posts${query}`)).items[0].data)
    isShown((await resultOf(service, 'content_list', { collection: 'posts', limit: 1 })).items[0].data)
    const { live, draft } = dataOf(await get(item.id, '/compare'))
    isShown(live)
    isShown(draft)
    for (const { data } of dataOf(await get(item.id, '/revisions')).items) isShown(data)
    const link = dataOf(
      await service.ask('POST', '/content/links', { body: { data: { post: item.id }, status: 'published' } }),
      201,
    ).item
    const included = dataOf(await service.ask('GET', `/content/links/${link.id}?include=post`)).included
    isShown(included.items[item.id].data)
    const [first] = dataOf(await get(item.id, '/revisions')).items.slice(-1)
    isShown(dataOf(await service.ask('POST', `/revisions/${first.id}/restore`, { body: {} })).item.data)
    isShown((await resultOf(service, 'content_get', { collection: 'posts', id: item.id })).item.data)
    dataOf(await service.ask('DELETE', `/content/posts/${item.id}`))
    const { items } = dataOf(await service.ask('GET', '/content/posts/trash?limit=1'))
    isShown(items[0].data)
  })

  it('complete Markdown, which can be sent back', async () => {
    const { id, url } = await record()
    const item = await create({ body: bodyOf(id) })
    const { item: read, _rev } = dataOf(await get(item.id, '?format=markdown'))
    expect(read.data.body).toContain(url)
    const body = { data: { body: read.data.body }, format: 'markdown' }
    expect(dataOf(await service.ask('PUT', `/content/posts/${item.id}`, { body }))._rev).toBe(_rev)
  })

  it('leave JSON, pictures from elsewhere and texts that look like a mark as they are', async () => {
    const { id } = await record()
    const raw = { id, alt: 'x', '\\u0069d': id, text: `"\\u0069d":"${id}"`, list: [`i\\u0064":"${id}`] }
    const elsewhere = { _type: 'image', url: 'https://elsewhere.example/a.png', alt: 'There', width: 3 }
    const unknown = { _type: 'post', id: '01JZZZZZZZZZZZZZZZZZZZZZZZ' }
    const span = { _type: 'span', text: `"\\u0069d":"${id}" med\\u0069a \\u006` }
    const body = [elsewhere, unknown, { _type: 'block', children: [span] }]
    const item = await create({ raw, body })
    expect(item.data).toEqual({ raw, body })
    await update(item.id, { data: { cover: null } })
    expect(dataOf(await get(item.id)).item.data).toEqual({ raw, body })
  })

  it('stay as they were shown where rich text becomes JSON, which is answered as it is stored', async () => {
    await makeCollection(service, 'wide', {
      supports: ['drafts', 'revisions'],
      fields: [
        { slug: 'title', type: 'string' },
        { slug: 'body', type: 'portableText' },
        { slug: 'aside', type: 'portableText' },
      ],
    })
    const { id, url } = await record()
    const link = { _type: 'block', markDefs: [{ _key: 'l', _type: 'link', href: url }], children: [] }
    const body = [...bodyOf(id), link]
    const path = '/content/wide'
    const made = { data: { title: 'A', body, aside: body }, status: 'published' }
    const { item } = dataOf(await service.ask('POST', path, { body: made }), 201)
    const draft = dataOf(
      await service.ask('PUT', `${path}/${item.id}`, { body: { data: { title: 'B' } } }),
    ).item
    expect(draft.data.body[0]).toMatchObject({ url, alt: 'First' })
    const type = { type: 'json' }
    dataOf(await service.ask('PATCH', '/schema/collections/wide/fields/body', { body: type }))
    const { reader } = service.services.database
    const columns = await rowsOf(service, 'SELECT CAST(body AS TEXT) AS text FROM content_wide')
    const revisions = await reader.rows<StoredData>(
      'SELECT data, compressed FROM revisions WHERE entry_id = ?',
      [item.id],
    )
    const texts = [...columns.map(({ text }) => String(text)), ...revisions.map((row) => withData(row).data)]
    expect(texts).toHaveLength(3)
    for (const text of texts) expect(text.split('"aside"')[0]).not.toContain(String.raw`\u00`)
    await change(id, { alt: 'Now' })
    const read = async (query = '') => dataOf(await service.ask('GET', `${path}/${item.id}${query}`))
    const { data } = (await read()).item
    expect(data.body).toEqual(draft.data.body)
    expect(data.aside[0]).toMatchObject({ alt: 'Now' })
    expect((await read('?view=live')).item.data.body).toEqual(item.data.body)
    const { _rev } = await read()
    expect(dataOf(await service.ask('PUT', `${path}/${item.id}`, { body: { data } }))._rev).toBe(_rev)
    const { items } = await read('/revisions')
    for (const revision of items) expect(revision.data.body).toEqual(item.data.body)
    const restored = await service.ask('POST', `/revisions/${items.at(-1).id}/restore`, { body: {} })
    expect(dataOf(restored).item.data.body).toEqual(item.data.body)
  })

  it.each([
    ['width', (within: object) => within],
    ['alt', (within: object) => ({ _type: 'image', ...within })],
    ['variants', (within: object) => [within]],
    ['focalPoint', (within: object) => ({ x: within, y: 0 })],
  ])(
    'leave an object as it is that has another reference as its %s, and complete that',
    async (key, made) => {
      const [{ id: outer }, { id: inner, url }] = [await record(), await record()]
      const own = { id: inner, alt: 'Within' }
      const hero = { _type: 'hero', _key: 'a', id: outer, [key]: made(own) }
      const item = await create({ body: [hero, { _type: 'image', _key: 'b', id: inner }] })
      const complete = { url, width: 40, height: 30 }
      const expected = { ...hero, [key]: made({ ...own, ...complete }) }
      expect(item.data['body']).toEqual([
        expected,
        { _type: 'image', _key: 'b', id: inner, ...complete, alt: 'First' },
      ])
      const area = `within${key.toLowerCase()}`
      await service.ask('POST', '/widget-areas', { body: { name: area, label: 'A' } })
      const widget = { type: 'component', componentId: 'hero', componentProps: { hero } }
      await service.ask('POST', `/widget-areas/${area}/widgets`, { body: widget })
      const [shown] = dataOf(await service.ask('GET', `/widget-areas/${area}`)).item.widgets
      expect(shown.componentProps).toEqual({ hero: expected })
    },
  )

  it('complete sections and widgets', async () => {
    const { id, url } = await record()
    const section = { title: `With ${id}`, content: bodyOf(id) }
    const made = dataOf(await service.ask('POST', '/sections', { body: section }), 201).item
    await service.ask('POST', '/widget-areas', { body: { name: `area${count}`, label: 'A' } })
    const widget = {
      type: 'component',
      componentId: 'hero',
      componentProps: { image: { id } },
      content: bodyOf(id),
    }
    const path = `/widget-areas/area${count}`
    expect(dataOf(await service.ask('POST', `${path}/widgets`, { body: widget }), 201).item).toMatchObject({
      componentProps: { image: { id, url, alt: 'First' } },
      content: [{ url }, {}, {}, {}],
    })
    await change(id, { alt: 'Now' })
    const { items } = dataOf(await service.ask('GET', '/sections'))
    const read = dataOf(await service.ask('GET', `/sections/${made.slug}`)).item
    for (const one of [read, items.find((candidate: Item) => candidate.id === made.id)])
      expect(one.content[0]).toMatchObject({ url, alt: 'Now', caption: 'Own "caption"' })
    const [shown] = dataOf(await service.ask('GET', path)).item.widgets
    expect(shown).toMatchObject({
      componentProps: { image: { url, alt: 'Now' } },
      content: [{ alt: 'Now' }, {}, {}, {}],
    })
  })

  it('keep the last values of media that are deleted', async () => {
    const { id, url } = await record({ alt: 'Last' })
    const item = await create({ cover: { id }, body: bodyOf(id) })
    dataOf(await service.ask('DELETE', `/media/${id}`))
    const { data } = dataOf(await get(item.id)).item
    for (const one of [data.cover, data.body[0]])
      expect(one).toMatchObject({ id, url, width: 40, alt: 'Last' })
    expect((await update(item.id, { data })).data).toEqual(data)
  })

  it('have a new base address with the next start, in texts that begin with an address too', async () => {
    const { id, url } = await record()
    const link = { _type: 'block', markDefs: [{ _type: 'link', _key: 'l', href: url }], children: [] }
    const picture = { _type: 'image', src: url, alt: 'By address' }
    const { url: otherUrl } = await record()
    await makeCollection(service, 'presets', {
      supports: [],
      fields: [
        { slug: 'cover', type: 'image', defaultValue: { id } },
        { slug: 'body', type: 'portableText', defaultValue: [{ _type: 'image', _key: 'a', src: url }] },
        { slug: 'raw', type: 'json', defaultValue: { url } },
      ],
    })
    // The id is of no media item, or of another one.
    const download = { _type: 'download', id: id.replace(/.$/, 'Z'), width: 7, url }
    const other = { _type: 'image', id, url: otherUrl, alt: 'Other' }
    const body = [link, picture, { _type: 'image', id }, download, other]
    const item = await create({ cover: { id }, body })
    expect(item.data['body']).toMatchObject([link, picture, { id, url }, download, other])
    const { dataDir, databaseUrl } = service.services.config
    const config = readConfig({
      OCTAVO_DATA_DIR: dataDir,
      OCTAVO_LOG_LEVEL: 'silent',
      OCTAVO_SECRET_KEY: secretKey,
      OCTAVO_BASE_URL: 'https://new.example',
      ...(databaseUrl !== null && { OCTAVO_DATABASE_URL: databaseUrl }),
    })
    const app = await createApp({ config, log: createLog('silent') })
    const headers = { authorization: `Bearer ${service.token}` }
    const presets = '/_cms/api/schema/collections/presets?includeFields=true'
    const { fields: shownFields } = (await app.server.inject({ url: presets, headers })).json().data.item
    const path = `/_cms/api/content/posts/${item.id}`
    const { item: shown, _rev } = (await app.server.inject({ url: path, headers })).json().data
    const payload = { data: shown.data }
    const sentBack = (await app.server.inject({ method: 'PUT', url: path, headers, payload })).json().data
    await app.close()
    const moved = `https://new.example${new URL(url).pathname}`
    expect(shown.data).toMatchObject({
      cover: { url: moved },
      body: [
        { markDefs: [{ href: moved }] },
        { src: moved, alt: 'By address' },
        { url: moved },
        { ...download, url: moved },
        { ...other, url: `https://new.example${new URL(otherUrl).pathname}` },
      ],
    })
    expect(sentBack._rev).toBe(_rev)
    expect(shownFields).toMatchObject([
      { defaultValue: { id, url: moved } },
      { defaultValue: [{ _type: 'image', _key: 'a', src: moved }] },
      { defaultValue: { url } },
    ])
  })
})
