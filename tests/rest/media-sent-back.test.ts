import { createApp } from '@octavo/server/app'
import { readConfig } from '@octavo/server/config'
import { createLog } from '@octavo/server/platform/log'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { dataOf } from '../setup/answers.ts'
import { makeCollection } from '../setup/content.ts'
import { resultOf } from '../setup/mcp.ts'
import { secretKey, engines, startService, type TestService } from '../setup/service.ts'
import { rowsOf } from '../setup/tables.ts'

const fields = [
  { slug: 'title', type: 'string' },
  { slug: 'cover', type: 'image' },
  { slug: 'paper', type: 'file' },
  { slug: 'body', type: 'portableText' },
]

type Values = Record<string, unknown>
interface Item {
  id: string
  data: Values
}

/** What clients read and send back changes nothing, whatever happened to the media in between. */
describe.each(engines)('media that is sent back on %s', (engine) => {
  let service: TestService
  let count = 0

  beforeAll(async () => {
    service = await startService(engine)
    await makeCollection(service, 'posts', { supports: ['drafts', 'revisions'], fields })
  })
  afterAll(() => service.close())

  const record = async (more: object = {}) => {
    const filename = `s${++count}.png`
    const body = { filename, storageKey: filename, mimeType: 'image/png', size: 5, width: 40, height: 30 }
    return dataOf(await service.ask('POST', '/media', { body: { ...body, alt: 'First', ...more } }), 201).item
  }
  const change = async (id: string, body: object) =>
    dataOf(await service.ask('PUT', `/media/${id}`, { body }))
  const create = async (data: object): Promise<Item> =>
    dataOf(await service.ask('POST', '/content/posts', { body: { data, status: 'published' } }), 201).item
  const get = async (id: string): Promise<Item> =>
    dataOf(await service.ask('GET', `/content/posts/${id}`)).item
  const put = async (id: string, data: object): Promise<Item> =>
    dataOf(await service.ask('PUT', `/content/posts/${id}`, { body: { data } })).item
  const revisions = async (id: string): Promise<number> =>
    dataOf(await service.ask('GET', `/content/posts/${id}/revisions`)).total
  const stored = async (id: string) =>
    (
      await rowsOf(
        service,
        `SELECT version, updated_at, draft_revision_id FROM content_posts WHERE id = '${id}'`,
      )
    )[0]

  /** Sends data, and expects that nothing is stored. */
  const expectUnchanged = async (id: string, data: object): Promise<void> => {
    const before = [await stored(id), await revisions(id)]
    await put(id, data)
    expect([await stored(id), await revisions(id)]).toEqual(before)
  }

  const bodyOf = (id: string, more: object = {}) => [
    { _type: 'image', _key: 'a', id, ...more },
    {
      _type: 'gallery',
      _key: 'b',
      images: [
        { _key: 'c', id, alt: 'Mine' },
        { _key: 'd', id },
      ],
    },
    { _type: 'file', _key: 'e', id },
  ]

  it('is no change after the record has changed, and follows the record afterwards', async () => {
    const { id } = await record()
    const item = await create({ cover: { id }, paper: { id }, body: bodyOf(id) })
    const read = (await get(item.id)).data
    await change(id, { alt: 'Second', width: 41, focalPoint: { x: 0.5, y: 0 } })
    await expectUnchanged(item.id, read)
    await change(id, { alt: null, focalPoint: null })
    await expectUnchanged(item.id, (await get(item.id)).data)
    await expectUnchanged(item.id, read)
    await change(id, { alt: 'Last' })
    const { cover, body } = (await get(item.id)).data as { cover: Values; body: Values[] }
    expect([cover['alt'], body[0]?.['alt'], cover['width']]).toEqual(['Last', 'Last', 41])
  })

  it('is no change where a text of its own equals that of the record by now', async () => {
    const { id } = await record()
    const item = await create({ cover: { id, alt: 'Own', caption: 'C' }, body: bodyOf(id, { alt: 'Own' }) })
    await change(id, { alt: 'Own' })
    await expectUnchanged(item.id, (await get(item.id)).data)
    await change(id, { alt: 'Other' })
    expect((await get(item.id)).data).toMatchObject({
      cover: { alt: 'Own', caption: 'C' },
      body: [{ alt: 'Own' }, { images: [{ alt: 'Mine' }, { alt: 'Other' }] }, {}],
    })
  })

  it('is no change where pictures without keys look the same', async () => {
    const { id } = await record()
    const item = await create({
      body: [
        { _type: 'image', id, alt: 'Own' },
        { _type: 'image', id },
      ],
    })
    await change(id, { alt: 'Own' })
    await expectUnchanged(item.id, (await get(item.id)).data)
    await change(id, { alt: 'Other' })
    expect((await get(item.id)).data['body']).toMatchObject([{ alt: 'Own' }, { alt: 'Other' }])
  })

  it('keeps the service responsive, however many references there are to one record', async () => {
    const { id } = await record()
    for (const alt of ['Second', 'Third', 'Fourth']) await change(id, { alt })
    const pictures = (text: string) =>
      Array.from({ length: 4000 }, (_, index) => ({ _type: 'image', id, alt: `${text} ${index}` }))
    const item = await create({ body: pictures('Old') })
    const began = performance.now()
    const { body } = (await put(item.id, { body: pictures('New') })).data as { body: Values[] }
    expect(performance.now() - began).toBeLessThan(20_000)
    expect(body.at(-1)).toMatchObject({ alt: 'New 3999' })
  })

  it('keeps what is stored of other blocks when one has changed', async () => {
    const { id } = await record()
    const item = await create({ title: 'A', body: bodyOf(id) })
    const { body } = (await get(item.id)).data as { body: Values[] }
    await change(id, { alt: 'Second' })
    const text = { _type: 'block', _key: 'z', children: [{ _type: 'span', text: 'New' }] }
    await put(item.id, { body: [...body, text] })
    const { data } = await get(item.id)
    expect(data['body']).toMatchObject([
      { alt: 'Second' },
      { images: [{ alt: 'Mine' }, { alt: 'Second' }] },
      {},
      text,
    ])
    // Taken back, the draft is the live version again.
    await put(item.id, { body })
    expect((await stored(item.id))?.['draft_revision_id']).toBeNull()
  })

  it('sets and removes texts of its own', async () => {
    const { id } = await record()
    const item = await create({ cover: { id } })
    const alt = async (cover: object) => ((await put(item.id, { cover })).data['cover'] as Values)['alt']
    expect(await alt({ id, alt: 'Own' })).toBe('Own')
    expect(await alt({ id, alt: '' })).toBe('')
    expect(await alt({ id })).toBe('First')
  })

  it('is no change with another base address', async () => {
    const { id, url } = await record()
    const children = [{ _type: 'span', text: url, marks: ['l'] }]
    const link = { _type: 'block', markDefs: [{ _type: 'link', _key: 'l', href: url }], children }
    const item = await create({ cover: { id }, paper: { id }, body: [...bodyOf(id), link] })
    const before = [await stored(item.id), await revisions(item.id)]
    const { dataDir, databaseUrl } = service.services.config
    const config = readConfig({
      OCTAVO_DATA_DIR: dataDir,
      OCTAVO_LOG_LEVEL: 'silent',
      OCTAVO_SECRET_KEY: secretKey,
      OCTAVO_BASE_URL: 'https://moved.example',
      ...(databaseUrl !== null && { OCTAVO_DATABASE_URL: databaseUrl }),
    })
    const app = await createApp({ config, log: createLog('silent') })
    const headers = { authorization: `Bearer ${service.token}` }
    const path = `/_cms/api/content/posts/${item.id}`
    const read = JSON.parse((await app.server.inject({ url: path, headers })).body).data.item.data
    const answer = await app.server.inject({ method: 'PUT', url: path, headers, payload: { data: read } })
    expect(answer.statusCode, answer.body).toBe(200)
    await app.close()
    expect([await stored(item.id), await revisions(item.id)]).toEqual(before)
    // With the address of before as well.
    await expectUnchanged(item.id, (await get(item.id)).data)
  })

  it('keeps links beside the id of a media item, and members that only have the same names', async () => {
    const { id } = await record()
    const body = [
      { _type: 'image', _key: 'a', id, url: 'https://elsewhere.example/x.png', alt: 'First', width: 40 },
      { _type: 'image', _key: 'b', id, url: 'https://elsewhere.example/_cms/api/media/file/other.png' },
      { _type: 'button', _key: 'c', id, url: 'https://shop.example/buy', label: 'Buy' },
    ]
    const product = {
      _type: 'product',
      _key: 'd',
      id,
      variants: ['red', 'blue'],
      placeholder: 'Choose',
      filename: 'mine.png',
      size: 'large',
    }
    const item = await create({ body: [...body, product] })
    const { data } = await get(item.id)
    expect((data['body'] as unknown[]).slice(0, 3)).toEqual(body)
    expect((data['body'] as unknown[])[3]).toMatchObject(product)
    await expectUnchanged(item.id, data)
    await change(id, { alt: 'Second' })
    expect(((await get(item.id)).data['body'] as unknown[]).slice(0, 3)).toEqual(body)
  })

  it('leaves prose and code alone that begin with an address', async () => {
    const { id, url } = await record()
    const span = { _type: 'span', text: `${url} is where it is` }
    const body = [
      { _type: 'block', _key: 'a', children: [span] },
      { _type: 'code', _key: 'b', code: url },
      { _type: 'image', _key: 'c', id, alt: url },
      { _type: 'image', _key: 'e', id, alt: String.raw`\u0069d` },
      { _type: 'image', _key: 'f', id, alt: '\nab69d":"', width: 7 },
      { _type: 'image', _key: 'g', id, alt: '\u0001"\\', focalPoint: { x: 0, y: 1 } },
      { _type: 'other', _key: 'd', text: '/_cms/api/media/file/x' },
    ]
    const item = await create({ body })
    const { data } = await get(item.id)
    expect(data['body']).toMatchObject(body)
    const texts = await rowsOf(
      service,
      `SELECT CAST(body AS TEXT) AS body FROM content_posts WHERE id = '${item.id}'`,
    )
    expect(String(texts[0]?.['body'])).not.toContain(String.raw`med\u0069a`)
  })

  it('shows no differences in comparisons and history', async () => {
    const { id } = await record()
    const item = await create({ title: 'A', cover: { id }, body: bodyOf(id) })
    await change(id, { alt: 'Second' })
    await put(item.id, { ...(await get(item.id)).data, title: 'B' })
    const { live, draft } = dataOf(await service.ask('GET', `/content/posts/${item.id}/compare`))
    expect({ ...draft, title: 'A' }).toEqual(live)
    const { items } = dataOf(await service.ask('GET', `/content/posts/${item.id}/revisions`))
    expect(items.map(({ data }: Item) => ({ ...data, title: '' }))).toEqual(
      items.map(() => ({ ...live, title: '' })),
    )
  })

  it('is the same over MCP', async () => {
    const { id } = await record()
    const item = await create({ cover: { id }, paper: { id }, body: bodyOf(id) })
    const rest = (await get(item.id)).data
    const named = { collection: 'posts', id: item.id }
    const mcp = (await resultOf(service, 'content_get', named)).item
    expect(mcp.data).toEqual(rest)
    const before = [await stored(item.id), await revisions(item.id)]
    await resultOf(service, 'content_update', { ...named, data: mcp.data })
    expect([await stored(item.id), await revisions(item.id)]).toEqual(before)
  })

  it('completes 200 pictures with one look-up', async () => {
    const all: string[] = []
    for (let index = 0; index < 200; index++) all.push((await record()).id)
    const item = await create({ body: all.map((id, index) => ({ _type: 'image', _key: `k${index}`, id })) })
    await change(all[0] ?? '', { alt: 'New' })
    const { body } = (await get(item.id)).data as { body: Values[] }
    expect(body.map(({ alt }) => alt)).toEqual(['New', ...all.slice(1).map(() => 'First')])
    await expectUnchanged(item.id, { body })
  })
})
