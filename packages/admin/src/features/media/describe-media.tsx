import { Group, Stack, Text, TextInput } from '@mantine/core'
import { limits } from '@octavo/contract/limits'
import { useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { keys } from '../../api/queries.ts'
import { bindText } from '../../ui/form/bind.ts'
import { FormDialog } from '../../ui/form/form-dialog.tsx'
import { useDialogForm } from '../../ui/form/use-dialog-form.ts'
import { describeMany } from './change-many.ts'
import type { MediaItem } from './media-item.ts'
import { MediaThumb } from './media-thumb.tsx'

interface DescribeProps {
  /** images that the person may change */
  readonly items: readonly MediaItem[]
  readonly onClosed: () => void
}

/** The alternative texts of several images in one form. */
export function DescribeMedia({ items, onClosed }: DescribeProps) {
  const { t } = useTranslation(['media', 'common'])
  const client = useQueryClient()
  const form = useDialogForm({
    stored: Object.fromEntries(items.map(({ id, alt }) => [id, alt ?? ''])),
    check: () => ({}),
    save: async (texts) => {
      const changed = items.filter(({ id, alt }) => texts[id]?.trim() !== (alt ?? ''))
      try {
        await describeMany(new Map(changed.map(({ id }) => [id, texts[id]?.trim() || null])))
      } finally {
        void client.invalidateQueries({ queryKey: keys.media })
      }
    },
    onSaved: () => undefined,
  })
  return (
    <FormDialog
      title={t('describe.title', { count: items.length })}
      submit={t('common:save')}
      form={form}
      onClosed={onClosed}
      size="lg"
    >
      <Text size="sm" c="dimmed">
        {t('details.altHint')}
      </Text>
      <Stack gap="sm">
        {items.map((item) => (
          <Group key={item.id} wrap="nowrap" align="flex-end">
            <MediaThumb item={item} size={56} />
            <TextInput
              label={item.filename}
              flex={1}
              dir="auto"
              maxLength={limits.description}
              {...bindText(form, item.id)}
            />
          </Group>
        ))}
      </Stack>
    </FormDialog>
  )
}
