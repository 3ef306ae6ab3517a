import sharp from 'sharp'
import { thumbHashToAverageRGBA } from 'thumbhash'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { dataOf, expectFailure, issuePaths } from '../setup/answers.ts'
import { makeCollection } from '../setup/content.ts'
import type { Any } from '../setup/json.ts'
import { enginesAndStores, fetchFile, formOf, startMediaService, uploaded } from '../setup/media.ts'
import { patience } from '../setup/patience.ts'
import type { TestService } from '../setup/service.ts'

const slides = { widget: 'list', fields: [{ slug: 'picture', type: 'image' }] }

/** The right half, which is blue. */
const right = { x: 0.5, y: 0, width: 0.5, height: 1 }
const left = { ...right, x: 0 }

let count = 0

/** A picture that is red on the left and blue on the right, and that no other test has. */
async function halves({ width = 800, height = 400, orientation = 1 } = {}): Promise<Buffer> {
  const half = { width: width / 2, height, channels: 3 } as const
  const blue = sharp({ create: { ...half, background: { r: ++count, g: 0, b: 240 } } }).png()
  return sharp({ create: { ...half, width, background: { r: 240, g: 0, b: 0 } } })
    .composite([{ input: await blue.toBuffer(), left: width / 2, top: 0 }])
    .withMetadata({ orientation })
    .png()
    .toBuffer()
}

describe.each(enginesAndStores)('crops of pictures on %s with files on %s', (engine, store) => {
  let service: TestService

  beforeAll(async () => {
    service = await startMediaService(engine, store)
    await makeCollection(service, 'posts', {
      supports: ['drafts', 'revisions'],
      fields: [
        { slug: 'cover', type: 'image' },
        { slug: 'body', type: 'portableText' },
      ],
    })
  })
  afterAll(() => service.close())

  const create = async (data: object) =>
    dataOf(await service.ask('POST', '/content/posts', { body: { data, status: 'published' } }), 201).item
  const update = async (id: string, data: object) =>
    dataOf(await service.ask('PUT', `/content/posts/${id}`, { body: { data } })).item
  const get = async (id: string) => dataOf(await service.ask('GET', `/content/posts/${id}`)).item
  const keyOf = (url: string): string => url.slice(url.indexOf('/media/file/') + '/media/file/'.length)
  const seen = async (url: string, query = '') => {
    const answer = await fetchFile(service, keyOf(url), { query })
    expect(answer.status, answer.text).toBe(200)
    const { data, info } = await sharp(answer.bytes).removeAlpha().raw().toBuffer({ resolveWithObject: true })
    const colour = (data[0] ?? 0) > 128 ? 'red' : 'blue'
    const last = (data.at(-1) ?? 0) > 128 ? 'blue' : 'red'
    return { width: info.width, height: info.height, colours: [colour, last], headers: answer.headers }
  }

  it('are what answers describe and what their addresses lead to, in fields and in rich text', async () => {
    const media = await uploaded(service, { content: await halves() })
    await service.ask('PUT', `/media/${media.id}`, { body: { focalPoint: { x: 0.75, y: 0.25 } } })
    const image = { _type: 'image', _key: 'a', id: media.id, crop: right }
    const body = [
      image,
      { _type: 'gallery', _key: 'b', images: [{ ...image, crop: left }] },
      { _type: 'image', _key: 'c', id: media.id },
    ]
    const { id, data } = await create({ cover: { id: media.id, crop: right }, body })
    const whole = { width: 800, height: 400, focalPoint: { x: 0.75, y: 0.25 }, url: media.url }
    const half = {
      crop: right,
      width: 400,
      height: 400,
      focalPoint: { x: 0.5, y: 0.25 },
      variants: [64, 160, 320],
    }
    expect(data.cover).toMatchObject(half)
    expect(data.body[0]).toMatchObject(half)
    expect(data.body[1].images[0]).toMatchObject({ crop: left, width: 400 })
    expect(data.body[1].images[0]).not.toHaveProperty('focalPoint')
    expect(data.body[2]).toMatchObject(whole)
    expect(data.body[2]).not.toHaveProperty('crop')

    expect(await seen(data.cover.url, '?w=160')).toMatchObject({
      width: 160,
      height: 160,
      colours: ['blue', 'blue'],
      headers: { 'cache-control': expect.stringContaining('immutable') },
    })
    expect(await seen(data.cover.url)).toMatchObject({ width: 400, height: 400, colours: ['blue', 'blue'] })
    expect((await seen(data.body[1].images[0].url, '?w=64&format=avif')).colours).toEqual(['red', 'red'])
    expect((await seen(media.url, '?w=160')).colours).toEqual(['red', 'blue'])

    expect(await update(id, { ...data, title: undefined })).toMatchObject({ hasPendingDraft: false })
    const uses = dataOf(await service.ask('GET', `/media/${media.id}/usage`)).items
    expect(uses).toMatchObject([{ id, fields: ['cover', 'body'] }])
  })

  it('follow how a camera was held', async () => {
    const media = await uploaded(service, { content: await halves({ orientation: 6 }) })
    const { data } = await create({ cover: { id: media.id, crop: { x: 0, y: 0.5, width: 1, height: 0.5 } } })
    expect(data.cover).toMatchObject({ width: 400, height: 400 })
    expect(await seen(data.cover.url)).toMatchObject({ width: 400, height: 400, colours: ['blue', 'blue'] })
  })

  it('keep what moves moving', async () => {
    const frames = [1, 2, 3].map((shade) =>
      sharp({ create: { width: 60, height: 40, channels: 3, background: { r: shade * 60, g: 0, b: 0 } } }),
    )
    const content = await sharp(await Promise.all(frames.map((frame) => frame.png().toBuffer())), {
      join: { animated: true },
    })
      .gif()
      .toBuffer()
    const media = await uploaded(service, { content })
    const { data } = await create({ cover: { id: media.id, crop: right } })
    const { bytes } = await fetchFile(service, keyOf(data.cover.url))
    const { pages, width, pageHeight } = await sharp(bytes, { animated: true }).metadata()
    expect([pages, width, pageHeight]).toEqual([3, 30, 40])
  })

  it('are shown to nobody who has no answer with their address', async () => {
    const media = await uploaded(service, { content: await halves() })
    const { data } = await create({ cover: { id: media.id, crop: right } })
    const other = await uploaded(service, { content: await halves() })
    const key = keyOf(data.cover.url)
    for (const forged of [
      key.replace('5000-0-5000-10000', '5000-0-5000-9000'),
      key.replace('5000-0-5000-10000', '05000-0-5000-10000'),
      key.replace(media.storageKey, other.storageKey),
      key.replace(/\/[\w-]{22}\//, `/${'A'.repeat(22)}/`),
      key.replace(/\/[\w-]{22}\//, '/'),
      `~crop/5000-0-5000-10000/${media.storageKey}`,
      `~crop/${media.storageKey}`,
    ])
      for (const token of [null, service.token])
        expect((await fetchFile(service, forged, { query: '?w=64', token })).status, forged).toBe(404)
    expect((await fetchFile(service, key, { query: '?w=64&h=64' })).status).toBe(403)
    const { url, image } = dataOf(
      await service.ask('GET', `/media/${media.id}/variant-url?w=64&h=160&crop=0.5,0,0.5,1`),
    )
    expect(await seen(url.split('?')[0] ?? '', `?${url.split('?')[1]}`)).toMatchObject({
      width: 64,
      height: 160,
      colours: ['blue', 'blue'],
    })
    expect(image).toEqual(data.cover)
    for (const crop of ['0.5,0,0.6,1', '0,0,0.001,1', '1,2', '0,0,1,1,1', 'a,b,c,d'])
      expectFailure(
        await service.ask('GET', `/media/${media.id}/variant-url?w=64&crop=${crop}`),
        '400 VALIDATION_ERROR',
      )
  })

  it.each<[string, unknown, string]>([
    ['beyond the right', { ...right, width: 0.6 }, 'crop'],
    ['beyond the bottom', { ...right, y: 0.2 }, 'crop'],
    ['of nothing', { ...right, width: 0 }, 'crop.width'],
    ['outside', { ...right, x: -0.1 }, 'crop.x'],
    ['of one side', { x: 0, y: 0, width: 1 }, 'crop.height'],
    ['with more', { ...right, zoom: 2 }, 'crop'],
    ['of pixels', { x: 10, y: 10, width: 100, height: 100 }, 'crop.x'],
  ])('are refused %s, at their place', async (_, crop, path) => {
    const id = '01JZZZZZZZZZZZZZZZZZZZZZZZ'
    const image = { _type: 'image', id, crop }
    const body = [{ _type: 'columns', columns: [{ blocks: [{ _type: 'gallery', images: [image] }] }] }]
    const answer = await service.ask('POST', '/content/posts', { body: { data: { body } } })
    expectFailure(answer, '400 VALIDATION_ERROR')
    expect(issuePaths(answer)).toContain(`data.body.0.columns.0.blocks.0.images.0.${path}`)
    const field = await service.ask('POST', '/content/posts', { body: { data: { cover: { id, crop } } } })
    expect(issuePaths(field)).toContain(`data.cover.${path}`)
  })

  it.each<[string, unknown]>([
    ['text', '16:9'],
    ['distances from the edges', { _type: 'sanity.imageCrop', top: 0.1, bottom: 0, left: 0, right: 0.2 }],
    ['objects with ids', { from: { id: '01JZZZZZZZZZZZZZZZZZZZZZZZ', url: '/a.png' }, to: [{ at: 1 }] }],
    ['null', null],
  ])('of another form stay in rich text, and crop nothing: %s', async (_, crop) => {
    const media = await uploaded(service, { content: await halves() })
    const image = { _type: 'image', _key: 'a', id: media.id, alt: 'Own', crop }
    const { id, data } = await create({ body: [image] })
    expect(data.body[0]).toMatchObject({ crop, url: media.url, width: 800, alt: 'Own' })
    const again = await update(id, { body: [...data.body, { _type: 'break', _key: 'b' }] })
    expect(again.data.body[0]).toEqual(data.body[0])
    const uses = dataOf(await service.ask('GET', `/media/${media.id}/usage`)).items
    expect(uses).toMatchObject([{ id, fields: ['body'] }])
    // It follows the record, so it is a reference.
    await service.ask('PUT', `/media/${media.id}`, { body: { focalPoint: { x: 0.75, y: 0.25 } } })
    expect((await get(id)).data.body[0]).toMatchObject({ crop, focalPoint: { x: 0.75, y: 0.25 } })
    const field = { id: media.id, crop: crop ?? 'none' }
    expectFailure(
      await service.ask('POST', '/content/posts', { body: { data: { cover: field } } }),
      '400 VALIDATION_ERROR',
    )
  })

  it('are bounded in a text', async () => {
    const media = await uploaded(service, { content: await halves() })
    const images = Array.from({ length: 201 }, (_, index) => ({
      _type: 'image',
      _key: `k${index}`,
      id: media.id,
      crop: { ...left, width: 0.5 + index / 1000 },
    }))
    const answer = await service.ask('POST', '/content/posts', { body: { data: { body: images } } })
    expectFailure(answer, '400 VALIDATION_ERROR')
    expect(issuePaths(answer)).toEqual(['data.body.200.crop'])
  })

  it('are bounded in all fields of an item together', async () => {
    const media = await uploaded(service, { content: await halves() })
    await makeCollection(service, 'pages', {
      supports: ['drafts', 'revisions'],
      fields: [
        { slug: 'body', type: 'portableText' },
        { slug: 'slides', type: 'json', options: slides },
        { slug: 'note', type: 'string' },
      ],
    })
    const image = { id: media.id, crop: left }
    const body = Array.from({ length: 100 }, (_, index) => ({ _type: 'image', _key: `k${index}`, ...image }))
    const many = (length: number) => Array.from({ length }, () => ({ picture: image }))
    const write = (method: string, path: string, data: object, status?: string) =>
      service.ask(method, `/content/pages${path}`, { body: { data, ...(status && { status }) } })
    expect(issuePaths(await write('POST', '', { body, slides: many(101) }))).toEqual(['data.slides'])
    const { id } = dataOf(await write('POST', '', { body, slides: many(100) }, 'published'), 201).item
    dataOf(await write('PUT', `/${id}`, { note: 'No more crops' }))
    dataOf(
      await write('PUT', `/${id}`, { body: [...body.slice(1), { _type: 'image', _key: 'x', ...image }] }),
    )
    const beyond = await write('PUT', `/${id}`, { slides: many(101) })
    expectFailure(beyond, '400 VALIDATION_ERROR')
    expect(beyond.body.error.details.issues).toMatchObject([
      { path: 'data.slides', rule: 'tooManyCrops', params: { most: 200 } },
    ])
  })

  it('are not answered by the whole picture while they cannot be made', async () => {
    const media = await uploaded(service, { content: await halves() })
    const { data } = await create({ cover: { id: media.id, crop: right } })
    const { imageVariants } = service.services
    const make = imageVariants.make.bind(imageVariants)
    imageVariants.make = async () => null
    const answer = await fetchFile(service, keyOf(data.cover.url), { query: '?w=64' })
    imageVariants.make = make
    expect(answer.status).toBe(503)
    expect(await seen(data.cover.url, '?w=64')).toMatchObject({ colours: ['blue', 'blue'] })
  })

  it('count in objects of other types as well', async () => {
    const media = await uploaded(service, { content: await halves() })
    const items = Array.from({ length: 201 }, () => ({ id: media.id, crop: right }))
    const body = { data: { body: [{ _type: 'slides', _key: 'a', items }] } }
    expect(issuePaths(await service.ask('POST', '/content/posts', { body }))).toEqual([
      'data.body.0.items.200.crop',
    ])
  })

  it('leave no values behind when a client removes or moves them', async () => {
    const media = await uploaded(service, { content: await halves() })
    await service.ask('PUT', `/media/${media.id}`, { body: { focalPoint: { x: 0.75, y: 0.25 } } })
    const image = { _type: 'image', _key: 'a', id: media.id, crop: right }
    const { id, data } = await create({ cover: { id: media.id, crop: right }, body: [image] })
    const { crop: _, ...uncropped } = data.body[0]
    const { crop: __, ...cover } = data.cover
    const shown = (await update(id, { cover, body: [uncropped] })).data
    const whole = { width: 800, height: 400, url: media.url, focalPoint: { x: 0.75, y: 0.25 } }
    for (const one of [shown.cover, shown.body[0]]) {
      expect(one).toMatchObject({ ...whole, variants: [64, 160, 320, 480, 640] })
      expect(one).not.toHaveProperty('crop')
    }
    const moved = await update(id, {
      cover: { ...data.cover, crop: { x: 0.25, y: 0, width: 0.75, height: 1 } },
      body: [{ ...data.body[0], crop: { x: 0.25, y: 0, width: 0.75, height: 1 } }],
    })
    for (const one of [moved.data.cover, moved.data.body[0]])
      expect(one).toMatchObject({ width: 600, height: 400, focalPoint: { x: 0.6667, y: 0.25 } })
    const own = await update(id, { cover: { ...moved.data.cover, focalPoint: { x: 0.1, y: 0.1 } } })
    expect(own.data.cover).toMatchObject({ width: 600, focalPoint: { x: 0.1, y: 0.1 } })
  })

  it('and points of a use end with a file of other proportions, and come back with it', async () => {
    const media = await uploaded(service, { filename: 'a.png', content: await halves() })
    const own = { id: media.id, focalPoint: { x: 0.1, y: 0.2 } }
    const body = [
      { _type: 'image', _key: 'a', ...own, crop: right },
      { _type: 'image', _key: 'b', ...own },
      { _type: 'image', _key: 'c', ...own, width: 300, height: 200 },
      { _type: 'image', _key: 'd', ...own, crop: right, width: 300, height: 300 },
      { _type: 'image', _key: 'e', ...own, width: 200, height: 100 },
    ]
    const { id, data: first } = await create({ cover: { ...own, crop: right }, body })
    const replace = async (content: Buffer) => {
      const form = formOf([{ name: 'file', filename: 'b.png', type: 'image/png', content }])
      return dataOf(await service.ask('POST', `/media/${media.id}/replace`, form)).item
    }
    await replace(await halves({ width: 1600, height: 800 }))
    const scaled = (await get(id)).data
    expect(scaled.cover).toMatchObject({ crop: right, width: 800, focalPoint: own.focalPoint })
    expect(scaled.body[0]).toMatchObject({ crop: right, width: 800, focalPoint: own.focalPoint })
    expect(scaled.body[1]).toMatchObject({ width: 1600, focalPoint: own.focalPoint })
    expect(scaled.body[3]).toMatchObject({ crop: right, width: 300, focalPoint: own.focalPoint })
    expect((await seen(scaled.cover.url, '?w=64')).colours).toEqual(['blue', 'blue'])

    const { url } = await replace(await halves({ width: 400, height: 800 }))
    const other = (await get(id)).data
    for (const one of [other.cover, other.body[0], other.body[1]] as Any[]) {
      expect(one).toMatchObject({ url, width: 400, height: 800 })
      expect(one).not.toHaveProperty('crop')
      expect(one).not.toHaveProperty('focalPoint')
    }
    // Nothing says for which picture the point of one with a distorted size was chosen.
    expect(other.body[2]).toMatchObject({ width: 300, height: 200, focalPoint: own.focalPoint })
    expect(other.body[3]).toMatchObject({ url, width: 300, height: 300 })
    expect(other.body[4]).toMatchObject({ url, width: 200, height: 100 })
    for (const one of [other.body[3], other.body[4]] as Any[]) {
      expect(one).not.toHaveProperty('crop')
      expect(one).not.toHaveProperty('focalPoint')
    }
    expect(await update(id, other)).toMatchObject({ hasPendingDraft: false })
    await replace(await halves())
    expect((await get(id)).data).toMatchObject({ cover: { crop: right, width: first.cover.width } })
  })

  it('come back with a revision, and stay where Markdown is written', async () => {
    const media = await uploaded(service, { content: await halves() })
    const image = { _type: 'image', _key: 'a', id: media.id, crop: right }
    const { id } = await create({ cover: { id: media.id, crop: right }, body: [image] })
    await update(id, { cover: { id: media.id }, body: [{ ...image, crop: left }] })
    await service.ask('POST', `/content/posts/${id}/publish`)
    const { items } = dataOf(await service.ask('GET', `/content/posts/${id}/revisions`))
    dataOf(await service.ask('POST', `/revisions/${items.at(-1).id}/restore`))
    const restored = (await get(id)).data
    expect(restored).toMatchObject({ cover: { crop: right, width: 400 }, body: [{ crop: right }] })
    const asMarkdown = `/content/posts/${id}?format=markdown`
    const { body: text } = dataOf(await service.ask('GET', asMarkdown)).item.data
    const body = { data: { body: `${text}\n\nAnd a paragraph.\n` } }
    dataOf(await service.ask('PUT', asMarkdown, { body }))
    expect((await get(id)).data.body).toMatchObject([{ crop: right, width: 400 }, { _type: 'block' }])
  })

  it('do nothing where no part can be made', async () => {
    const svg = '<svg xmlns="http://www.w3.org/2000/svg" width="80" height="40"/>'
    const media = await uploaded(service, { filename: 'a.svg', type: 'image/svg+xml', content: svg })
    const whole = await uploaded(service, { content: await halves() })
    const all = { x: 0, y: 0, width: 1, height: 1 }
    const { data } = await create({
      cover: { id: media.id, crop: right },
      body: [{ _type: 'image', id: whole.id, crop: all }],
    })
    expect(data.cover).toMatchObject({ url: media.url })
    expect(data.cover).not.toHaveProperty('crop')
    expect(data.body[0]).toMatchObject({ url: whole.url, width: 800 })
    expect(data.body[0]).not.toHaveProperty('crop')
  })

  it('have placeholders of what they show', { tags: 'long' }, async () => {
    const media = await uploaded(service, { content: await halves() })
    const { id } = await create({ cover: { id: media.id, crop: right } })
    service.clock.forward(60_000)
    const placeholder = async () => (await get(id)).data.cover.placeholder
    await expect.poll(placeholder, { timeout: patience }).toBeDefined()
    const { r, b } = thumbHashToAverageRGBA(Buffer.from(await placeholder(), 'base64'))
    expect([r < 0.3, b > 0.6]).toEqual([true, true])
  })
})
