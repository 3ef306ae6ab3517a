import { TextInput } from '@mantine/core'
import type { DefaultProps } from './settings-form.ts'

export function DefaultText({ draft: _draft, value, onChange, ...shown }: DefaultProps) {
  return (
    <TextInput
      {...shown}
      dir="auto"
      value={typeof value === 'string' ? value : ''}
      onChange={({ currentTarget }) => onChange(currentTarget.value || undefined)}
    />
  )
}
