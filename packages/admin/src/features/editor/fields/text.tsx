import { Textarea } from '@mantine/core'
import { AlignLeft } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { growing } from '../../../ui/growing.ts'
import { NumberInput } from '../../../ui/values/number-input.tsx'
import { anyDirection, type ControlProps, isText, wrapperOf } from './field-editor.ts'
import { withSetting } from './settings/field-draft.ts'
import type { FieldTypeUi } from './field-type-ui.ts'
import type { DefaultProps, SettingsProps } from './settings/settings-form.ts'
import { TextRules, textRules } from './settings/text-rules.tsx'

function TextControl(props: ControlProps) {
  const { value, onChange, isReadOnly, field } = props
  const { rows } = field.options ?? {}
  const least = typeof rows === 'number' ? rows : 3
  return (
    <Textarea
      {...wrapperOf(props)}
      value={isText(value) ? value : ''}
      onChange={(event) => onChange(event.currentTarget.value)}
      readOnly={isReadOnly}
      {...growing(least, Math.max(least, 24))}
      {...anyDirection}
      aria-required={field.required}
    />
  )
}

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
  Control: TextControl,
  accepts: isText,
  toText: String,
  rules: textRules,
  Rules: TextRules,
  Options: Rows,
  DefaultValue: DefaultLines,
}
