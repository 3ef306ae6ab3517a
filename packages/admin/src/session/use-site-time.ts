import { isTimeZone } from '@octavo/contract/time-zone'
import { useTranslation } from 'react-i18next'
import { dateLocale } from '../ui/region.ts'
import { useWorkspace } from './session.tsx'

/** A time as the time zone of the site shows it; undefined where the reader's own shows the same. */
export function useSiteTime(iso: unknown): string | undefined {
  const { t } = useTranslation('forms')
  const { timeZone } = useWorkspace().site
  // A browser can be older than a zone.
  if (timeZone === undefined || !isTimeZone(timeZone)) return undefined
  if (typeof iso !== 'string' || Number.isNaN(Date.parse(iso))) return undefined
  const shown = (zone?: string): string =>
    new Intl.DateTimeFormat(dateLocale(), { dateStyle: 'medium', timeStyle: 'short', timeZone: zone }).format(
      new Date(iso),
    )
  const time = shown(timeZone)
  return time === shown() ? undefined : t('siteTime', { zone: timeZone, time })
}
