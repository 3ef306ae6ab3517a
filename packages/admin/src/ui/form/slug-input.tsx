import { TextInput } from '@mantine/core'
import { slugify } from '@octavo/contract/slug'
import { useTranslation } from 'react-i18next'

interface SlugInputProps {
  readonly value: string
  /** what a slug is made from when none is given */
  readonly source: string
  readonly onChange: (value: string) => void
  readonly error: string | undefined
  readonly isNew: boolean
  readonly readOnly?: boolean
}

/** The part of an address; a new thing may leave it to the service. */
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
