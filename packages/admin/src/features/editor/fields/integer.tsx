import { Hash } from 'lucide-react'
import { NumberControl, numberText } from './number-control.tsx'
import type { FieldTypeUi } from './field-type-ui.ts'
import { DefaultNumber, NumberRules, rangeRules } from './settings/number-rules.tsx'

export const integer: FieldTypeUi = {
  icon: Hash,
  Control: (props) => <NumberControl control={props} isWhole />,
  accepts: (value) => Number.isInteger(value),
  toText: numberText,
  rules: rangeRules,
  Rules: NumberRules,
  DefaultValue: DefaultNumber,
}
