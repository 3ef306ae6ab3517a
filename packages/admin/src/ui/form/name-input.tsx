import { TextInput } from '@mantine/core'
import { useTranslation } from 'react-i18next'

interface NameInputProps {
  /** null as long as the person has not said one: then it follows the label */
  readonly value: string | null
  readonly proposal: string
  readonly onChange: (value: string) => void
  readonly error: string | undefined
}

/** The name that templates use. It cannot be changed later, which is said here and not only found out. */
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
