import { Button, Group, TextInput } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { localText, zoneName } from '../local-time.ts'

interface ScheduleProps {
  readonly at: string | null
  readonly isBusy: boolean
  readonly onSchedule: (iso: string) => void
  readonly onCancel: () => void
}

/** Asks when an item goes live, in the reader's zone, which it names. */
export function ScheduleForm({ at, isBusy, onSchedule, onCancel }: ScheduleProps) {
  const { t } = useTranslation(['editor', 'common'])
  const [text, setText] = useState(() => localText(at ?? nextMorning()))
  const [error, setError] = useState<string | null>(null)
  const submit = () => {
    const time = new Date(text).getTime()
    if (Number.isNaN(time)) setError(t('problems.datetime'))
    else if (time <= Date.now()) setError(t('schedule.past'))
    else onSchedule(new Date(time).toISOString())
  }
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        submit()
      }}
    >
      <TextInput
        type="datetime-local"
        label={t('schedule.label')}
        description={zoneName()}
        value={text}
        error={error}
        onChange={(event) => {
          setError(null)
          setText(event.currentTarget.value)
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
