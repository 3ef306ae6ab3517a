import { isTimeZone } from '@octavo/contract/time-zone'
import { useTranslation } from 'react-i18next'
import { dateLocale } from '../ui/region.ts'
import { useWorkspace } from './session.tsx'

/** A time in the time zone of the site; undefined if it reads the same in the reader's time zone. */
export function useSiteTime(iso: unknown): string | undefined {
  const { t } = useTranslation('forms')
  const { timeZone } = useWorkspace().site
  // An old browser may not know a new time zone.
  if (timeZone === undefined || !isTimeZone(timeZone)) return undefined
  if (typeof iso !== 'string' || Number.isNaN(Date.parse(iso))) return undefined
  const timeIn = (zone?: string): string =>
    new Intl.DateTimeFormat(dateLocale(), { dateStyle: 'medium', timeStyle: 'short', timeZone: zone }).format(
      new Date(iso),
    )
  const time = timeIn(timeZone)
  return time === timeIn() ? undefined : t('siteTime', { zone: timeZone, time })
}
