import { Textarea, TextInput } from '@mantine/core'
import { growing } from '../../../ui/growing.ts'
import classes from './fields.module.css'
import { anyDirection, type ControlProps, type FieldEditor, isText, wrapperOf } from './field-editor.ts'
import { stringControls } from './string-forms.tsx'

/** A single-line text in a text area, so that a long title wraps and is shown whole. */
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
      onKeyDown={(event) => {
        if (event.key === 'Enter' && !event.nativeEvent.isComposing) event.preventDefault()
      }}
      onChange={(event) => onChange(event.currentTarget.value.replaceAll(/[\n\r\u2028\u2029]+/g, ' '))}
    />
  )
}

export const string: FieldEditor = {
  Control: StringControl,
  widgets: stringControls,
  accepts: isText,
  toText: String,
}
