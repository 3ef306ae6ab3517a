import { Checkbox, MultiSelect, Stack } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { choiceLabel } from '../../../ui/choice-label.ts'
import { choicesOf } from './choices.ts'
import { type ControlProps, type FieldEditor, isTextList, wrapperOf } from './field-editor.ts'

function MultiSelectControl(props: ControlProps) {
  const { t } = useTranslation('editor')
  const { field, value, onChange, isReadOnly } = props
  const held = isTextList(value) ? value : []
  return (
    <MultiSelect
      {...wrapperOf(props)}
      data={choicesOf(field, held)}
      value={held}
      onChange={onChange}
      searchable
      clearable={!isReadOnly}
      clearButtonProps={{ 'aria-label': t('fields.clear', { field: props.name }) }}
      placeholder={held.length === 0 ? t('fields.chooseSome') : ''}
      nothingFoundMessage={t('fields.noChoice')}
      readOnly={isReadOnly}
      aria-required={field.required}
    />
  )
}

function CheckboxesControl(props: ControlProps) {
  const { field, value, onChange, isReadOnly } = props
  const held = isTextList(value) ? value : []
  return (
    <Checkbox.Group {...wrapperOf(props)} value={held} onChange={onChange}>
      <Stack gap="xs" mt="xs">
        {choicesOf(field, held).map(({ value: choice, label }) => (
          <Checkbox key={choice} value={choice} label={label} disabled={isReadOnly} />
        ))}
      </Stack>
    </Checkbox.Group>
  )
}

export const multiSelect: FieldEditor = {
  Control: MultiSelectControl,
  widgets: { checkboxes: CheckboxesControl },
  accepts: isTextList,
  toText: (value, field) => (isTextList(value) ? value.map((one) => choiceLabel(field, one)).join(', ') : ''),
}
