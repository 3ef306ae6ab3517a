import { SimpleGrid, Stack } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { useSession, useWorkspace } from '../../session/session.tsx'
import { Page } from '../../ui/page.tsx'
import { FailureState, ListSkeleton } from '../../ui/states.tsx'
import { CollectionTotals } from './collection-totals.tsx'
import { FirstSteps } from './first-steps.tsx'
import { OverviewList, WhenScheduled } from './overview-list.tsx'
import { overviewQuery } from './queries.ts'
import { QuickNew } from './quick-new.tsx'

/** The start screen: recent changes, scheduled items, drafts, and buttons for new items. */
export function Dashboard() {
  const { t } = useTranslation('dashboard')
  const { person } = useSession()
  const { collections } = useWorkspace()
  return (
    <Page title={t('hello', { name: person.name ?? person.email })}>
      {collections.length === 0 ? (
        <FirstSteps />
      ) : (
        <Stack gap="xl">
          <QuickNew collections={collections} />
          <Overview />
        </Stack>
      )}
    </Page>
  )
}

/** the column next to the longest list */
const few = 5

function Overview() {
  const { t } = useTranslation('dashboard')
  const { data, error, refetch } = useQuery(overviewQuery)
  if (data === undefined)
    return error === null ? <ListSkeleton /> : <FailureState error={error} onRetry={() => void refetch()} />
  return (
    <SimpleGrid cols={{ base: 1, md: 2 }} spacing="lg">
      <OverviewList title={t('changed')} items={data.changed} nothing={t('changedEmpty')} />
      <Stack gap="lg">
        <OverviewList title={t('pending')} items={data.pending.slice(0, few)} nothing={t('pendingEmpty')} />
        <OverviewList
          title={t('scheduled')}
          items={data.scheduled.slice(0, few)}
          nothing={t('scheduledEmpty')}
          When={WhenScheduled}
        />
        <CollectionTotals totals={data.totals} />
      </Stack>
    </SimpleGrid>
  )
}
