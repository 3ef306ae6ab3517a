import { Select } from '@mantine/core'
import { ToggleLeft } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import type { DefaultProps, FieldTypeUi } from './field-type-ui.ts'

function DefaultYesNo({ draft: _draft, value, onChange, ...shown }: DefaultProps) {
  const { t } = useTranslation(['model', 'common'])
  return (
    <Select
      {...shown}
      clearable
      placeholder={t('field.noDefault')}
      data={[
        { value: 'yes', label: t('common:yes') },
        { value: 'no', label: t('common:no') },
      ]}
      value={typeof value === 'boolean' ? (value ? 'yes' : 'no') : null}
      onChange={(next) => onChange(next === null ? undefined : next === 'yes')}
    />
  )
}

export const boolean: FieldTypeUi = {
  icon: ToggleLeft,
  isScalar: () => true,
  rules: [],
  DefaultValue: DefaultYesNo,
  widgets: ['checkbox'],
}
