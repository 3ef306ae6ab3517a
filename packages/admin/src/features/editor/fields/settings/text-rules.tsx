import { Group, TextInput } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { NumberInput } from '../../../../ui/values/number-input.tsx'
import { withSetting } from './field-draft.ts'
import type { SettingsProps } from './settings-form.ts'

export const textRules = ['minLength', 'maxLength', 'pattern'] as const

/** The rules of all text types. */
export function TextRules({ draft: { validation }, onChange }: SettingsProps) {
  const { t } = useTranslation('model')
  const set = (name: string, value: unknown) => onChange({ validation: withSetting(validation, name, value) })
  return (
    <>
      <Group grow align="flex-start">
        {(['minLength', 'maxLength'] as const).map((name) => (
          <NumberInput
            key={name}
            label={t(`rules.${name}`)}
            min={0}
            isWhole
            value={validation[name]}
            onChange={(value) => set(name, value)}
          />
        ))}
      </Group>
      <TextInput
        label={t('rules.pattern')}
        description={t('rules.patternHelp')}
        spellCheck={false}
        autoCapitalize="none"
        autoComplete="off"
        value={(validation['pattern'] as string | undefined) ?? ''}
        onChange={({ currentTarget }) => set('pattern', currentTarget.value)}
      />
    </>
  )
}
