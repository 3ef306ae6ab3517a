import { expect, it } from 'vitest'
import { aspectOf, storedCrop, ratioOf, withAspect } from './ratios.ts'

it('takes the largest part of some proportions around the middle of the present one', () => {
  expect(withAspect(null, 1, 2)).toEqual({ x: 0.25, y: 0, width: 0.5, height: 1 })
  expect(withAspect({ x: 0.8, y: 0, width: 0.2, height: 1 }, 1, 2)).toEqual({
    x: 0.5,
    y: 0,
    width: 0.5,
    height: 1,
  })
  expect(withAspect(null, 16 / 9, 0.5)).toEqual({ x: 0, y: 0.3594, width: 1, height: 0.2813 })
})

it('knows the ratio of a part again', () => {
  for (const ratio of ['16:9', '4:3', '1:1'] as const)
    expect(ratioOf(withAspect(null, aspectOf(ratio, 1.5) ?? 0, 1.5), 1.5)).toBe(ratio)
  expect(ratioOf({ x: 0, y: 0, width: 0.5, height: 0.5 }, 1.5)).toBe('original')
  expect(ratioOf(null, 1.5)).toBe('free')
})

it('keeps a part within its picture, and none that is all of it', () => {
  expect(storedCrop({ x: 0.0001, y: 0, width: 0.9995, height: 1 })).toBe(null)
  expect(storedCrop({ x: 0.33335, y: 0, width: 0.66666, height: 0.5 })).toEqual({
    x: 0.3334,
    y: 0,
    width: 0.6666,
    height: 0.5,
  })
  expect(storedCrop({ x: 0.999, y: 0, width: 0.001, height: 1 })).toEqual({
    x: 0.99,
    y: 0,
    width: 0.01,
    height: 1,
  })
})
