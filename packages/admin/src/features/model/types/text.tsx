import { Textarea } from '@mantine/core'
import { AlignLeft } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { growing } from '../../../ui/growing.ts'
import { NumberInput } from '../../../ui/values/number-input.tsx'
import { withSetting } from '../field-draft.ts'
import type { DefaultProps, FieldTypeUi, SettingsProps } from './field-type-ui.ts'
import { TextRules, textRules } from './text-rules.tsx'

function Rows({ draft: { options }, onChange, error }: SettingsProps) {
  const { t } = useTranslation('model')
  return (
    <NumberInput
      label={t('options.rows')}
      description={t('options.rowsHelp')}
      min={1}
      max={100}
      isWhole
      value={options['rows']}
      onChange={(rows) => onChange({ options: withSetting(options, 'rows', rows) })}
      error={error}
    />
  )
}

function DefaultLines({ draft: _draft, value, onChange, ...shown }: DefaultProps) {
  return (
    <Textarea
      {...shown}
      dir="auto"
      {...growing(2, 8)}
      value={typeof value === 'string' ? value : ''}
      onChange={({ currentTarget }) => onChange(currentTarget.value || undefined)}
    />
  )
}

export const text: FieldTypeUi = {
  icon: AlignLeft,
  isScalar: () => true,
  rules: textRules,
  Rules: TextRules,
  Options: Rows,
  DefaultValue: DefaultLines,
  widgets: [],
}
