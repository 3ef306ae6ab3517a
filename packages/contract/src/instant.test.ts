import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { parseInstant } from './instant.ts'

const read: readonly (readonly [text: string, stored: string])[] = [
  ['2026-01-31T09:00:00.000Z', '2026-01-31T09:00:00.000Z'],
  ['2026-01-31T09:00:00Z', '2026-01-31T09:00:00.000Z'],
  ['2026-01-31T09:00Z', '2026-01-31T09:00:00.000Z'],
  ['2026-01-31t09:00:00z', '2026-01-31T09:00:00.000Z'],
  ['2026-01-31T09:00:00+00:00', '2026-01-31T09:00:00.000Z'],
  ['2026-01-31T09:00:00-00:00', '2026-01-31T09:00:00.000Z'],
  ['2026-01-31T09:00:00+02:00', '2026-01-31T07:00:00.000Z'],
  ['2026-01-31T09:00:00+0200', '2026-01-31T07:00:00.000Z'],
  ['2026-01-31T09:00:00+02', '2026-01-31T07:00:00.000Z'],
  ['2026-01-31T09:00:00-03:30', '2026-01-31T12:30:00.000Z'],
  ['2026-01-31T09:00:00+14:00', '2026-01-30T19:00:00.000Z'],
  ['2026-01-01T00:30:00+01:00', '2025-12-31T23:30:00.000Z'],
  ['2024-02-28T23:30:00-01:00', '2024-02-29T00:30:00.000Z'],
  ['2026-01-31T09:00:00.1Z', '2026-01-31T09:00:00.100Z'],
  ['2026-01-31T09:00:00.12Z', '2026-01-31T09:00:00.120Z'],
  ['2026-01-31T09:00:00,5Z', '2026-01-31T09:00:00.500Z'],
  ['2026-01-31T09:00:00.999999999Z', '2026-01-31T09:00:00.999Z'],
  ['2026-01-31T23:59:59.999Z', '2026-01-31T23:59:59.999Z'],
  ['2024-02-29T00:00:00Z', '2024-02-29T00:00:00.000Z'],
  ['2000-02-29T00:00:00Z', '2000-02-29T00:00:00.000Z'],
  ['0000-01-01T00:00:00Z', '0000-01-01T00:00:00.000Z'],
  ['0000-02-29T00:00:00Z', '0000-02-29T00:00:00.000Z'],
  ['0001-01-01T00:00:00Z', '0001-01-01T00:00:00.000Z'],
  ['0099-12-31T00:00:00Z', '0099-12-31T00:00:00.000Z'],
  ['1969-12-31T23:59:59.999Z', '1969-12-31T23:59:59.999Z'],
  ['9999-12-31T23:59:59.999Z', '9999-12-31T23:59:59.999Z'],
  ['9999-12-31T23:59:59+01:00', '9999-12-31T22:59:59.000Z'],
  ['0000-01-01T00:00:00-01:00', '0000-01-01T01:00:00.000Z'],
]

const refused: readonly (readonly [why: string, text: string])[] = [
  ['says no zone', '2026-01-31T09:00:00'],
  ['says no zone', '2026-01-31T09:00:00.000'],
  ['is only a date', '2026-01-31'],
  ['is only a date', '2026-01-31Z'],
  ['is only a time', '09:00:00Z'],
  ['names a zone', '2026-01-31T09:00:00 Europe/Berlin'],
  ['has no such day', '2026-02-30T00:00:00Z'],
  ['has no such day', '2026-02-29T00:00:00Z'],
  ['has no such day', '1900-02-29T00:00:00Z'],
  ['has no such day', '2026-04-31T00:00:00Z'],
  ['has no such day', '2026-01-00T00:00:00Z'],
  ['has no such day', '2026-01-32T00:00:00Z'],
  ['has no such month', '2026-00-10T00:00:00Z'],
  ['has no such month', '2026-13-10T00:00:00Z'],
  ['has no such hour', '2026-01-31T24:00:00Z'],
  ['has no such minute', '2026-01-31T09:60:00Z'],
  ['has no such second', '2026-01-31T09:00:60Z'],
  ['has no such offset', '2026-01-31T09:00:00+24:00'],
  ['has no such offset', '2026-01-31T09:00:00+01:60'],
  ['has no such offset', '2026-01-31T09:00:00+1'],
  ['has half a fraction', '2026-01-31T09:00:00.Z'],
  ['has ten digits behind the point', '2026-01-31T09:00:00.0123456789Z'],
  ['has a space', '2026-01-31 09:00:00Z'],
  ['has a space', ' 2026-01-31T09:00:00Z'],
  ['has a line break', '2026-01-31T09:00:00Z\n'],
  ['is short', '26-01-31T09:00:00Z'],
  ['is short', '2026-1-31T09:00:00Z'],
  ['has a year of more digits', '+002026-01-31T09:00:00Z'],
  ['has a year of more digits', '12026-01-31T09:00:00Z'],
  ['has a year below none', '-000001-01-31T09:00:00Z'],
  ['leaves the years of four digits', '9999-12-31T23:59:59-01:00'],
  ['leaves the years of four digits', '0000-01-01T00:00:00+01:00'],
  ['has other digits', '２０２６-01-31T09:00:00Z'],
  ['has another minus', '2026-01-31T09:00:00−01:00'],
  ['is empty', ''],
  ['is a number', '1769850000000'],
  ['is for people', 'Sat, 31 Jan 2026 09:00:00 GMT'],
]

describe('an instant', () => {
  it.each(read)('%s is %s', (text, stored) => {
    expect(parseInstant(text)).toBe(stored)
  })

  it.each(refused)('is not what %s: %s', (_why, text) => {
    expect(parseInstant(text)).toBeNull()
  })
})

const first = new Date('0000-01-02T00:00:00Z')
const last = new Date('9999-12-30T00:00:00Z')
const moments = fc.date({ min: first, max: last, noInvalidDate: true })

it('the stored form stays as it is', () => {
  fc.assert(fc.property(moments, (moment) => parseInstant(moment.toISOString()) === moment.toISOString()))
})

it('means the same moment in every zone', () => {
  fc.assert(
    fc.property(moments, fc.integer({ min: -1439, max: 1439 }), (moment, offset) => {
      const local = new Date(moment.getTime() + offset * 60_000).toISOString().slice(0, -1)
      const two = (count: number): string => String(Math.floor(count)).padStart(2, '0')
      const zone = `${offset < 0 ? '-' : '+'}${two(Math.abs(offset) / 60)}:${two(Math.abs(offset) % 60)}`
      expect(parseInstant(local + zone)).toBe(moment.toISOString())
    }),
  )
})

it('sorts as text like time', () => {
  fc.assert(
    fc.property(moments, moments, (one, other) => {
      const texts = [one, other].map((moment) => parseInstant(moment.toISOString()) ?? '')
      expect((texts[0] ?? '') < (texts[1] ?? '')).toBe(one < other)
    }),
  )
})
