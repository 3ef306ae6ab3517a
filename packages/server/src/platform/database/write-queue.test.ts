import { expect, test } from 'vitest'
import { WriteQueue } from './write-queue.ts'

/** A queue over a transaction that only records what is asked of it. */
function recorded(): { queue: WriteQueue; steps: string[] } {
  const steps: string[] = []
  let isOpen = false
  const step = (name: string, open: boolean) => (): void => {
    steps.push(name)
    isOpen = open
  }
  const queue = new WriteQueue({
    begin: async () => step('begin', true)(),
    commit: step('commit', false),
    rollback: step('rollback', false),
    savepoint: () => void steps.push('savepoint'),
    release: () => void steps.push('release'),
    rollbackToSavepoint: () => void steps.push('rollback to savepoint'),
    isOpen: () => isOpen,
  })
  return { queue, steps }
}

const done = (name: string) => () => Promise.resolve(name)
const fails = () => Promise.reject(new Error('failed'))

test('a job alone needs no savepoint', async () => {
  const { queue, steps } = recorded()
  await expect(queue.submit({ isAlone: false }, done('one'))).resolves.toBe('one')
  expect(steps).toEqual(['begin', 'commit'])
})

test('a job that fails behind others is undone alone', async () => {
  const { queue, steps } = recorded()
  const jobs = [
    queue.submit({ isAlone: false }, done('one')),
    queue.submit({ isAlone: false }, fails),
    queue.submit({ isAlone: false }, done('two')),
  ]
  expect((await Promise.allSettled(jobs)).map(({ status }) => status)).toEqual([
    'fulfilled',
    'rejected',
    'fulfilled',
  ])
  expect(steps).toEqual([
    ...['begin', 'savepoint', 'rollback to savepoint', 'release'],
    ...['savepoint', 'release', 'commit'],
  ])
})

test('a first job that fails leaves the others a transaction of their own', async () => {
  const { queue, steps } = recorded()
  const jobs = [
    queue.submit({ isAlone: false }, fails),
    queue.submit({ isAlone: false }, done('one')),
    queue.submit({ isAlone: false }, done('two')),
  ]
  expect((await Promise.allSettled(jobs)).map(({ status }) => status)).toEqual([
    'rejected',
    'fulfilled',
    'fulfilled',
  ])
  expect(steps).toEqual(['begin', 'rollback', 'begin', 'savepoint', 'release', 'commit'])
})
