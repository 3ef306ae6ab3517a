import { limits } from '@octavo/contract/limits'
import { expect, it, vi } from 'vitest'
import { AfterHooks } from './after-hooks.ts'

it('runs a few hooks of a plugin at once, in the order in which they came', async () => {
  const hooks = new AfterHooks()
  const begun: number[] = []
  let running = 0
  let most = 0
  for (let count = 0; count < 100; count++) {
    const isTaken = hooks.add('one', async () => {
      begun.push(count)
      most = Math.max(most, ++running)
      await new Promise((resolve) => setTimeout(resolve, 1))
      running--
    })
    expect(isTaken).toBe(true)
  }
  expect(begun).toEqual([])
  await hooks.idle()
  expect(begun).toEqual(Array.from({ length: 100 }, (_, count) => count))
  expect(most).toBe(limits.afterHooks.running)
})

it('takes no more than it can keep, and one plugin does not hold up another', async () => {
  const hooks = new AfterHooks()
  let end = (): void => undefined
  const gate = new Promise<void>((resolve) => (end = resolve))
  const all = limits.afterHooks.running + limits.afterHooks.waiting
  for (let count = 0; count < all; count++) expect(hooks.add('stuck', () => gate)).toBe(true)
  expect(hooks.add('stuck', () => gate)).toBe(false)
  const other = vi.fn<() => Promise<void>>(async () => undefined)
  expect(hooks.add('other', other)).toBe(true)
  await vi.waitFor(() => expect(other).toHaveBeenCalledOnce())
  end()
  await hooks.idle()
  expect(hooks.add('stuck', other)).toBe(true)
})

it('waits ten seconds for the rest at the end, and then forgets it', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  try {
    const hooks = new AfterHooks()
    hooks.add('stuck', () => new Promise(() => undefined))
    let isFinished = false
    const finishing = hooks.finish().then(() => (isFinished = true))
    await vi.advanceTimersByTimeAsync(2 * limits.afterHook - 1)
    expect(isFinished).toBe(false)
    await vi.advanceTimersByTimeAsync(1)
    await finishing
  } finally {
    vi.useRealTimers()
  }
})
