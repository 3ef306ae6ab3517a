import { pino } from 'pino'
import { expect, it } from 'vitest'
import { keepRenewing } from './keep-renewing.ts'

interface Kept {
  readonly losses: number
  readonly renewals: number
}

async function keep(renew: (count: number) => boolean): Promise<Kept> {
  const ending = new AbortController()
  let renewals = 0
  let losses = 0
  await keepRenewing({
    renew: async () => {
      renewals++
      if (renewals === 5) ending.abort()
      return renew(renewals)
    },
    onLost: () => losses++,
    interval: 1,
    ended: ending.signal,
    log: pino({ level: 'silent' }),
    complaint: 'not renewed',
  })
  return { losses, renewals }
}

it('renews until the work has ended', async () => {
  expect(await keep(() => true)).toEqual({ losses: 0, renewals: 5 })
})

it('ends once another process has the lease', async () => {
  expect(await keep((count) => count < 3)).toEqual({ losses: 1, renewals: 3 })
})

it('tries again after a failure', async () => {
  const failing = (count: number): boolean => {
    if (count === 2) throw new Error('the database does not answer')
    return true
  }
  expect(await keep(failing)).toEqual({ losses: 0, renewals: 5 })
})

it.each([
  ['does not answer', () => new Promise<boolean>(() => undefined)],
  ['fails', () => Promise.reject(new Error('no connection'))],
])('gives the lease up before it expires where the database %s', async (_, renew) => {
  const begun = performance.now()
  const lost = new Promise<number>((resolve) => {
    void keepRenewing({
      renew,
      onLost: () => resolve(performance.now() - begun),
      interval: 10,
      expiry: 200,
      ended: new AbortController().signal,
      log: pino({ level: 'silent' }),
      complaint: 'not renewed',
    })
  })
  const after = await lost
  expect(after).toBeGreaterThan(150)
})
