import { setTimeout as delay } from 'node:timers/promises'
import { limits } from '@octavo/contract/limits'
import { expect, it } from 'vitest'
import { Conversion } from './converter.ts'

const block = (text: string): Record<string, unknown> => ({
  _type: 'block',
  style: 'normal',
  children: [{ _type: 'span', text }],
})

it('converts both ways, many at once', async () => {
  const texts = Array.from({ length: 15 }, (_, index) => `Text ${index}.`)
  const written = texts.map((text) => {
    const conversion = new Conversion('a')
    return conversion.inTurn(() => conversion.markdownOf([block(text)]))
  })
  expect(await Promise.all(written)).toEqual(texts)
  const stored = [block('Kept.')]
  const conversion = new Conversion('a')
  expect(await conversion.inTurn(() => conversion.blocksOf('Kept.', stored))).toEqual(stored)
  expect(await conversion.inTurn(() => conversion.blocksOf('```json:object\n{\n```', []))).toEqual({
    refusal: expect.stringContaining('line 1'),
  })
})

it('a call gives up what takes too long and all that is left, and others come before its neighbours', async () => {
  const slow = (): Promise<unknown> => {
    const conversion = new Conversion('slow')
    return conversion.inTurn(async () => [
      await conversion.blocksOf('[a](b) '.repeat(28_000), []),
      await conversion.markdownOf([block('Short.')]),
    ])
  }
  let turns = 0
  const ticking = setInterval(() => turns++, 10)
  const start = performance.now()
  const all = [slow(), slow()]
  await delay(100)
  const other = new Conversion('other')
  expect(await other.inTurn(() => other.markdownOf([block('Next.')]))).toBe('Next.')
  const waited = performance.now() - start
  expect(waited).toBeGreaterThan(limits.markdownTime / 2)
  expect(waited).toBeLessThan(limits.markdownTime * 1.8)
  expect(await Promise.all(all)).toEqual([
    [null, null],
    [null, null],
  ])
  clearInterval(ticking)
  expect(turns).toBeGreaterThan(limits.markdownTime / 100)
}, 60_000)
