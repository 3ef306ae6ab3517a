import { Tooltip } from '@mantine/core'
import i18next from 'i18next'
import { useTranslation } from 'react-i18next'
import { dateLocale } from './region.ts'

/** milliseconds */
const minute = 60_000
/** the units of relative times, with their milliseconds */
const units: readonly [Intl.RelativeTimeFormatUnit, number][] = [
  ['day', 24 * 60 * minute],
  ['hour', 60 * minute],
  ['minute', minute],
]

/** Formatters are cached, because creating one costs more than using it a hundred times. */
const formats = new Map<string, Intl.DateTimeFormat>()

function dateFormat(options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  const locale = dateLocale()
  const name = `${locale} ${Object.entries(options).join(' ')}`
  const format = formats.get(name) ?? new Intl.DateTimeFormat(locale, options)
  formats.set(name, format)
  return format
}

const relativeFormats = new Map<string, Intl.RelativeTimeFormat>()

function relativeFormat(): Intl.RelativeTimeFormat {
  const { language } = i18next
  const format = relativeFormats.get(language) ?? new Intl.RelativeTimeFormat(language, { numeric: 'auto' })
  relativeFormats.set(language, format)
  return format
}

/** A full date and time in the reader's time zone and language; `medium` has seconds. */
export function fullTime(iso: string, timeStyle: 'short' | 'medium' = 'short'): string {
  return dateFormat({ dateStyle: 'long', timeStyle }).format(new Date(iso))
}

/** The time of day in the reader's time zone. */
export function clockTime(iso: string): string {
  return dateFormat({ timeStyle: 'short' }).format(new Date(iso))
}

/** A day of a calendar, `2026-11-23`, as the reader writes it. */
export function dayText(day: string): string {
  return dateFormat({ dateStyle: 'medium' }).format(new Date(`${day}T00:00`))
}

/** A stored day as the reader writes it; a text that is no day stays as it is. */
export function storedDayText(text: string): string {
  const isDay = /^\d{4}-\d{2}-\d{2}$/.test(text) && !Number.isNaN(Date.parse(`${text}T00:00`))
  return isDay ? dayText(text) : text
}

/** A day such as `Monday, 23 November`, in the reader's time zone and language. */
export function dayName(day: Date): string {
  return dateFormat({ weekday: 'long', day: 'numeric', month: 'long' }).format(day)
}

export function weekdayName(day: Date, weekday: 'short' | 'long'): string {
  return dateFormat({ weekday }).format(day)
}

/** A month such as `November 2026`. */
export function monthName(day: Date): string {
  return dateFormat({ month: 'long', year: 'numeric' }).format(day)
}

/** A short form of a time: within a week relative, such as `5 minutes ago`, else the date. */
export function shortTime(iso: string, now = Date.now()): string {
  const distance = Date.parse(iso) - now
  if (Math.abs(distance) < minute) return i18next.t('time.now')
  if (Math.abs(distance) > 7 * 24 * 60 * minute)
    return dateFormat({ dateStyle: 'medium' }).format(new Date(iso))
  const [unit, length] = units.find(([, size]) => Math.abs(distance) >= size) ?? ['minute', minute]
  return relativeFormat().format(Math.round(distance / length), unit)
}

/** A short time, with the full time as a tooltip. */
export function TimeText({ iso }: { readonly iso: string | null }) {
  const { t } = useTranslation()
  if (iso === null) return <>{t('time.never')}</>
  return (
    <Tooltip label={fullTime(iso)} openDelay={300}>
      <time dateTime={iso}>{shortTime(iso)}</time>
    </Tooltip>
  )
}
