import { expect, it } from 'vitest'
import { FairQueue } from './fair-queue.ts'

it('lets owners work in rotation, whoever asks most, and goes on after failures', async () => {
  const turns = new FairQueue()
  const done: string[] = []
  let running = 0
  const take = (owner: string, name: string): Promise<unknown> =>
    turns.take(owner, async () => {
      expect(++running).toBe(1)
      await new Promise(setImmediate)
      running--
      done.push(name)
      if (name === 'a2') throw new Error('a2')
    })
  const all = [
    take('a', 'a1'),
    take('a', 'a2'),
    take('a', 'a3'),
    take('b', 'b1'),
    take('c', 'c1'),
    take('b', 'b2'),
  ]
  expect((await Promise.allSettled(all)).map(({ status }) => status)).toEqual([
    'fulfilled',
    'rejected',
    ...Array.from({ length: 4 }, () => 'fulfilled'),
  ])
  expect(done).toEqual(['a1', 'b1', 'c1', 'a2', 'b2', 'a3'])
  await take('a', 'a4')
  expect(done.at(-1)).toBe('a4')
})

it('one owner waits with twenty, others still get their turn', async () => {
  const turns = new FairQueue()
  const work = async (): Promise<string> => {
    await new Promise(setImmediate)
    return 'done'
  }
  const many = Array.from({ length: 25 }, () => turns.take('a', work))
  const other = turns.take('b', work)
  const results = await Promise.all(many)
  expect(results.filter((result) => result === null)).toHaveLength(4)
  expect(await other).toBe('done')
})
