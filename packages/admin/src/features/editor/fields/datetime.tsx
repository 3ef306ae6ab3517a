import { parseInstant } from '@octavo/contract/instant'
import { fullTime } from '../../../ui/times.tsx'
import { LocalTimeInput } from '../../../ui/values/local-time-input.tsx'
import { type ControlProps, type FieldEditor, heldOf, isText, keeping, wrapperOf } from './field-editor.ts'

function DatetimeControl(props: ControlProps) {
  const { isReadOnly, version, field } = props
  return (
    <LocalTimeInput
      {...wrapperOf(props)}
      value={heldOf(props)}
      onChange={keeping(props)}
      version={version}
      readOnly={isReadOnly}
      aria-required={field.required}
      maw="20rem"
    />
  )
}

export const datetime: FieldEditor = {
  Control: DatetimeControl,
  accepts: (value) => isText(value) && parseInstant(value) !== null,
  toText: (value) => fullTime(String(value)),
}
