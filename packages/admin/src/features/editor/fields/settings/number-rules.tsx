import { Group } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { NumberInput } from '../../../../ui/values/number-input.tsx'
import { withSetting } from './field-draft.ts'
import type { DefaultProps, SettingsProps } from './settings-form.ts'

export const rangeRules = ['min', 'max'] as const

/** The minimum and maximum of a number. */
export function NumberRules({ draft: { type, validation }, onChange }: SettingsProps) {
  const { t } = useTranslation('model')
  return (
    <Group grow align="flex-start">
      {rangeRules.map((name) => (
        <NumberInput
          key={name}
          label={t(`rules.${name}`)}
          isWhole={type === 'integer'}
          value={validation[name]}
          onChange={(value) => onChange({ validation: withSetting(validation, name, value) })}
        />
      ))}
    </Group>
  )
}

export function DefaultNumber({ draft: { type }, value, onChange, ...shown }: DefaultProps) {
  return <NumberInput {...shown} isWhole={type === 'integer'} value={value} onChange={onChange} />
}
