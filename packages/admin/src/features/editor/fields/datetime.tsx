import { parseInstant } from '@octavo/contract/instant'
import { Group } from '@mantine/core'
import { CalendarClock } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { fullTime } from '../../../ui/times.tsx'
import { LocalTimeInput } from '../../../ui/values/local-time-input.tsx'
import { type ControlProps, changeHandler, contentOf, isText, wrapperOf } from './field-editor.ts'
import { withSetting } from './settings/field-draft.ts'
import type { FieldTypeUi } from './field-type-ui.ts'
import type { DefaultProps, SettingsProps } from './settings/settings-form.ts'

function DatetimeControl(props: ControlProps) {
  const { isReadOnly, version, field } = props
  return (
    <LocalTimeInput
      {...wrapperOf(props)}
      value={contentOf(props)}
      onChange={changeHandler(props)}
      version={version}
      readOnly={isReadOnly}
      aria-required={field.required}
      maw="20rem"
    />
  )
}

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
  Control: DatetimeControl,
  accepts: (value) => isText(value) && parseInstant(value) !== null,
  toText: (value) => fullTime(String(value)),
  rules: bounds,
  Rules: TimeRules,
  DefaultValue: DefaultTime,
}
