import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import sharp, { type Sharp } from 'sharp'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { Converter } from './converter.ts'
import type { Variant } from './variant.ts'

const folder = mkdtempSync(join(tmpdir(), 'octavo-converter-'))
const source = join(folder, 'source.jpg')
const interlaced = join(folder, 'interlaced.png')
const animated = join(folder, 'animated.gif')
const large: Variant = { width: 2560, height: null, fit: 'contain', format: 'avif', crop: null }
const small: Variant = { width: 64, height: null, fit: 'contain', format: 'webp', crop: null }
const megabyte = 1024 * 1024

beforeAll(async () => {
  const noise = { type: 'gaussian', mean: 128, sigma: 60 } as const
  const picture = sharp({ create: { width: 2200, height: 2200, channels: 3, background: '#888', noise } })
  await picture.clone().jpeg().toFile(source)
  await picture.clone().png({ progressive: true, compressionLevel: 1 }).toFile(interlaced)
  const frames = ['#f00', '#0f0'].map((background) => ({
    create: { width: 800, height: 800, channels: 3 as const, background },
  }))
  const still = await Promise.all(frames.map((frame) => sharp(frame).png().toBuffer()))
  await sharp(still, { join: { animated: true } })
    .gif()
    .toFile(animated)
})
afterAll(() => rmSync(folder, { recursive: true }))

let count = 0
const convert = (converter: Converter, path: string, variant: Variant): Promise<unknown> =>
  converter.convert(path, join(folder, `made-${++count}`), variant)
const made = (): string => join(folder, `made-${count}`)

/** The ids of the conversion processes of this process. */
function conversionProcesses(): string[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .filter((name) => {
      try {
        const parent = / \(.*\) \S (\d+) /.exec(readFileSync(`/proc/${name}/stat`, 'utf8'))?.[1]
        const command = readFileSync(`/proc/${name}/cmdline`, 'utf8')
        return parent === String(process.pid) && command.includes('conversion-process')
      } catch {
        return false
      }
    })
}

it.skipIf(process.platform !== 'linux')('ends the process of a conversion that takes too long', async () => {
  const converter = new Converter({ maxMemory: 1000 * megabyte, maxTime: 50 })
  expect(await convert(converter, source, large)).toEqual({ outcome: 'tooSlow' })
  expect(conversionProcesses()).toEqual([])
})

it.skipIf(process.platform !== 'linux')('goes on with a new process when one was killed', async () => {
  const converter = new Converter({ maxMemory: 1000 * megabyte, maxTime: 60_000 })
  await convert(converter, source, small)
  const stopped = convert(converter, source, large)
  const [id, ...others] = conversionProcesses()
  expect(others).toEqual([])
  // Simulates the out-of-memory killer.
  process.kill(Number(id), 'SIGKILL')
  expect(await stopped).toEqual({ outcome: 'tooLarge' })
  expect(await convert(converter, source, small)).toEqual({ outcome: 'done' })
  const closing = converter.close()
  expect(await convert(converter, source, small)).toEqual({ outcome: 'done' })
  await closing
  await converter.close()
  expect(conversionProcesses()).toEqual([])
})

it('refuses what needs more memory than it may take', async () => {
  const converter = new Converter({ maxMemory: 20 * megabyte, maxTime: 60_000 })
  expect(await convert(converter, source, small)).toEqual({ outcome: 'done' })
  expect(await convert(converter, interlaced, small)).toEqual({ outcome: 'tooLarge' })
  expect(await convert(converter, source, large)).toEqual({ outcome: 'tooLarge' })
  // With little memory only the first frame of an animation remains.
  const lowMemory = new Converter({ maxMemory: 4 * megabyte, maxTime: 60_000 })
  for (const [one, pages] of [
    [converter, 2],
    [lowMemory, undefined],
  ] as const) {
    expect(await convert(one, animated, small)).toEqual({ outcome: 'done' })
    expect((await sharp(made()).metadata()).pages).toBe(pages)
    await one.close()
  }
})

it('shows the same part of a picture, however it is stored', async () => {
  const converter = new Converter({ maxMemory: 1000 * megabyte, maxTime: 60_000 })
  // The colours of the quarters as they are seen: red, green; blue, white.
  const seen = sharp(Buffer.from([255, 0, 0, 0, 255, 0, 0, 0, 255, 255, 255, 255]), {
    raw: { width: 2, height: 2, channels: 3 },
  }).resize(120, 80, { kernel: 'nearest', fit: 'fill' })
  const crop = { x: 0.4, y: 0.2, width: 0.6, height: 0.3 }
  for (const [orientation, turn] of stored.entries()) {
    const path = join(folder, `turned-${orientation}.png`)
    const pixels = await seen.clone().png().toBuffer()
    await turn(sharp(pixels))
      .withMetadata({ orientation: orientation + 1 })
      .png()
      .toFile(path)
    const variant: Variant = { width: 64, height: null, fit: 'contain', format: 'webp', crop }
    expect(await convert(converter, path, variant)).toEqual({ outcome: 'done' })
    const { data, info } = await sharp(made()).removeAlpha().raw().toBuffer({ resolveWithObject: true })
    expect([info.width, info.height], String(orientation + 1)).toEqual([64, 21])
    const at = (x: number) =>
      [...data.subarray(3 * (10 * 64 + x), 3 * (10 * 64 + x) + 3)].map((part) => part > 128)
    expect([at(2), at(60)], String(orientation + 1)).toEqual([
      [true, false, false],
      [false, true, false],
    ])
  }
  await converter.close()
})

/** How the pixels of a picture are stored for each orientation of EXIF. */
const stored: readonly ((picture: Sharp) => Sharp)[] = [
  (picture) => picture,
  (picture) => picture.flop(),
  (picture) => picture.rotate(180),
  (picture) => picture.flip(),
  (picture) => picture.flop().rotate(270),
  (picture) => picture.rotate(270),
  (picture) => picture.flop().rotate(90),
  (picture) => picture.rotate(90),
]

it('throws failures of the system, with their code', async () => {
  const converter = new Converter({ maxMemory: 1000 * megabyte, maxTime: 60_000 })
  await expect(converter.convert(source, join(folder, 'none', 'x'), small)).rejects.toMatchObject({
    code: 'ENOENT',
  })
  expect(await convert(converter, join(folder, 'none.jpg'), small)).toMatchObject({ outcome: 'undecodable' })
  await converter.close()
})
