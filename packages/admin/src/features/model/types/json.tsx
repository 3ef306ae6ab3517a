import { Textarea } from '@mantine/core'
import { Braces } from 'lucide-react'
import { growing } from '../../../ui/growing.ts'
import { UnreadJson } from '../unread-json.ts'
import type { DefaultProps, FieldTypeUi } from './field-type-ui.ts'

function DefaultJson({ draft: _draft, value, onChange, ...shown }: DefaultProps) {
  const text = value instanceof UnreadJson ? value.text : value === undefined ? '' : pretty(value)
  return (
    <Textarea
      {...shown}
      {...growing(3, 12)}
      spellCheck={false}
      dir="ltr"
      ff="monospace"
      value={text}
      onChange={({ currentTarget }) =>
        onChange(currentTarget.value.trim() === '' ? undefined : new UnreadJson(currentTarget.value))
      }
    />
  )
}

function pretty(value: unknown): string {
  return JSON.stringify(value, null, 2)
}

export const json: FieldTypeUi = {
  icon: Braces,
  isScalar: () => false,
  rules: [],
  DefaultValue: DefaultJson,
  widgets: [],
}
