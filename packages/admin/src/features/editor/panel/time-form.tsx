import { Button, Group } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useSiteTime } from '../../../session/use-site-time.ts'
import { LocalTimeInput } from '../../../ui/values/local-time-input.tsx'
import { problemText } from '../../../ui/values/problem-text.ts'
import type { Unread } from '../../../ui/values/unread.ts'

interface TimeFormProps {
  /** the initial time */
  readonly at: string
  readonly label: string
  /** what the button does */
  readonly action: string
  readonly isBusy: boolean
  /** the problem of a time; undefined if it is valid */
  readonly check: (iso: string) => string | undefined
  readonly onSubmit: (iso: string) => void
  readonly onCancel: () => void
}

/** A form for a time in the reader's time zone, with the name of the zone. */
export function TimeForm({ at, label, action, isBusy, check, onSubmit, onCancel }: TimeFormProps) {
  const { t } = useTranslation('common')
  /** an ISO instant; undefined if the control is empty, `Unread` if it has invalid text */
  const [time, setTime] = useState<string | Unread | undefined>(at)
  const [error, setError] = useState<string>()
  const siteTime = useSiteTime(time)
  const submit = () => {
    if (time === undefined) setError(problemText('datetime'))
    // The control itself shows what is wrong with invalid text.
    if (typeof time !== 'string') return
    const problem = check(time)
    if (problem === undefined) onSubmit(time)
    else setError(problem)
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
        label={label}
        description={siteTime}
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
          {action}
        </Button>
        <Button size="compact-sm" variant="default" onClick={onCancel}>
          {t('cancel')}
        </Button>
      </Group>
    </form>
  )
}
