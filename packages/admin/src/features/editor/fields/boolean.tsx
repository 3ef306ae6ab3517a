import { Checkbox, Switch, Select } from '@mantine/core'
import i18next from 'i18next'
import { ToggleLeft } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import type { ControlProps } from './field-editor.ts'
import type { FieldTypeUi } from './field-type-ui.ts'
import type { DefaultProps } from './settings/settings-form.ts'

/** The props that a switch and a checkbox share. */
function inputProps({ value, onChange, label, description, error, isReadOnly }: ControlProps) {
  return {
    label,
    description,
    error,
    checked: value === true,
    onChange: (event: { readonly currentTarget: HTMLInputElement }) => onChange(event.currentTarget.checked),
    disabled: isReadOnly,
  } as const
}

function DefaultYesNo({ draft: _draft, value, onChange, ...shown }: DefaultProps) {
  const { t } = useTranslation(['model', 'common'])
  const chosen = value === true ? 'yes' : 'no'
  return (
    <Select
      {...shown}
      clearable
      placeholder={t('field.noDefault')}
      data={[
        { value: 'yes', label: t('common:yes') },
        { value: 'no', label: t('common:no') },
      ]}
      value={typeof value === 'boolean' ? chosen : null}
      onChange={(next) => onChange(next === null ? undefined : next === 'yes')}
    />
  )
}

export const boolean: FieldTypeUi = {
  icon: ToggleLeft,
  Control: (props) => <Switch {...inputProps(props)} />,
  widgets: { checkbox: (props) => <Checkbox {...inputProps(props)} /> },
  isInSummaries: false,
  accepts: (value) => typeof value === 'boolean',
  toText: (value) => i18next.t(value === true ? 'common:yes' : 'common:no'),
  DefaultValue: DefaultYesNo,
}
