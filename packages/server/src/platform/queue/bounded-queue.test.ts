import { expect, it } from 'vitest'
import { BoundedQueue, type QueueBounds } from './bounded-queue.ts'

const bounds = { running: 1, waiting: 30, waitingPerOwner: 20 }

/** Tasks that end on command, and a record of those that started. */
function makeTasks(limits: QueueBounds = bounds) {
  const queue = new BoundedQueue(limits)
  const started: string[] = []
  const ends: (() => void)[] = []
  const add = (name: string, owner: string, cost?: number): Promise<string> | null =>
    queue.add(
      async () => {
        started.push(name)
        await new Promise<void>((resolve) => ends.push(resolve))
        return name
      },
      { owner, ...(cost !== undefined && { cost }) },
    )
  const endOne = async (): Promise<void> => {
    ends.shift()?.()
    await new Promise(setImmediate)
  }
  return { queue, add, started, ends, endOne }
}

it('runs as many at a time as it may, also when one is added in the turn in which another ends', async () => {
  const { add, started, ends, endOne } = makeTasks()
  const first = add('first', 'a')
  const second = add('second', 'b')
  const third = first?.then(() => add('third', 'c'))
  for (let count = 0; count < 3; count++) {
    expect(ends).toHaveLength(1)
    await endOne()
  }
  expect(await Promise.all([first, second, third])).toEqual(['first', 'second', 'third'])
  expect(started).toEqual(['first', 'second', 'third'])
})

it('runs cheap tasks first, and adds up the costs of an owner', async () => {
  const { add, started, endOne } = makeTasks()
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
  expect(started).toEqual(['running', 'small', 'large of another', 'large 1', 'large 2', 'large 3'])
})

it('lets owners alternate, and no expensive task waits for ever', async () => {
  const { add, started, endOne } = makeTasks()
  for (const name of ['a1', 'a2', 'a3']) void add(name, 'a')
  for (const name of ['b1', 'b2']) void add(name, 'b')
  for (let count = 0; count < 5; count++) await endOne()
  expect(started).toEqual(['a1', 'b1', 'a2', 'b2', 'a3'])
  void add('running', 'a')
  void add('expensive', 'patient', 10)
  for (let count = 0; count < 20; count++) {
    void add(`cheap ${count}`, `owner ${count}`)
    await endOne()
  }
  expect(started).toContain('expensive')
})

it('continues after a task that fails', async () => {
  const { queue } = makeTasks()
  await expect(queue.add(async () => Promise.reject(new Error('no')))).rejects.toThrow('no')
  expect(await queue.add(async () => 'done')).toBe('done')
})

it('bounds the waiting tasks of each owner and of all', () => {
  const { add } = makeTasks()
  expect(add('running', 'none')).not.toBeNull()
  for (let count = 0; count < 20; count++) expect(add('waits', 'one')).not.toBeNull()
  expect(add('too many', 'one')).toBeNull()
  for (let count = 20; count < 30; count++) expect(add('waits', `owner ${count}`)).not.toBeNull()
  expect(add('too many', 'another')).toBeNull()
})

it('takes tasks again after it was cleared, and waits for those that run', async () => {
  const { queue, add, started, endOne } = makeTasks()
  void add('running', 'a')
  const removed = add('removed', 'a')
  queue.clear()
  await expect(removed).rejects.toThrow('cleared')
  void add('next', 'a')
  let isIdle = false
  const idle = queue.idle().then(() => (isIdle = true))
  await endOne()
  expect(isIdle).toBe(false)
  await endOne()
  await idle
  expect(started).toEqual(['running', 'next'])
})

it('says when there is room for a waiting task', async () => {
  const { queue, add, started, endOne } = makeTasks({ running: 1, waiting: 1 })
  await queue.room()
  const first = add('first', 'a')
  await queue.room()
  const second = add('second', 'a')
  let hasRoom = false
  const room = queue.room().then(() => (hasRoom = true))
  expect(add('third', 'a')).toBeNull()
  await new Promise(setImmediate)
  expect(hasRoom).toBe(false)
  await endOne()
  await room
  const third = add('third', 'a')
  expect(third).not.toBeNull()
  await endOne()
  await endOne()
  await Promise.all([first, second, third])
  expect(started).toEqual(['first', 'second', 'third'])
})
