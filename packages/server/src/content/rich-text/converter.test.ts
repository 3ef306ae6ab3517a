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
    return conversion.inQueue(() => conversion.markdownOf([block(text)]))
  })
  expect(await Promise.all(written)).toEqual(texts)
  const conversion = new Conversion('a')
  expect(await conversion.inQueue(() => conversion.blocksOf('Kept.'))).toMatchObject([block('Kept.')])
  expect(await conversion.inQueue(() => conversion.blocksOf('```json:object\n{\n```'))).toEqual({
    refusal: expect.stringContaining('line 1'),
  })
})

it(
  'a call gives up what takes too long and all that is left, and others come before its neighbours',
  { tags: 'timing' },
  async () => {
    const slow = (): Promise<unknown> => {
      const conversion = new Conversion('slow')
      return conversion.inQueue(async () => [
        await conversion.blocksOf('[a](b) '.repeat(28_000)),
        await conversion.markdownOf([block('Short.')]),
      ])
    }
    const ended: string[] = []
    let turns = 0
    const ticking = setInterval(() => turns++, 10)
    const start = performance.now()
    const all = [slow(), slow()].map(async (call) => {
      const outcome = await call
      ended.push('slow')
      return outcome
    })
    await delay(100)
    const other = new Conversion('other')
    expect(await other.inQueue(() => other.markdownOf([block('Next.')]))).toBe('Next.')
    ended.push('other')
    expect(performance.now() - start).toBeGreaterThan(limits.markdownTime / 2)
    expect(await Promise.all(all)).toEqual([
      [null, null],
      [null, null],
    ])
    expect(ended.indexOf('other')).toBeLessThan(2)
    // Each of the two conversions gets its time limit once, not once per part.
    expect(performance.now() - start).toBeLessThan(limits.markdownTime * 3.8)
    clearInterval(ticking)
    expect(turns).toBeGreaterThan(limits.markdownTime / 100)
  },
)
