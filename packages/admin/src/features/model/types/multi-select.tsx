import { MultiSelect } from '@mantine/core'
import { ListChecks } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { Choices, choiceRules, choicesOf } from './choices.tsx'
import type { DefaultProps, FieldTypeUi } from './field-type-ui.ts'

function DefaultChoices({ draft, value, onChange, ...shown }: DefaultProps) {
  const { t } = useTranslation('model')
  const chosen = Array.isArray(value) ? (value as string[]) : []
  return (
    <MultiSelect
      {...shown}
      clearable
      placeholder={chosen.length === 0 ? t('field.noDefault') : ''}
      data={[...choicesOf(draft)]}
      value={chosen}
      onChange={(next) => onChange(next.length === 0 ? undefined : next)}
    />
  )
}

export const multiSelect: FieldTypeUi = {
  icon: ListChecks,
  isScalar: () => false,
  rules: choiceRules,
  Options: Choices,
  DefaultValue: DefaultChoices,
  widgets: ['checkboxes'],
}
