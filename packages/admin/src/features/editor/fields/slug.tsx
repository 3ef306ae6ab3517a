import { TextInput } from '@mantine/core'
import { sanitizeSlug } from '@octavo/contract/slug'
import { useTranslation } from 'react-i18next'
import { Link } from 'lucide-react'
import { joinedNotes } from '../../../ui/notes.tsx'
import { anyDirection, type ControlProps, isText, wrapperOf } from './field-editor.ts'
import { DefaultText } from './settings/default-text.tsx'
import type { FieldTypeUi } from './field-type-ui.ts'
import { TextRules, textRules } from './settings/text-rules.tsx'

/** A text that is normalized to a slug when it is saved; the control shows the result. */
function SlugControl(props: ControlProps) {
  const { t } = useTranslation('editor')
  const { value, onChange, isReadOnly, description, field } = props
  const text = isText(value) ? value : ''
  const stored = sanitizeSlug(text)
  const isOther = stored !== text && stored !== ''
  return (
    <TextInput
      {...wrapperOf(props)}
      description={joinedNotes([description, isOther && t('fields.becomes', { slug: stored })])}
      value={text}
      onChange={(event) => onChange(event.currentTarget.value)}
      readOnly={isReadOnly}
      spellCheck={false}
      {...anyDirection}
      aria-required={field.required}
    />
  )
}

export const slug: FieldTypeUi = {
  icon: Link,
  Control: SlugControl,
  accepts: isText,
  toText: String,
  rules: textRules,
  Rules: TextRules,
  DefaultValue: DefaultText,
}
