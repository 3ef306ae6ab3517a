import { limits } from '@octavo/contract/limits'
import { expect, it } from 'vitest'
import { VariantQueue } from './variant-queue.ts'

/** Jobs that end on command, and a record of those that ran. */
function makeJobs() {
  const queue = new VariantQueue()
  const started: string[] = []
  const ends: (() => void)[] = []
  const add = (name: string, owner: string, cost: number): Promise<string> =>
    queue.add(owner, cost, async () => {
      started.push(name)
      await new Promise<void>((resolve) => ends.push(resolve))
      return name
    })
  const endOne = async (): Promise<void> => {
    ends.shift()?.()
    await new Promise(setImmediate)
  }
  return { add, started, endOne, ends }
}

it('runs one at a time, also when one comes in the moment that another ends', async () => {
  const { add, started, endOne, ends } = makeJobs()
  const first = add('first', 'a', 1)
  const second = add('second', 'b', 1)
  // A job added in the same turn in which one ends must not overtake the waiting one.
  const third = first.then(() => add('third', 'c', 1))
  for (let count = 0; count < 3; count++) {
    expect(ends.length).toBe(1)
    await endOne()
  }
  expect(await Promise.all([first, second, third])).toEqual(['first', 'second', 'third'])
  expect(started).toEqual(['first', 'second', 'third'])
})

it('runs the small ones first, and counts what one client has waiting together', async () => {
  const { add, started, endOne } = makeJobs()
  const all = [
    add('running', 'greedy', 100),
    add('large 1', 'greedy', 100),
    add('large 2', 'greedy', 100),
    add('large 3', 'greedy', 100),
    add('small', 'visitor', 1),
    add('large of another', 'other', 110),
  ]
  for (let count = 0; count < all.length; count++) await endOne()
  await Promise.all(all)
  expect(started).toEqual(['running', 'small', 'large 1', 'large of another', 'large 2', 'large 3'])
})

it('goes on after a job that fails', async () => {
  const queue = new VariantQueue()
  await expect(queue.add('a', 1, async () => Promise.reject(new Error('no')))).rejects.toThrow('no')
  expect(await queue.add('a', 1, async () => 'done')).toBe('done')
})

it('has a bound for each client and for all', () => {
  const { add } = makeJobs()
  const perClient = limits.waitingVariantsPerAddress
  void add('running', 'none', 1)
  for (let count = 0; count < perClient; count++) void add('waits', 'one', 1)
  expect(() => add('too many', 'one', 1)).toThrow(expect.objectContaining({ code: 'SERVICE_UNAVAILABLE' }))
  for (let count = perClient; count < limits.waitingVariants; count++) void add('waits', `client ${count}`, 1)
  expect(() => add('too many', 'another', 1)).toThrow(
    expect.objectContaining({ code: 'SERVICE_UNAVAILABLE' }),
  )
})
