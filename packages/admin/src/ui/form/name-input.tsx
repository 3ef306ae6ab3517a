import { TextInput } from '@mantine/core'
import { useTranslation } from 'react-i18next'

interface NameInputProps {
  /** null while it follows the label */
  readonly value: string | null
  readonly proposal: string
  readonly onChange: (value: string) => void
  readonly error: string | undefined
}

/** The name for templates. It cannot be changed later, and the description says so. */
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
