import { Textarea, TextInput, Select } from '@mantine/core'
import { stringForms } from '@octavo/contract/fields/option-names'
import { Type } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { growing } from '../../../ui/growing.ts'
import { storedDayText } from '../../../ui/times.tsx'
import classes from './fields.module.css'
import { anyDirection, type ControlProps, isText, wrapperOf } from './field-editor.ts'
import { stringControls } from './string-forms.tsx'
import { withSetting } from './settings/field-draft.ts'
import { DefaultText } from './settings/default-text.tsx'
import type { FieldTypeUi } from './field-type-ui.ts'
import type { SettingsProps } from './settings/settings-form.ts'
import { TextRules, textRules } from './settings/text-rules.tsx'

/** A single-line text. The title is in a text area, so that a long one wraps and is shown whole. */
function StringControl(props: ControlProps) {
  const { value, onChange, isReadOnly, isTitle, field, name } = props
  const text = isText(value) ? value : ''
  const shared = {
    ...wrapperOf(props),
    value: text,
    readOnly: isReadOnly,
    ...anyDirection,
    'aria-required': field.required,
  } as const
  if (!isTitle) return <TextInput {...shared} onChange={(event) => onChange(event.currentTarget.value)} />
  return (
    <Textarea
      {...shared}
      {...growing(1, 8)}
      variant="unstyled"
      placeholder={name}
      classNames={{ input: classes['title'] ?? '', label: 'unseen' }}
      // Enter must not begin a new line, but while characters are composed it belongs to the input method.
      onKeyDown={(event) => {
        if (event.key === 'Enter' && !event.nativeEvent.isComposing) event.preventDefault()
      }}
      onChange={(event) => onChange(event.currentTarget.value.replaceAll(/[\n\r\u2028\u2029]+/g, ' '))}
    />
  )
}

/** The form of a string, such as an e-mail address. Each form has its check and its control. */
function Form({ draft: { options }, onChange, error }: SettingsProps) {
  const { t } = useTranslation('model')
  return (
    <Select
      label={t('options.form')}
      clearable
      placeholder={t('options.anyText')}
      data={stringForms.map((name) => ({ value: name as string, label: t(`options.forms.${name}`) }))}
      value={typeof options['widget'] === 'string' ? options['widget'] : null}
      onChange={(next) => onChange({ options: withSetting(options, 'widget', next ?? undefined) })}
      error={error}
    />
  )
}

export const string: FieldTypeUi = {
  icon: Type,
  Control: StringControl,
  forms: stringControls,
  accepts: isText,
  toText: (value, { options }) =>
    options?.['widget'] === 'date' ? storedDayText(String(value)) : String(value),
  rules: textRules,
  Rules: TextRules,
  Options: Form,
  DefaultValue: DefaultText,
}
