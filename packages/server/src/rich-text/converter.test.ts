import { setTimeout as delay } from 'node:timers/promises'
import { limits } from '@octavo/contract/limits'
import { expect, it } from 'vitest'
import { comparable } from './comparable.ts'
import { blocksOf, markdownOf } from './converter.ts'
import { fromMarkdown } from './markdown.ts'

const block = (text: string): Record<string, unknown> => ({
  _type: 'block',
  style: 'normal',
  children: [{ _type: 'span', text }],
})

it('converts both ways, many at once', async () => {
  const texts = Array.from({ length: 50 }, (_, index) => `Text ${index}.`)
  expect(await Promise.all(texts.map((text) => markdownOf([block(text)])))).toEqual(texts)
  const stored = [block('Kept.')]
  expect(await blocksOf('Kept.', stored)).toEqual(stored)
})

it('gives up what takes too long, lets others work meanwhile, and goes on', async () => {
  const links = '[a](b) '.repeat(28_000)
  let turns = 0
  const ticking = setInterval(() => turns++, 10)
  const slow = blocksOf(links, [])
  await delay(100)
  expect(turns).toBeGreaterThan(2)
  expect(await slow).toBeNull()
  const hard = [block('~~a'.repeat(100_000)), { _type: 'video', url: '/v' }]
  const markdown = await markdownOf(hard)
  clearInterval(ticking)
  expect(turns).toBeGreaterThan(limits.markdownTime / 100)
  expect(fromMarkdown(markdown).map(comparable)).toEqual(hard.map(comparable))
  expect(await markdownOf([block('Next.')])).toBe('Next.')
}, 60_000)
