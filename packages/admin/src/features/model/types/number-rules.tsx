import { Group, NumberInput } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { withSetting } from '../fields/field-draft.ts'
import type { DefaultProps, SettingsProps } from './field-type-ui.ts'

export const rangeRules = ['min', 'max'] as const

/** The least and the greatest number. */
export function NumberRules({ draft: { type, validation }, onChange }: SettingsProps) {
  const { t } = useTranslation('model')
  return (
    <Group grow align="flex-start">
      {rangeRules.map((name) => (
        <NumberInput
          key={name}
          label={t(`rules.${name}`)}
          allowDecimal={type === 'number'}
          value={(validation[name] as number | undefined) ?? ''}
          onChange={(value) =>
            onChange({
              validation: withSetting(validation, name, typeof value === 'number' ? value : undefined),
            })
          }
        />
      ))}
    </Group>
  )
}

export function DefaultNumber({ draft: { type }, value, onChange, ...shown }: DefaultProps) {
  return (
    <NumberInput
      {...shown}
      allowDecimal={type === 'number'}
      value={typeof value === 'number' ? value : ''}
      onChange={(next) => onChange(typeof next === 'number' ? next : undefined)}
    />
  )
}
