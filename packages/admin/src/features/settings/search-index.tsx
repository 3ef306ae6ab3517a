import { Button, Group, Stack, Text, Title } from '@mantine/core'
import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { api } from '../../api/client.ts'
import { keys } from '../../api/queries.ts'
import { useWorkspace } from '../../session/session.tsx'
import { notifySuccess, notifyError } from '../../ui/notify.tsx'
import { FailureState, ListSkeleton } from '../../ui/states.tsx'

const indexQuery = queryOptions({
  queryKey: [...keys.search, 'index'],
  queryFn: ({ signal }) => api.search.stats({}, { signal }),
})

/** The number of indexed items, and a button to rebuild a damaged index. */
export function SearchIndex() {
  const { t } = useTranslation('settings')
  const client = useQueryClient()
  const { data, error, refetch } = useQuery(indexQuery)
  const rebuild = useMutation({
    mutationFn: () => api.search.rebuild({}),
    onSuccess: (indexed) => {
      client.setQueryData(indexQuery.queryKey, indexed)
      notifySuccess(t('index.rebuilt'))
    },
    onError: (failure) => notifyError(failure),
  })
  return (
    <Stack component="section" aria-labelledby="search-index" mt="xl" gap="sm">
      <div>
        <Title order={2} size="h3" id="search-index">
          {t('index.title')}
        </Title>
        <Text c="dimmed">{t('index.lead')}</Text>
      </div>
      {data !== undefined && <Counts counts={data.collections} />}
      {data === undefined && error === null && <ListSkeleton rows={2} />}
      {data === undefined && error !== null && <FailureState error={error} onRetry={() => void refetch()} />}
      <Group>
        <Button variant="default" loading={rebuild.isPending} onClick={() => rebuild.mutate()}>
          {t('index.rebuild')}
        </Button>
      </Group>
    </Stack>
  )
}

interface CountsProps {
  readonly counts: Readonly<Record<string, { readonly indexed: number }>>
}

/** The number of indexed items of each collection. */
function Counts({ counts }: CountsProps) {
  const { t } = useTranslation('settings')
  const { collections } = useWorkspace()
  const rows = Object.entries(counts)
  if (rows.length === 0) return <Text>{t('index.none')}</Text>
  return (
    <Stack component="ul" className="panel" gap={0} m={0} px="md" py="xs" style={{ listStyle: 'none' }}>
      {rows.map(([slug, { indexed }]) => (
        <Group component="li" key={slug} justify="space-between" py={6}>
          <span dir="auto">{collections.find((collection) => collection.slug === slug)?.label ?? slug}</span>
          <Text span c="dimmed">
            {t('index.count', { count: indexed })}
          </Text>
        </Group>
      ))}
    </Stack>
  )
}
