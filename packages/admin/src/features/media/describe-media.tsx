import { Button, Group, Stack, Text, TextInput } from '@mantine/core'
import { limits } from '@octavo/contract/limits'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { api } from '../../api/client.ts'
import { failureText } from '../../api/failure-text.ts'
import { keys } from '../../api/queries.ts'
import type { MediaItem } from './media-item.ts'
import { MediaThumb } from './media-thumb.tsx'

interface DescribeProps {
  /** images that the person may change */
  readonly items: readonly MediaItem[]
  readonly onDone: () => void
}

/** The alternative texts of several images in one form. */
export function DescribeMedia({ items, onDone }: DescribeProps) {
  const { t } = useTranslation(['media', 'common'])
  const { t: common } = useTranslation()
  const client = useQueryClient()
  const [texts, setTexts] = useState<Readonly<Record<string, string>>>({})
  const changed = items.filter(({ id, alt }) => texts[id] !== undefined && texts[id].trim() !== (alt ?? ''))
  const { mutate, isPending, error } = useMutation({
    mutationFn: async () => {
      for (const { id } of changed) await api.media.update({ id, alt: texts[id]?.trim() || null })
    },
    onSettled: () => client.invalidateQueries({ queryKey: keys.media }),
    onSuccess: onDone,
  })
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        mutate()
      }}
    >
      <Text size="sm" c="dimmed" mb="sm">
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
              value={texts[item.id] ?? item.alt ?? ''}
              onChange={({ currentTarget: { value } }) => setTexts((now) => ({ ...now, [item.id]: value }))}
            />
          </Group>
        ))}
      </Stack>
      {error !== null && (
        <Text size="sm" c="red" role="alert" mt="sm">
          {failureText(error, common)}
        </Text>
      )}
      <Group justify="flex-end" mt="md">
        <Button type="submit" loading={isPending} disabled={changed.length === 0}>
          {t('common:save')}
        </Button>
      </Group>
    </form>
  )
}
