import { Checkbox, MultiSelect, Stack } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { ListChecks } from 'lucide-react'
import { choiceLabel, choicesOf, choiceValues } from '../../../ui/choices.ts'
import { type ControlProps, isTextList, wrapperOf } from './field-editor.ts'
import { Choices, choiceRules, missingChoices } from './settings/choices.tsx'
import type { FieldTypeUi } from './field-type-ui.ts'
import type { DefaultProps } from './settings/settings-form.ts'

function MultiSelectControl(props: ControlProps) {
  const { t } = useTranslation('editor')
  const { field, value, onChange, isReadOnly } = props
  const selected = isTextList(value) ? value : []
  return (
    <MultiSelect
      {...wrapperOf(props)}
      data={choicesOf(field, selected)}
      value={selected}
      onChange={onChange}
      searchable
      clearable={!isReadOnly}
      clearButtonProps={{ 'aria-label': t('fields.clear', { field: props.name }) }}
      placeholder={selected.length === 0 ? t('fields.chooseSome') : ''}
      nothingFoundMessage={t('fields.noChoice')}
      readOnly={isReadOnly}
      aria-required={field.required}
    />
  )
}

function CheckboxesControl(props: ControlProps) {
  const { field, value, onChange, isReadOnly } = props
  const selected = isTextList(value) ? value : []
  return (
    <Checkbox.Group {...wrapperOf(props)} value={selected} onChange={onChange}>
      <Stack gap="xs" mt="xs">
        {choicesOf(field, selected).map(({ value: choice, label }) => (
          <Checkbox key={choice} value={choice} label={label} disabled={isReadOnly} />
        ))}
      </Stack>
    </Checkbox.Group>
  )
}

function DefaultChoices({ draft, value, onChange, ...shown }: DefaultProps) {
  const { t } = useTranslation('model')
  const chosen = Array.isArray(value) ? (value as string[]) : []
  return (
    <MultiSelect
      {...shown}
      clearable
      placeholder={chosen.length === 0 ? t('field.noDefault') : ''}
      data={[...choiceValues(draft)]}
      value={chosen}
      onChange={(next) => onChange(next.length === 0 ? undefined : next)}
    />
  )
}

export const multiSelect: FieldTypeUi = {
  icon: ListChecks,
  Control: MultiSelectControl,
  widgets: { checkboxes: CheckboxesControl },
  accepts: isTextList,
  toText: (value, field) =>
    isTextList(value) ? value.map((choice) => choiceLabel(field, choice)).join(', ') : '',
  rules: choiceRules,
  Options: Choices,
  missing: missingChoices,
  DefaultValue: DefaultChoices,
}
