import { describe, expect, it } from 'vitest'
import { readSerialized } from './php.ts'

describe('data that PHP has serialized', () => {
  it.each([
    's:-5:"abc";',
    's:9:"abc";',
    's:1e1:"aaaaaaaaaa";',
    'a:-1:{}',
    `a:9999:{s:1:"x";s:20000:"${'A'.repeat(20_000)}";s:-20015:"`,
  ])('is refused at once where a length is wrong: %#', (text) => {
    const before = process.threadCpuUsage()
    expect(readSerialized(text)).toBeNull()
    // Time of the processor: a busy machine only adds to the time of the clock.
    expect(process.threadCpuUsage(before).user).toBeLessThan(200_000)
  })
})
