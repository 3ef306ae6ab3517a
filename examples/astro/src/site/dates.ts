import type { Locale } from './locales'

/** A date as people write it, in UTC as the addresses of Octavo are. */
export function longDate(instant: string, locale: Locale): string {
  return new Intl.DateTimeFormat(locale === 'en' ? 'en-GB' : locale, {
    dateStyle: 'long',
    timeZone: 'UTC',
  }).format(new Date(instant))
}
