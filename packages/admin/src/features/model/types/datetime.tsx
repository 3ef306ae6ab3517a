import { Group } from '@mantine/core'
import { CalendarClock } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { LocalTimeInput } from '../../../ui/values/local-time-input.tsx'
import { withSetting } from '../field-draft.ts'
import type { DefaultProps, FieldTypeUi, SettingsProps } from './field-type-ui.ts'

const bounds = ['min', 'max'] as const

function TimeRules({ draft: { validation }, onChange }: SettingsProps) {
  const { t } = useTranslation('model')
  return (
    <Group grow align="flex-start">
      {bounds.map((name) => (
        <LocalTimeInput
          key={name}
          label={t(name === 'min' ? 'rules.earliest' : 'rules.latest')}
          value={validation[name]}
          onChange={(time) => onChange({ validation: withSetting(validation, name, time) })}
        />
      ))}
    </Group>
  )
}

function DefaultTime({ draft: _draft, value, onChange, ...shown }: DefaultProps) {
  return <LocalTimeInput {...shown} value={value} onChange={onChange} />
}

export const datetime: FieldTypeUi = {
  icon: CalendarClock,
  isScalar: () => true,
  rules: bounds,
  Rules: TimeRules,
  DefaultValue: DefaultTime,
  widgets: [],
}
