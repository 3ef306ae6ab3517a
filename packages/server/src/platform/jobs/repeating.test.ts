import { setTimeout as delay } from 'node:timers/promises'
import { pino } from 'pino'
import { expect, it } from 'vitest'
import { WakeSignal } from '../wake-signal.ts'
import { type Job, startRepeating } from './repeating.ts'

interface Line {
  level: number
  msg: string
}

function start(job: Partial<Job>) {
  const reported: Line[] = []
  const log = pino({ level: 'trace' }, { write: (text) => reported.push(JSON.parse(text) as Line) })
  const runs: number[] = []
  const repeating = startRepeating(
    { log },
    { interval: 10_000, complaint: 'it failed', run: async (_, number) => void runs.push(number), ...job },
  )
  return { ...repeating, reported, runs }
}

it('runs again and again, and no more once it is stopped', async () => {
  const job = start({ interval: 5 })
  expect(job.runs).toEqual([])
  await expect.poll(() => job.runs.length).toBeGreaterThan(2)
  await job.stop()
  const { length } = job.runs
  await delay(50)
  expect(job.runs).toEqual([...Array.from({ length }).keys()])
})

it('runs at once where it is prompt', async () => {
  const job = start({ runsAtStart: true })
  expect(job.runs).toEqual([0])
  await job.stop()
})

it.each([
  ['error', 50],
  ['warn', 40],
] as const)('goes on after a failure, which it logs (%s)', async (severity, level) => {
  const job = start({ interval: 5, severity, run: () => Promise.reject(new Error('no')) })
  await expect.poll(() => job.reported.length).toBeGreaterThan(1)
  await job.stop()
  expect(job.reported[0]).toMatchObject({ level, msg: 'it failed', err: { message: 'no' } })
})

it('is waited for when it is stopped by the signal, and then does what is left', async () => {
  const steps: string[] = []
  const job = start({
    runsAtStart: true,
    run: async (signal) => {
      await delay(30)
      steps.push(signal.aborted ? 'told to stop' : 'not told')
    },
    atEnd: async () => void steps.push('the end'),
  })
  await job.stop()
  expect(steps).toEqual(['told to stop', 'the end'])
})

it('is rung for, while it runs for another run, but never runs twice at once, and not after its end', async () => {
  const wakeSignal = new WakeSignal()
  let begun = 0
  const job = start({
    wakeSignal,
    run: async () => {
      begun++
      await delay(20)
    },
  })
  wakeSignal.ring()
  wakeSignal.ring()
  wakeSignal.ring()
  expect(begun).toBe(1)
  await expect.poll(() => begun).toBe(2)
  await delay(60)
  wakeSignal.ring()
  expect(begun).toBe(3)
  await job.stop()
  wakeSignal.ring()
  expect(begun).toBe(3)
})
