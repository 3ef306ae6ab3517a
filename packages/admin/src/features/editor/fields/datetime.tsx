import { parseInstant } from '@octavo/contract/instant'
import { TextInput } from '@mantine/core'
import { fullTime } from '../../../ui/times.tsx'
import { localText, zoneName } from '../local-time.ts'
import { type ControlProps, type FieldEditor, isText, wrapperOf } from './field-editor.ts'

/**
 * A date and a time in the reader's zone, in the browser's own control: it is written in by keyboard, in the order of
 * day and month of the reader. It holds what is half written itself, so only another value from elsewhere replaces it.
 */
function DatetimeControl(props: ControlProps) {
  const { value, onChange, onRaw, isReadOnly, version, description, field } = props
  return (
    <TextInput
      key={version}
      {...wrapperOf(props)}
      description={[description, zoneName()].filter(Boolean).join(' · ')}
      type="datetime-local"
      step="any"
      defaultValue={isText(value) ? localText(value) : ''}
      onChange={({ currentTarget }) => {
        if (currentTarget.validity.badInput) onRaw('', 'datetime')
        else onChange(storedTime(currentTarget.value))
      }}
      readOnly={isReadOnly}
      aria-required={field.required}
      maw="20rem"
    />
  )
}

function storedTime(local: string): string | null {
  const time = new Date(local)
  return local === '' || Number.isNaN(time.getTime()) ? null : time.toISOString()
}

export const datetime: FieldEditor = {
  Control: DatetimeControl,
  accepts: (value) => isText(value) && parseInstant(value) !== null,
  toText: (value) => fullTime(String(value)),
}
