import { Textarea } from '@mantine/core'
import { growing } from '../../../ui/growing.ts'
import { anyDirection, type ControlProps, type FieldEditor, isText, wrapperOf } from './field-editor.ts'

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

export const text: FieldEditor = { Control: TextControl, accepts: isText, toText: String }
