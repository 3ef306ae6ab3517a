import { TextInput } from '@mantine/core'
import { slugify } from '@octavo/contract/slug'
import { useTranslation } from 'react-i18next'

interface SlugInputProps {
  readonly value: string
  /** the text that a slug is made from if none is given */
  readonly source: string
  readonly onChange: (value: string) => void
  readonly error: string | undefined
  readonly isNew: boolean
  readonly readOnly?: boolean
}

/** The slug field; for a new object it can be empty. */
export function SlugInput({ value, source, onChange, error, isNew, readOnly = false }: SlugInputProps) {
  const { t } = useTranslation('forms')
  return (
    <TextInput
      label={t('slugLabel')}
      description={t(isNew ? 'slugHelpNew' : 'slugHelp')}
      placeholder={isNew ? slugify(source) : ''}
      value={value}
      onChange={({ currentTarget }) => onChange(currentTarget.value)}
      error={error}
      readOnly={readOnly}
      autoComplete="off"
      spellCheck={false}
      autoCapitalize="none"
    />
  )
}
