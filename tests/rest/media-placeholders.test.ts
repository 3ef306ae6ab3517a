// @module-tag long
import sharp from 'sharp'
import { thumbHashToAverageRGBA } from 'thumbhash'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { dataOf } from '../setup/answers.ts'
import { makeCollection } from '../setup/content.ts'
import { enginesAndStores, startMediaService, uploaded } from '../setup/media.ts'
import { patience } from '../setup/patience.ts'
import type { TestService } from '../setup/service.ts'
import { rowsOf } from '../setup/tables.ts'

describe.each(enginesAndStores)('placeholders of images on %s with files on %s', (engine, store) => {
  let service: TestService

  beforeAll(async () => {
    service = await startMediaService(engine, store)
    await makeCollection(service, 'posts', {
      supports: ['drafts'],
      fields: [{ slug: 'cover', type: 'image' }],
    })
  })
  afterAll(() => service.close())

  const get = async (id: string) => dataOf(await service.ask('GET', `/media/${id}`)).item
  const red = (): Promise<Buffer> =>
    sharp({ create: { width: 700, height: 350, channels: 3, background: { r: 250, g: 10, b: 20 } } })
      .png()
      .toBuffer()

  it('are made soon after an upload, and shown wherever the image is', async () => {
    const item = await uploaded(service, { filename: 'red.png', type: 'image/png', content: await red() })
    expect(item).toMatchObject({ placeholder: null, variants: [64, 160, 320, 480, 640] })
    const post = dataOf(
      await service.ask('POST', '/content/posts', { body: { data: { cover: { id: item.id } } } }),
      201,
    ).item
    expect(post.data.cover).toMatchObject({ variants: item.variants, url: item.url })
    expect(post.data.cover).not.toHaveProperty('placeholder')
    service.clock.forward(60_000)
    await expect.poll(async () => (await get(item.id)).placeholder, { timeout: patience }).not.toBeNull()
    const { placeholder } = await get(item.id)
    const { r, g } = thumbHashToAverageRGBA(Buffer.from(placeholder, 'base64'))
    expect([r > 0.8, g < 0.2]).toEqual([true, true])
    const { cover } = dataOf(await service.ask('GET', `/content/posts/${post.id}`)).item.data
    expect(cover).toMatchObject({ placeholder })
    const same = await uploaded(service, { filename: 'same.png', type: 'image/png', content: await red() })
    expect(same.placeholder).toBe(placeholder)
    const body = { data: { cover: { ...cover, placeholder: 'mine' } } }
    const answer = await service.ask('PUT', `/content/posts/${post.id}`, { body })
    expect(dataOf(answer).item.data.cover).toEqual(cover)
  })

  it('are not made of what cannot be decoded, which is tried once', async () => {
    const noise = { type: 'gaussian', mean: 128, sigma: 60 } as const
    const whole = await sharp({ create: { width: 300, height: 300, channels: 3, background: '#888', noise } })
      .png()
      .toBuffer()
    const content = Buffer.concat([whole.subarray(0, whole.length / 2), Buffer.alloc(1000)])
    const item = await uploaded(service, { filename: 'cut.png', type: 'image/png', content })
    const text = await uploaded(service, { filename: 'a.txt', type: 'text/plain', content: 'text' })
    service.clock.forward(60_000)
    const waiting = () => rowsOf(service, 'SELECT storage_key FROM files WHERE placeholder_due IS NOT NULL')
    await expect.poll(waiting, { timeout: patience }).toEqual([])
    for (const { id } of [item, text]) expect((await get(id)).placeholder).toBeNull()
  })
})
