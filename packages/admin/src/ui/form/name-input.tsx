import { TextInput } from '@mantine/core'
import { useTranslation } from 'react-i18next'

interface NameInputProps {
  /** null until the person types a name; then `proposal` is the name */
  readonly value: string | null
  /** the name that is made from the label */
  readonly proposal: string
  readonly onChange: (value: string) => void
  readonly error: string | undefined
}

/** The field for the name that templates use. The name cannot be changed later, and the description says so. */
export function NameInput({ value, proposal, onChange, error }: NameInputProps) {
  const { t } = useTranslation('forms')
  return (
    <TextInput
      label={t('nameLabel')}
      description={t('nameHelp')}
      value={value ?? proposal}
      onChange={({ currentTarget }) => onChange(currentTarget.value)}
      error={error}
      required
      autoComplete="off"
      spellCheck={false}
      autoCapitalize="none"
    />
  )
}
