import { Button, PasswordInput, Stack } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import type { FormField } from '../../rich-text/dialogs/json-schema.ts'

interface SecretInputProps {
  readonly field: FormField
  /** whether a secret is stored */
  readonly isSet: boolean
  /** the new secret; undefined leaves the stored one, null removes it */
  readonly value: string | null | undefined
  readonly onChange: (value: string | null | undefined) => void
  readonly error: string | undefined
}

/** A secret setting, which is never shown: it can be replaced or removed. */
export function SecretInput({ field, isSet, value, onChange, error }: SecretInputProps) {
  const { t } = useTranslation('plugins')
  const { title: name, description } = field
  const storedState = isSet ? 'isSet' : 'isNotSet'
  const state = value === null ? 'removed' : storedState
  return (
    <Stack gap={4} align="flex-start">
      <PasswordInput
        w="100%"
        label={name}
        description={[description, t(`secret.${state}`)].filter(Boolean).join(' ')}
        autoComplete="off"
        placeholder={isSet && value !== null ? t('secret.placeholder') : ''}
        value={value ?? ''}
        onChange={({ currentTarget }) => onChange(currentTarget.value || undefined)}
        error={error}
      />
      {isSet && (
        <Button
          size="compact-sm"
          variant="subtle"
          onClick={() => onChange(value === null ? undefined : null)}
        >
          {t(value === null ? 'secret.keep' : 'secret.remove', { name })}
        </Button>
      )}
    </Stack>
  )
}
