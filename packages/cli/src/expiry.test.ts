import { describe, expect, it } from 'vitest'
import { CommandError } from './command-error.ts'
import { parseExpiry } from './expiry.ts'

const now = new Date('2026-03-01T12:00:00.000Z')

describe('parseExpiry', () => {
  it.each([
    ['30m', '2026-03-01T12:30:00.000Z'],
    ['12h', '2026-03-02T00:00:00.000Z'],
    ['90d', '2026-05-30T12:00:00.000Z'],
    ['2w', '2026-03-15T12:00:00.000Z'],
    ['2027-01-31T09:00:00Z', '2027-01-31T09:00:00.000Z'],
    ['2027-01-31T09:00:00.5+02:00', '2027-01-31T07:00:00.500Z'],
  ])('%s ends at %s', (text, expected) => {
    expect(parseExpiry(text, now)).toBe(expected)
  })

  it.each([
    '',
    'soon',
    '0d',
    '-1d',
    '1.5h',
    '90',
    'd',
    '90 d',
    '90D',
    '5y',
    '2027-01-31',
    '2027-01-31T09:00:00',
    '9999999999d',
  ])('refuses %j and says what it takes', (text) => {
    expect(() => parseExpiry(text, now)).toThrow(CommandError)
    expect(() => parseExpiry(text, now)).toThrow(`90d, 12h, 30m or 2w`)
    expect(() => parseExpiry(text, now)).toThrow(JSON.stringify(text))
  })
})
