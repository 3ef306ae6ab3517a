import { Button, Group } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { LocalTimeInput } from '../../../ui/values/local-time-input.tsx'
import { problemText } from '../../../ui/values/problem-text.ts'

interface ScheduleProps {
  readonly at: string | null
  readonly isBusy: boolean
  readonly onSchedule: (iso: string) => void
  readonly onCancel: () => void
}

/** Asks when an item goes live, in the reader's zone, which it names. */
export function ScheduleForm({ at, isBusy, onSchedule, onCancel }: ScheduleProps) {
  const { t } = useTranslation(['editor', 'common'])
  const [time, setTime] = useState<unknown>(() => at ?? nextMorning())
  const [error, setError] = useState<string>()
  const submit = () => {
    if (typeof time === 'string' && Date.parse(time) > Date.now()) onSchedule(time)
    else if (typeof time === 'string') setError(t('schedule.past'))
    else if (time === undefined) setError(problemText('datetime'))
  }
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        submit()
      }}
    >
      <LocalTimeInput
        label={t('schedule.label')}
        value={time}
        error={error}
        onChange={(next) => {
          setError(undefined)
          setTime(next)
        }}
        onKeyDown={(event) => {
          if (event.key === 'Escape') onCancel()
        }}
        data-autofocus
      />
      <Group gap="xs" mt="sm">
        <Button size="compact-sm" type="submit" loading={isBusy}>
          {t('acts.schedule')}
        </Button>
        <Button size="compact-sm" variant="default" onClick={onCancel}>
          {t('common:cancel')}
        </Button>
      </Group>
    </form>
  )
}

/** Nine o'clock tomorrow, where the reader is. */
function nextMorning(): string {
  const time = new Date()
  time.setDate(time.getDate() + 1)
  time.setHours(9, 0, 0, 0)
  return time.toISOString()
}
