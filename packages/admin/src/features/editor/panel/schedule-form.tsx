import { useTranslation } from 'react-i18next'
import { TimeForm } from './time-form.tsx'

interface ScheduleProps {
  readonly at: string | null
  readonly isBusy: boolean
  readonly onSchedule: (iso: string) => void
  readonly onCancel: () => void
}

/** Asks when an item goes live. */
export function ScheduleForm({ at, isBusy, onSchedule, onCancel }: ScheduleProps) {
  const { t } = useTranslation('editor')
  return (
    <TimeForm
      at={at ?? nextMorning()}
      label={t('schedule.label')}
      action={t('acts.schedule')}
      isBusy={isBusy}
      check={(iso) => (Date.parse(iso) > Date.now() ? undefined : t('schedule.past'))}
      onSubmit={onSchedule}
      onCancel={onCancel}
    />
  )
}

/** Nine o'clock tomorrow, where the reader is. */
function nextMorning(): string {
  const time = new Date()
  time.setDate(time.getDate() + 1)
  time.setHours(9, 0, 0, 0)
  return time.toISOString()
}
