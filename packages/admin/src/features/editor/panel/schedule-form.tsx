import { useTranslation } from 'react-i18next'
import { TimeForm } from './time-form.tsx'

interface ScheduleProps {
  /** the time that is scheduled already; null if none is */
  readonly at: string | null
  readonly isBusy: boolean
  readonly onSubmit: (iso: string) => void
  readonly onCancel: () => void
}

interface EndProps extends ScheduleProps {
  /** the scheduled time of publication, which must be earlier; null if none is scheduled */
  readonly after: string | null
}

/** A form that schedules the publication. `before` is when the item is unpublished: the time must be earlier. */
export function ScheduleForm({ at, before, ...form }: ScheduleProps & { readonly before: string | null }) {
  const { t } = useTranslation('editor')
  const check = (iso: string) => {
    if (Date.parse(iso) <= Date.now()) return t('schedule.past')
    return before !== null && iso >= before ? t('schedule.afterEnd') : undefined
  }
  const texts = { label: t('schedule.label'), action: t('actions.schedule') }
  return <TimeForm at={at ?? nextMorning()} {...texts} {...form} check={check} />
}

/** A form that schedules when an item is unpublished. */
export function EndForm({ at, after, ...form }: EndProps) {
  const { t } = useTranslation('editor')
  const check = (iso: string) => {
    if (Date.parse(iso) <= Date.now()) return t('schedule.past')
    return after !== null && iso <= after ? t('schedule.beforeStart') : undefined
  }
  const texts = { label: t('schedule.endLabel'), action: t('actions.setEnd') }
  return <TimeForm at={at ?? nextMorning(after)} {...texts} {...form} check={check} />
}

/** Nine o'clock on the day after a time, in the reader's time zone; tomorrow if there is no time. */
function nextMorning(after: string | null = null): string {
  const time = after === null ? new Date() : new Date(after)
  time.setDate(time.getDate() + 1)
  time.setHours(9, 0, 0, 0)
  return time.toISOString()
}
