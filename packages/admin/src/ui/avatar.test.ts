import { describe, expect, it } from 'vitest'
import { initialsOf } from './avatar.tsx'

describe('initials', () => {
  it.each([
    ['Ada Lovelace', 'AL'],
    ['  ada   byron lovelace ', 'AL'],
    ['Ben', 'B'],
    ['𝒜da Łukasz', '𝒜Ł'],
    ['陳美玲', '陳'],
    ['', '?'],
    [null, '?'],
  ])('of %s', (name, expected) => {
    expect(initialsOf(name)).toBe(expected)
  })
})
