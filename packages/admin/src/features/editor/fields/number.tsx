import { Calculator } from 'lucide-react'
import { NumberControl, numberText } from './number-control.tsx'
import type { FieldTypeUi } from './field-type-ui.ts'
import { DefaultNumber, NumberRules, rangeRules } from './settings/number-rules.tsx'

export const number: FieldTypeUi = {
  icon: Calculator,
  Control: (props) => <NumberControl control={props} isWhole={false} />,
  accepts: (value) => typeof value === 'number',
  toText: numberText,
  rules: rangeRules,
  Rules: NumberRules,
  DefaultValue: DefaultNumber,
}
