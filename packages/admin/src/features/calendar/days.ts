import { dateLocale } from '../../ui/region.ts'

/** A month as it is in the URL: `2026-11`. */
export type MonthText = string

const twoDigits = (part: number): string => String(part).padStart(2, '0')

/** The month of a local date, as `2026-01`. */
export function monthText(date: Date): MonthText {
  return `${String(date.getFullYear()).padStart(4, '0')}-${twoDigits(date.getMonth() + 1)}`
}

/** A day in the time zone of the browser: `2026-11-23`. */
export function dayText(date: Date): string {
  return `${monthText(date)}-${twoDigits(date.getDate())}`
}

/** The first day of a month; of the current month if the text is not a month. */
export function firstOf(text: string | undefined, now = new Date()): Date {
  const [, year, month] = /^(\d{4})-(0[1-9]|1[0-2])$/.exec(text ?? '') ?? []
  // `Date` takes the years 0 to 99 for 1900 to 1999, and nothing is scheduled before 1970.
  if (year === undefined || month === undefined || Number(year) < 1970)
    return new Date(now.getFullYear(), now.getMonth(), 1)
  return new Date(Number(year), Number(month) - 1, 1)
}

/** The first day of the month that is so many months later; earlier for a negative number. */
export function monthsLater(first: Date, months: number): Date {
  return new Date(first.getFullYear(), first.getMonth() + months, 1)
}

/** The day that begins a week: 1 is Monday, 7 is Sunday. Monday if the browser does not tell. */
export function firstDayOfWeek(locale = dateLocale()): number {
  const localeInfo = new Intl.Locale(locale) as Intl.Locale & { getWeekInfo?: () => { firstDay: number } }
  return localeInfo.getWeekInfo?.().firstDay ?? 1
}

/** The days of a month in whole weeks, so with days of the months before and after. */
export function weeksOf(first: Date, firstDay = firstDayOfWeek()): Date[][] {
  const before = (first.getDay() - firstDay + 7) % 7
  const days = new Date(first.getFullYear(), first.getMonth() + 1, 0).getDate()
  const count = Math.ceil((before + days) / 7)
  return Array.from({ length: count }, (_, week) =>
    Array.from(
      { length: 7 },
      (_day, day) => new Date(first.getFullYear(), first.getMonth(), 1 - before + 7 * week + day),
    ),
  )
}
