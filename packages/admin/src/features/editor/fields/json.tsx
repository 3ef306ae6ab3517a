import { Textarea } from '@mantine/core'
import { growing } from '../../../ui/growing.ts'
import classes from './fields.module.css'
import { type ControlProps, type FieldEditor, wrapperOf } from './field-editor.ts'

/** JSON as text, checked while it is typed; what is not JSON (yet) stays as it was typed. */
function JsonControl(props: ControlProps) {
  const { value, raw, onChange, onRaw, isReadOnly, version, field } = props
  return (
    <Textarea
      key={version}
      {...wrapperOf(props)}
      defaultValue={raw ?? jsonText(value)}
      onChange={({ currentTarget }) => {
        const text = currentTarget.value
        const parsed = parse(text)
        if (parsed === undefined) onRaw(text, 'json')
        else onChange(parsed.value)
      }}
      readOnly={isReadOnly}
      {...growing(4, 24)}
      spellCheck={false}
      classNames={{ input: classes['code'] ?? '' }}
      aria-required={field.required}
    />
  )
}

function parse(text: string): { readonly value: unknown } | undefined {
  if (text.trim() === '') return { value: null }
  try {
    return { value: JSON.parse(text) as unknown }
  } catch {
    return undefined
  }
}

function jsonText(value: unknown): string {
  return value === null || value === undefined ? '' : JSON.stringify(value, null, 2)
}

export const json: FieldEditor = { Control: JsonControl, accepts: () => true, toText: jsonText }
