import { describe, expect, it } from 'vitest'
import { YoungGeneration } from '../platform/young-generation.ts'
import { boundStreamMemory } from './stream-memory.ts'

const megabyte = 2 ** 20
const growing = '--semi-space-growth-factor=2'
const held = '--semi-space-growth-factor=1'

describe('the memory for young objects while streams of events are open', () => {
  /** An engine whose memory for young objects has this many megabytes. */
  function engineOf(size: number) {
    const engine = { megabytes: size, flags: [] as string[] }
    const memory = new YoungGeneration({
      size: () => engine.megabytes * megabyte,
      setFlag: (flag) => void engine.flags.push(flag),
    })
    return { engine, memory, flag: () => engine.flags.at(-1) }
  }

  it('grows no more when it is enough for many', () => {
    const { engine, memory, flag } = engineOf(8)
    boundStreamMemory(1000, memory)
    expect(flag()).toBeUndefined()
    engine.megabytes = 32
    boundStreamMemory(1000, memory)
    expect(flag()).toBe(held)
    boundStreamMemory(0, memory)
    expect(flag()).toBe(growing)
  })

  it('grows again after the engine has made it smaller', () => {
    const { engine, memory, flag } = engineOf(64)
    boundStreamMemory(1000, memory)
    engine.megabytes = 1
    boundStreamMemory(1000, memory)
    expect(flag()).toBe(growing)
  })

  it('grows as ever with a few of them', () => {
    const { engine, memory } = engineOf(64)
    boundStreamMemory(99, memory)
    expect(engine.flags).toEqual([])
  })

  it('stays as it is until all that need it have ended', () => {
    const { memory, flag } = engineOf(64)
    boundStreamMemory(1000, memory)
    memory.hold('import')
    boundStreamMemory(0, memory)
    expect(flag()).toBe(held)
    memory.release('import')
    expect(flag()).toBe(growing)
  })
})
