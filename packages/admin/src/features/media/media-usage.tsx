import { Button, Group, List, Loader, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { mediaUsageQuery } from './media-queries.ts'
import { UsageEntry } from './usage-entry.tsx'

/** The usages of a file, with links. */
export function MediaUsage({ id }: { readonly id: string }) {
  const { t } = useTranslation(['media', 'common'])
  const { data, isError, refetch } = useQuery(mediaUsageQuery(id))
  if (isError)
    return (
      <Group gap="xs" role="alert">
        <Text size="sm">{t('media:usage.failed')}</Text>
        <Button variant="subtle" size="compact-sm" onClick={() => void refetch()}>
          {t('common:tryAgain')}
        </Button>
      </Group>
    )
  if (data === undefined) return <Loader size="sm" role="status" aria-label={t('media:usage.loading')} />
  if (data.items.length === 0) return <Text size="sm">{t('media:usage.none')}</Text>
  return (
    <>
      <List size="sm" spacing={4}>
        {data.items.map((usage) => (
          <List.Item key={`${usage.kind} ${usage.id}`}>
            <UsageEntry usage={usage} />
          </List.Item>
        ))}
      </List>
      {!data.isComplete && (
        <Text size="sm" mt="xs">
          {t('media:usage.incomplete')}
        </Text>
      )}
    </>
  )
}
