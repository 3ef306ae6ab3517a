import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { ConfigError } from '../../config.ts'
import type { Services } from '../../core/context.ts'
import { indexBuilds } from './index-builds.ts'

beforeEach(() => void vi.useFakeTimers({ toFake: ['performance'] }))
afterEach(() => void vi.useRealTimers())

/** How often a job has tried after each of the given minutes, if every try fails so. */
async function triesAfter(failure: Error, minutes: readonly number[]): Promise<number[]> {
  const buildIndexes = vi.fn<() => Promise<void>>().mockRejectedValue(failure)
  const { run } = indexBuilds({ database: { buildIndexes } } as unknown as Services)
  const tries: number[] = []
  let passed = 0
  for (const minute of minutes) {
    vi.advanceTimersByTime((minute - passed) * 60_000)
    passed = minute
    await run(new AbortController().signal, 0).catch((error: unknown) => expect(error).toBe(failure))
    tries.push(buildIndexes.mock.calls.length)
  }
  return tries
}

it('waits five minutes after an index that cannot be built, but not after an outage', async () => {
  const minutes = [0, 1, 4, 5, 6]
  expect(await triesAfter(new ConfigError('It cannot be built.'), minutes)).toEqual([1, 1, 1, 2, 2])
  expect(await triesAfter(new Error('Connection terminated'), minutes)).toEqual([1, 2, 3, 4, 5])
})
