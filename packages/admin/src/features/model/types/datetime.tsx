import { Group, TextInput } from '@mantine/core'
import { CalendarClock } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { withSetting } from '../fields/field-draft.ts'
import type { DefaultProps, FieldTypeUi, SettingsProps } from './field-type-ui.ts'

const bounds = ['min', 'max'] as const

function TimeRules({ draft: { validation }, onChange }: SettingsProps) {
  const { t } = useTranslation('model')
  return (
    <Group grow align="flex-start">
      {bounds.map((name) => (
        <TextInput
          key={name}
          type="datetime-local"
          label={t(name === 'min' ? 'rules.earliest' : 'rules.latest')}
          value={localOf(validation[name])}
          onChange={({ currentTarget }) =>
            onChange({ validation: withSetting(validation, name, instantOf(currentTarget.value)) })
          }
        />
      ))}
    </Group>
  )
}

function DefaultTime({ draft: _draft, value, onChange, ...shown }: DefaultProps) {
  return (
    <TextInput
      {...shown}
      type="datetime-local"
      value={localOf(value)}
      onChange={({ currentTarget }) => onChange(instantOf(currentTarget.value))}
    />
  )
}

/** A stored time as the browser's control takes it: in the reader's zone. */
function localOf(value: unknown): string {
  const date = new Date(typeof value === 'string' ? value : NaN)
  if (Number.isNaN(date.getTime())) return ''
  return new Date(date.getTime() - date.getTimezoneOffset() * 60_000).toISOString().slice(0, 16)
}

function instantOf(local: string): string | undefined {
  const date = new Date(local)
  return Number.isNaN(date.getTime()) ? undefined : date.toISOString()
}

export const datetime: FieldTypeUi = {
  icon: CalendarClock,
  isScalar: () => true,
  rules: bounds,
  Rules: TimeRules,
  DefaultValue: DefaultTime,
  widgets: [],
}
