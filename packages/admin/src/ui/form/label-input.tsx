import { TextInput } from '@mantine/core'
import { useTranslation } from 'react-i18next'

interface LabelInputProps {
  /** "Label" by default */
  readonly label?: string
  readonly description?: string
  readonly value: string
  readonly onChange: (value: string) => void
  readonly error: string | undefined
}

/** The label field, the first field of a dialog. */
export function LabelInput({ label, description, value, onChange, error }: LabelInputProps) {
  const { t } = useTranslation('forms')
  return (
    <TextInput
      label={label ?? t('label')}
      description={description}
      value={value}
      onChange={({ currentTarget }) => onChange(currentTarget.value)}
      error={error}
      required
      dir="auto"
      data-autofocus
    />
  )
}
