import { Select } from '@mantine/core'
import { Type } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { withSetting } from '../field-draft.ts'
import { DefaultText } from './default-text.tsx'
import type { FieldTypeUi, SettingsProps } from './field-type-ui.ts'
import { TextRules, textRules } from './text-rules.tsx'

const forms = ['url', 'email', 'date', 'color'] as const

/** The form of a string, such as an e-mail address. Each form has its check and its control. */
function Form({ draft: { options }, onChange, error }: SettingsProps) {
  const { t } = useTranslation('model')
  return (
    <Select
      label={t('options.form')}
      clearable
      placeholder={t('options.anyText')}
      data={forms.map((name) => ({ value: name as string, label: t(`options.forms.${name}`) }))}
      value={typeof options['widget'] === 'string' ? options['widget'] : null}
      onChange={(next) => onChange({ options: withSetting(options, 'widget', next ?? undefined) })}
      error={error}
    />
  )
}

export const string: FieldTypeUi = {
  icon: Type,
  isScalar: () => true,
  rules: textRules,
  Rules: TextRules,
  Options: Form,
  DefaultValue: DefaultText,
  widgets: [],
}
