import { limits } from '@octavo/contract/limits'
import sharp, { type Sharp } from 'sharp'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { expectFailure, issuePaths } from '../setup/answers.ts'
import {
  enginesAndStores,
  fetchFile,
  isStored,
  picture,
  startMediaService,
  uploaded,
} from '../setup/media.ts'
import type { TestService } from '../setup/service.ts'

describe.each(enginesAndStores)('variants of images on %s with files on %s', (engine, store) => {
  let service: TestService
  let key: string

  beforeAll(async () => {
    service = await startMediaService(engine, store)
    key = (
      await uploaded(service, {
        content: await picture('jpeg', { width: 1200, height: 800, orientation: 6 }),
      })
    ).storageKey
  })
  afterAll(() => service.close())

  it.each<[query: string, width: number, height: number, format: string, name: string]>([
    ['?w=320', 320, 480, 'webp', '320x-contain.webp'],
    ['?h=320', 213, 320, 'webp', 'x320-contain.webp'],
    ['?w=320&fit=cover', 320, 480, 'webp', '320x-contain.webp'],
    ['?w=320&h=320', 320, 320, 'webp', '320x320-cover.webp'],
    ['?w=320&h=320&fit=contain', 213, 320, 'webp', '320x320-contain.webp'],
    ['?w=64&format=avif', 64, 96, 'heif', '64x-contain.avif'],
    ['?format=webp', 800, 1200, 'webp', 'x-contain.webp'],
    ['?w=2560', 800, 1200, 'webp', '2560x-contain.webp'],
    ['?w=160&format=jpeg', 160, 240, 'jpeg', '160x-contain.jpeg'],
  ])('%s is %i × %i', async (query, width, height, format, name) => {
    const { token } = service
    const answer = await fetchFile(service, key, { query, token })
    expect(answer.status, answer.text).toBe(200)
    const facts = await sharp(answer.bytes).metadata()
    expect([facts.width, facts.height, facts.format]).toEqual([width, height, format])
    expect(facts.orientation).toBeUndefined()
    expect(answer.headers['content-type']).toBe(`image/${format === 'heif' ? 'avif' : format}`)
    expect(answer.headers['cache-control']).toContain('immutable')
    expect(await isStored(service, `_forms/${key}/${name}`)).toBe(true)
    const { etag = '' } = answer.headers
    const again = await fetchFile(service, key, { query, token, headers: { 'if-none-match': etag } })
    expect(again.status).toBe(304)
    const part = await fetchFile(service, key, { query, token, headers: { range: 'bytes=4-7' } })
    expect(part.bytes.equals(answer.bytes.subarray(4, 8))).toBe(true)
  })

  /** Pictures that follow each other, as an animation. */
  it.each(['gif', 'webp'] as const)('keeps what moves in %s moving, as WebP', async (format) => {
    const { storageKey, ...item } = await uploaded(service, { content: await animation(format, 5, 100) })
    expect([item.width, item.height]).toEqual([100, 100])
    for (const [query, width, height] of [
      ['?w=64', 64, 64],
      ['?w=64&h=64&fit=cover', 64, 64],
      ['?format=webp', 100, 100],
    ] as const) {
      const { bytes } = await fetchFile(service, storageKey, { query, token: service.token })
      const facts = await sharp(bytes, { animated: true }).metadata()
      expect([facts.pages, facts.width, facts.pageHeight, facts.delay?.[1]]).toEqual([5, width, height, 120])
    }
    const avif = await fetchFile(service, storageKey, { query: '?w=64&format=avif' })
    expect((await sharp(avif.bytes).metadata()).height).toBe(64)
  })

  it('makes a variant once, however many ask for it at the same moment', async () => {
    const { storageKey } = await uploaded(service, {
      content: await picture('png', { width: 500, height: 400 }),
    })
    let puts = 0
    const { files } = service.services
    const put = files.put.bind(files)
    files.put = (...given) => {
      puts++
      return put(...given)
    }
    const answers = await Promise.all(
      Array.from({ length: 8 }, () => fetchFile(service, storageKey, { query: '?w=160' })),
    )
    const again = await fetchFile(service, storageKey, { query: '?w=160' })
    files.put = put
    for (const { status, bytes, text } of answers) {
      expect(bytes.equals(again.bytes), `${status} ${text.slice(0, 200)}`).toBe(true)
    }
    expect(puts).toBe(1)
  })

  it.each<[query: string, paths: string[]]>([
    ['?w=321', ['w']],
    ['?w=0&h=99999', ['w', 'h']],
    ['?w=-320&fit=fill&format=png', ['w', 'fit', 'format']],
    ['?w=', ['w']],
    ['?w=320&w=640', ['w']],
    ['?w=3.2e2x', ['w']],
    ['?q=80', ['q']],
  ])('refuses %s', async (query, paths) => {
    const answer = await fetchFile(service, key, { query })
    expectFailure(answer, '400 VALIDATION_ERROR')
    expect(issuePaths(answer)).toEqual(paths)
  })

  it('makes a large image smaller than asked for, in its own proportions', async () => {
    const { storageKey } = await uploaded(service, {
      content: await picture('png', { width: 2560, height: 5120 }),
    })
    const { bytes } = await fetchFile(service, storageKey, { query: '?w=2560' })
    const { width, height } = await sharp(bytes).metadata()
    expect(width * height).toBeLessThanOrEqual(limits.variantPixels)
    expect(width * height).toBeGreaterThan(limits.variantPixels * 0.99)
    expect(Math.abs(width * 2 - height)).toBeLessThanOrEqual(2)
  })

  it('shows what is transparent as white in JPEG', async () => {
    const background = { r: 0, g: 0, b: 0, alpha: 0 }
    const content = await sharp({ create: { width: 100, height: 80, channels: 4, background } })
      .png()
      .toBuffer()
    const { storageKey } = await uploaded(service, { content })
    const { bytes } = await fetchFile(service, storageKey, { query: '?w=64&format=jpeg' })
    expect([...(await sharp(bytes).raw().toBuffer()).subarray(0, 3)]).toEqual([255, 255, 255])
  })

  it('makes none of what is no image', async () => {
    const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="10" height="10"/>`
    const { storageKey } = await uploaded(service, { filename: 'x.svg', type: 'image/svg+xml', content: svg })
    expectFailure(
      await fetchFile(service, storageKey, { query: '?w=64' }),
      '400 VALIDATION_ERROR',
      'image/svg+xml',
    )
  })

  it('says so when an image is broken inside, and keeps nothing', async () => {
    const whole = await sharp({
      create: {
        width: 300,
        height: 300,
        channels: 3,
        background: 'white',
        noise: { type: 'gaussian', mean: 128, sigma: 60 },
      },
    })
      .png()
      .toBuffer()
    const { storageKey } = await uploaded(service, { content: whole.subarray(0, whole.length / 2) })
    const answer = await fetchFile(service, storageKey, { query: '?w=64' })
    expectFailure(answer, '400 VALIDATION_ERROR', 'cannot be decoded')
    expect(await isStored(service, `_forms/${storageKey}/64x-contain.webp`)).toBe(false)
    expect((await fetchFile(service, storageKey)).status).toBe(200)
  })
})

describe('an animation', () => {
  it('that would take too much memory is shown by its first picture', { tags: 'long' }, async () => {
    const service = await startMediaService('sqlite', 'local')
    const { storageKey } = await uploaded(service, { content: await animation('gif', 30, 1000) })
    const { bytes } = await fetchFile(service, storageKey, { query: '?w=64' })
    const facts = await sharp(bytes, { animated: true }).metadata()
    expect([facts.pages ?? 1, facts.width, facts.height]).toEqual([1, 64, 64])
    await service.close()
  })
})

async function animation(format: 'gif' | 'webp', frames: number, side: number): Promise<Buffer> {
  const still = (shade: number): Sharp =>
    sharp({ create: { width: side, height: side, channels: 3, background: { r: shade, g: 90, b: 30 } } })
  const pictures = Array.from({ length: frames }, (_, index) =>
    still((index * 70) % 256)
      .png()
      .toBuffer(),
  )
  const joined = sharp(await Promise.all(pictures), { join: { animated: true } })
  const delay = pictures.map(() => 120)
  return format === 'gif' ? joined.gif({ delay }).toBuffer() : joined.webp({ delay }).toBuffer()
}
