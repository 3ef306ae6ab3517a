import { Button, Group, List, Loader, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { RouterAnchor } from '../../ui/links.tsx'
import type { Usage } from './find-usages.ts'
import { mediaUsageQuery } from './media-queries.ts'
import { useUsageName } from './use-usage-name.ts'

/** Where a file is used, with ways there. */
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
            <UsageLink usage={usage} /> <Circumstances usage={usage} />
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

function UsageLink({ usage }: { readonly usage: Usage }) {
  const name = useUsageName()(usage)
  switch (usage.kind) {
    case 'content':
      return (
        <RouterAnchor
          to="/content/$collection/$id"
          params={{ collection: usage.collection, id: usage.id }}
          dir="auto"
        >
          {name}
        </RouterAnchor>
      )
    case 'section':
      return (
        <RouterAnchor to="/sections/$section" params={{ section: usage.id }} dir="auto">
          {name}
        </RouterAnchor>
      )
    case 'widget':
      return (
        <RouterAnchor to="/widgets/$name" params={{ name: usage.area }} dir="auto">
          {name}
        </RouterAnchor>
      )
  }
}

function Circumstances({ usage }: { readonly usage: Usage }) {
  const { t } = useTranslation('media')
  if (usage.kind !== 'content') return null
  const parts = [
    t('usage.fields', { fields: usage.fields.join(', ') }),
    usage.isInDraftOnly && t('usage.draftOnly'),
    usage.isInTrash && t('usage.inTrash'),
  ]
  return (
    <Text span size="xs" c="dimmed">
      {parts.filter(Boolean).join(' · ')}
    </Text>
  )
}
