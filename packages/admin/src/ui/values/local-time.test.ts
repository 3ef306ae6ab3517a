import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { instantsOf, localText } from './local-time.ts'

describe('the instants of a time on the clock', () => {
  const { TZ } = process.env
  beforeAll(() => {
    process.env['TZ'] = 'Europe/Berlin'
  })
  afterAll(() => {
    if (TZ === undefined) delete process.env['TZ']
    else process.env['TZ'] = TZ
  })

  it.each([
    ['2026-07-01T12:00', ['2026-07-01T10:00:00.000Z']],
    ['2026-07-01T12:00:07.5', ['2026-07-01T10:00:07.500Z']],
    ['2026-12-01T12:00', ['2026-12-01T11:00:00.000Z']],
    ['2027-03-28T01:59', ['2027-03-28T00:59:00.000Z']],
    ['2027-03-28T02:00', []],
    ['2027-03-28T02:30', []],
    ['2027-03-28T02:59:59.999', []],
    ['2027-03-28T03:00', ['2027-03-28T01:00:00.000Z']],
    ['2026-10-25T01:59', ['2026-10-24T23:59:00.000Z']],
    ['2026-10-25T02:00', ['2026-10-25T00:00:00.000Z', '2026-10-25T01:00:00.000Z']],
    ['2026-10-25T02:30', ['2026-10-25T00:30:00.000Z', '2026-10-25T01:30:00.000Z']],
    ['2026-10-25T03:00', ['2026-10-25T02:00:00.000Z']],
    ['0050-01-01T00:00', ['0049-12-31T23:06:32.000Z']],
    ['', undefined],
    ['tomorrow', undefined],
  ])('%j', (local, instants) => {
    expect(instantsOf(local)).toEqual(instants)
    for (const instant of instants ?? []) expect(instantsOf(localText(instant))).toContain(instant)
  })
})
