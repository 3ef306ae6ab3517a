import { Radio, Select, Stack } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { CircleDot } from 'lucide-react'
import { choiceLabel, choicesOf, choiceValues, mostWithoutSearch } from '../../../ui/choices.ts'
import { type ControlProps, isText, wrapperOf } from './field-editor.ts'
import { Choices, choiceRules, missingChoices } from './settings/choices.tsx'
import type { FieldTypeUi } from './field-type-ui.ts'
import type { DefaultProps } from './settings/settings-form.ts'

function SelectControl(props: ControlProps) {
  const { t } = useTranslation('editor')
  const { field, value, onChange, isReadOnly } = props
  const chosen = isText(value) && value !== '' ? [value] : []
  const choices = choicesOf(field, chosen)
  return (
    <Select
      {...wrapperOf(props)}
      data={choices}
      value={chosen[0] ?? null}
      onChange={onChange}
      searchable={choices.length > mostWithoutSearch}
      clearable={!field.required && !isReadOnly}
      clearButtonProps={{ 'aria-label': t('fields.clear', { field: props.name }) }}
      placeholder={t('fields.choose')}
      nothingFoundMessage={t('fields.noChoice')}
      readOnly={isReadOnly}
      aria-required={field.required}
      maw="28rem"
    />
  )
}

function RadioControl(props: ControlProps) {
  const { field, value, onChange, isReadOnly } = props
  const chosen = isText(value) && value !== '' ? [value] : []
  return (
    <Radio.Group {...wrapperOf(props)} value={chosen[0] ?? null} onChange={onChange}>
      <Stack gap="xs" mt="xs">
        {choicesOf(field, chosen).map(({ value: choice, label }) => (
          <Radio key={choice} value={choice} label={label} disabled={isReadOnly} />
        ))}
      </Stack>
    </Radio.Group>
  )
}

function DefaultChoice({ draft, value, onChange, ...shown }: DefaultProps) {
  const { t } = useTranslation('model')
  return (
    <Select
      {...shown}
      clearable
      placeholder={t('field.noDefault')}
      data={[...choiceValues(draft)]}
      value={typeof value === 'string' ? value : null}
      onChange={(next) => onChange(next ?? undefined)}
    />
  )
}

export const select: FieldTypeUi = {
  icon: CircleDot,
  Control: SelectControl,
  widgets: { radio: RadioControl },
  accepts: isText,
  toText: (value, field) => choiceLabel(field, String(value)),
  rules: choiceRules,
  Options: Choices,
  missing: missingChoices,
  DefaultValue: DefaultChoice,
}
