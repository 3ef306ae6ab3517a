import { describe, expect, it } from 'vitest'
import { dayText, firstOf, monthsLater, monthText, weeksOf } from './days.ts'

const now = new Date(2026, 10, 23, 12)

describe('the days of a calendar', () => {
  it.each([
    ['2026-02', '2026-02'],
    [undefined, '2026-11'],
    ['2026-13', '2026-11'],
    ['0001-01', '2026-11'],
    ['nothing', '2026-11'],
  ])('begin with the month %s', (text, expected) => {
    expect(monthText(firstOf(text, now))).toBe(expected)
  })

  it.each([
    // A month that begins on a Sunday.
    ['2026-11', 1, '2026-10-26', '2026-12-06', 6],
    ['2026-11', 7, '2026-11-01', '2026-12-05', 5],
    // Four weeks in all.
    ['2027-02', 1, '2027-02-01', '2027-02-28', 4],
    ['2024-02', 6, '2024-01-27', '2024-03-01', 5],
  ])('of %s are whole weeks from day %d on', (month, firstDay, first, last, count) => {
    const weeks = weeksOf(firstOf(month), firstDay)
    expect(weeks).toHaveLength(count)
    expect(weeks.every((week) => week.length === 7)).toBe(true)
    const days = weeks.flat().map(dayText)
    expect([days[0], days.at(-1)]).toEqual([first, last])
    expect(new Set(days).size).toBe(days.length)
  })

  it('go over the end of a year', () => {
    expect(monthText(monthsLater(firstOf('2026-12'), 1))).toBe('2027-01')
    expect(monthText(monthsLater(firstOf('2026-01'), -1))).toBe('2025-12')
  })
})
