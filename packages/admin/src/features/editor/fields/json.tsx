import { Textarea } from '@mantine/core'
import { growing } from '../../../ui/growing.ts'
import { readJson } from '../../../ui/values/json-text.ts'
import classes from './fields.module.css'
import { type ControlProps, type FieldEditor, wrapperOf } from './field-editor.ts'

/** A JSON editor that validates while the person types; invalid text stays in the control. */
function JsonControl(props: ControlProps) {
  const { value, raw, onChange, onRaw, isReadOnly, version, field } = props
  return (
    <Textarea
      key={version}
      {...wrapperOf(props)}
      defaultValue={raw ?? jsonText(value)}
      onChange={({ currentTarget }) => {
        const text = currentTarget.value
        const reading = readJson(text)
        if ('problem' in reading) onRaw(text, reading.problem)
        else onChange(reading.value)
      }}
      readOnly={isReadOnly}
      {...growing(4, 24)}
      spellCheck={false}
      classNames={{ input: classes['code'] ?? '' }}
      aria-required={field.required}
    />
  )
}

function jsonText(value: unknown): string {
  return value === null || value === undefined ? '' : JSON.stringify(value, null, 2)
}

export const json: FieldEditor = { Control: JsonControl, accepts: () => true, toText: jsonText }
