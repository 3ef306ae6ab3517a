import { Checkbox, Stack, Textarea } from '@mantine/core'
import { isDecoration } from '@octavo/contract/alt-text'
import { limits } from '@octavo/contract/limits'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { growing } from '../../ui/growing.ts'

interface AltFieldProps {
  readonly label: string
  /** shown unless the image is decoration */
  readonly description?: ReactNode
  /** the name of the image, if there are several in the form */
  readonly of?: string
  /** empty: decoration; null: no text yet */
  readonly value: string | null
  readonly onChange: (alt: string | null) => void
  readonly error?: string | undefined
  readonly isReadOnly?: boolean
}

/** The alternative text of an image, or the mark that it is decoration and needs none. */
export function AltField({
  label,
  description,
  of,
  value,
  onChange,
  error,
  isReadOnly = false,
}: AltFieldProps) {
  const { t } = useTranslation('media')
  const isDecorative = isDecoration(value)
  return (
    <Stack gap={6} flex={1} miw={0}>
      <Textarea
        label={label}
        description={isDecorative ? t('decoration.hint') : description}
        value={value ?? ''}
        onChange={({ currentTarget }) => onChange(currentTarget.value || null)}
        maxLength={limits.description}
        error={error}
        readOnly={isReadOnly}
        disabled={isDecorative}
        // One row at first where the form has several images, else two.
        {...growing(of === undefined ? 2 : 1)}
        dir="auto"
      />
      <Checkbox
        size="xs"
        label={t('decoration.label')}
        {...(of !== undefined && { 'aria-label': t('decoration.labelOf', { name: of }) })}
        checked={isDecorative}
        disabled={isReadOnly}
        onChange={({ currentTarget }) => onChange(currentTarget.checked ? '' : null)}
      />
    </Stack>
  )
}
