import { Checkbox, Switch } from '@mantine/core'
import i18next from 'i18next'
import type { ControlProps, FieldEditor } from './field-editor.ts'

function partsOf({ value, onChange, label, description, error, isReadOnly }: ControlProps) {
  return {
    label,
    description,
    error,
    checked: value === true,
    onChange: (event: { readonly currentTarget: HTMLInputElement }) => onChange(event.currentTarget.checked),
    disabled: isReadOnly,
  } as const
}

export const boolean: FieldEditor = {
  Control: (props) => <Switch {...partsOf(props)} />,
  widgets: { checkbox: (props) => <Checkbox {...partsOf(props)} /> },
  accepts: (value) => typeof value === 'boolean',
  toText: (value) => i18next.t(value === true ? 'common:yes' : 'common:no'),
}
