import type { FieldEditor } from './field-editor.ts'
import { NumberControl, numberText } from './number-control.tsx'

export const integer: FieldEditor = {
  Control: (props) => <NumberControl control={props} isWhole />,
  accepts: (value) => Number.isInteger(value),
  toText: numberText,
}
