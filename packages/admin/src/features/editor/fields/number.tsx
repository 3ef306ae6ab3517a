import type { FieldEditor } from './field-editor.ts'
import { NumberControl, numberText } from './number-control.tsx'

export const number: FieldEditor = {
  Control: (props) => <NumberControl control={props} isWhole={false} />,
  accepts: (value) => typeof value === 'number',
  toText: numberText,
}
