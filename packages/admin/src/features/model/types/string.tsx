import { Type } from 'lucide-react'
import { DefaultText } from './default-text.tsx'
import type { FieldTypeUi } from './field-type-ui.ts'
import { TextRules, textRules } from './text-rules.tsx'

export const string: FieldTypeUi = {
  icon: Type,
  isScalar: () => true,
  rules: textRules,
  Rules: TextRules,
  DefaultValue: DefaultText,
  widgets: [],
}
