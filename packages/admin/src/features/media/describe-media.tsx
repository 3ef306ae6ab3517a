import { Group, Stack, Text } from '@mantine/core'
import { writtenAlt } from '@octavo/contract/alt-text'
import { useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { keys } from '../../api/queries.ts'
import { FormDialog } from '../../ui/form/form-dialog.tsx'
import { useDialogForm } from '../../ui/form/use-dialog-form.ts'
import { AltField } from './alt-field.tsx'
import { describeMany } from './change-many.ts'
import type { MediaItem } from './media-item.ts'
import { MediaThumb } from './media-thumb.tsx'

interface DescribeProps {
  /** images that the person may change */
  readonly items: readonly MediaItem[]
  readonly onClosed: () => void
}

/** The alternative texts of several images in one form, and which of them are decoration. */
export function DescribeMedia({ items, onClosed }: DescribeProps) {
  const { t } = useTranslation(['media', 'common'])
  const client = useQueryClient()
  const form = useDialogForm({
    stored: Object.fromEntries(items.map(({ id, alt }) => [id, alt])),
    check: () => ({}),
    save: async (texts) => {
      const newAlts = new Map(items.map(({ id }) => [id, writtenAlt(texts[id] ?? null)]))
      const changed = items.filter(({ id, alt }) => newAlts.get(id) !== alt)
      try {
        await describeMany(new Map(changed.map(({ id }) => [id, newAlts.get(id) ?? null])))
      } finally {
        // Some may be saved even if one call failed.
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
          <Group key={item.id} wrap="nowrap" align="flex-start">
            <MediaThumb item={item} size={56} />
            <AltField
              label={item.filename}
              of={item.filename}
              value={form.values[item.id] ?? null}
              onChange={(alt) => form.set(item.id, alt)}
              error={form.errorOf(item.id)}
            />
          </Group>
        ))}
      </Stack>
    </FormDialog>
  )
}
