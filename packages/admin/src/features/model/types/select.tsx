import { Select } from '@mantine/core'
import { CircleDot } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { Choices, choiceRules, choicesOf } from './choices.tsx'
import type { DefaultProps, FieldTypeUi } from './field-type-ui.ts'

function DefaultChoice({ draft, value, onChange, ...shown }: DefaultProps) {
  const { t } = useTranslation('model')
  return (
    <Select
      {...shown}
      clearable
      placeholder={t('field.noDefault')}
      data={[...choicesOf(draft)]}
      value={typeof value === 'string' ? value : null}
      onChange={(next) => onChange(next ?? undefined)}
    />
  )
}

export const select: FieldTypeUi = {
  icon: CircleDot,
  isScalar: () => true,
  rules: choiceRules,
  Options: Choices,
  DefaultValue: DefaultChoice,
  widgets: ['radio'],
}
