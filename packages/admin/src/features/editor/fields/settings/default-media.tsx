import { Button, Group, Input, Text } from '@mantine/core'
import { useId } from 'react'
import { useTranslation } from 'react-i18next'
import type { MediaItem } from '../../../media/media-item.ts'
import type { DefaultProps } from './settings-form.ts'

interface DefaultMediaProps extends Omit<DefaultProps, 'draft'> {
  readonly kind: 'image' | 'any'
  /** the stored value of a file */
  readonly valueOf: (item: MediaItem) => object
}

/** A file of the library as the default value. */
export function DefaultMedia({
  kind,
  valueOf,
  value,
  onChange,
  label,
  description,
  error,
}: DefaultMediaProps) {
  const { t } = useTranslation(['model', 'common'])
  const id = useId()
  const chosen = value as
    | { readonly id: string; readonly filename?: string; readonly alt?: string }
    | undefined
  const pick = async () => {
    const { pickMedia } = await import('../../../media/media-picker.tsx')
    const item = await pickMedia({ kind })
    if (item !== null) onChange(valueOf(item))
  }
  return (
    <Input.Wrapper
      label={label}
      description={description}
      error={error}
      labelElement="div"
      labelProps={{ id }}
    >
      <Group mt="xs" role="group" aria-labelledby={id}>
        {chosen !== undefined && (
          <Text size="sm" dir="auto">
            {chosen.filename ?? chosen.alt ?? chosen.id}
          </Text>
        )}
        <Button variant="default" size="xs" onClick={() => void pick()}>
          {t('field.chooseFile')}
        </Button>
        {chosen !== undefined && (
          <Button variant="subtle" size="xs" onClick={() => onChange(undefined)}>
            {t('common:remove')}
          </Button>
        )}
      </Group>
    </Input.Wrapper>
  )
}
