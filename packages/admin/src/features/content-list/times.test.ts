import { describe, expect, it } from 'vitest'
import { hasPassed, isFuture } from './times.ts'

const after = (milliseconds: number): string => new Date(Date.now() + milliseconds).toISOString()

describe('a time of an item', () => {
  it.each([
    ['that is to come', after(60_000), true, false],
    ['that has passed', after(-1), false, true],
    ['that is null', null, false, false],
    ['that is not set', undefined, false, false],
  ])('%s', (_, time, isLater, isOver) => {
    expect([isFuture(time), hasPassed(time)]).toEqual([isLater, isOver])
  })
})
