import { Calculator } from 'lucide-react'
import type { FieldTypeUi } from './field-type-ui.ts'
import { DefaultNumber, NumberRules, rangeRules } from './number-rules.tsx'

export const number: FieldTypeUi = {
  icon: Calculator,
  isScalar: () => true,
  rules: rangeRules,
  Rules: NumberRules,
  DefaultValue: DefaultNumber,
  widgets: [],
}
