import { getHeapSpaceStatistics, setFlagsFromString } from 'node:v8'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { lowMemory } from '../imports/low-memory.ts'
import { boundStreamMemory } from './stream-memory.ts'

vi.mock('node:v8', { spy: true })

const megabyte = 2 ** 20
const growing = '--semi-space-growth-factor=2'
const held = '--semi-space-growth-factor=1'

describe('the memory for young objects while streams of events are open', () => {
  const flags: string[] = []
  const now = (): string | undefined => flags.findLast((flag) => flag.startsWith('--semi-space-growth'))
  const setSize = (bytes: number): void => {
    const space = { space_name: 'new_space', space_size: bytes }
    vi.mocked(getHeapSpaceStatistics).mockReturnValue([space] as ReturnType<typeof getHeapSpaceStatistics>)
  }
  beforeEach(() => {
    flags.length = 0
    vi.mocked(setFlagsFromString).mockImplementation((flag) => void flags.push(flag))
  })
  afterEach(() => {
    boundStreamMemory(0)
    vi.restoreAllMocks()
  })

  it('grows no more when it is enough for many', () => {
    setSize(8 * megabyte)
    boundStreamMemory(1000)
    expect(now()).toBeUndefined()
    setSize(32 * megabyte)
    boundStreamMemory(1000)
    expect(now()).toBe(held)
    boundStreamMemory(0)
    expect(now()).toBe(growing)
  })

  it('grows again after the engine has made it smaller', () => {
    setSize(64 * megabyte)
    boundStreamMemory(1000)
    setSize(megabyte)
    boundStreamMemory(1000)
    expect(now()).toBe(growing)
  })

  it('grows as ever with a few of them', () => {
    setSize(64 * megabyte)
    boundStreamMemory(99)
    expect(flags).toEqual([])
  })

  it('stays as it is until the imports that need it have ended, too', async () => {
    setSize(64 * megabyte)
    boundStreamMemory(1000)
    await lowMemory(async () => boundStreamMemory(0))
    expect(flags.filter((flag) => flag === growing)).toHaveLength(1)
    boundStreamMemory(1000)
    await lowMemory(async () => undefined)
    expect(now()).toBe(held)
  })
})
