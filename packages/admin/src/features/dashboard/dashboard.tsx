import { SimpleGrid, Stack } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useSession, useWorkspace } from '../../session/session.tsx'
import { Page } from '../../ui/page.tsx'
import { FailureState, ListSkeleton } from '../../ui/states.tsx'
import { ComingUp } from './coming-up.tsx'
import { ContinueWriting } from './continue-writing.tsx'
import { itemsOf, recentChanges, splitTimes } from './entries.ts'
import { FirstSteps } from './first-steps.tsx'
import { NeedsAttention } from './needs-attention.tsx'
import { OverviewList } from './overview-list.tsx'
import { changesQuery, overviewQuery, timesQuery } from './queries.ts'
import { QuickNew } from './quick-new.tsx'
import { RecentChanges } from './recent-changes.tsx'
import { unsavedIn } from './unsaved-copies.ts'
import { useItemsById } from '../items/use-items-by-id.ts'

/** The start screen: drafts to continue, items that need attention, the calendar, and recent changes. */
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

/**
 * maximum numbers: of cards, of the person's last changed items that are candidates for cards, and of rows of the lists
 */
const most = { cards: 3, own: 15, coming: 8, recent: 8, drafts: 5 }

/** The lists of the start screen. Only a person who may read the changes of all sees the recent changes. */
function Overview() {
  const { t } = useTranslation('dashboard')
  const { person, can } = useSession()
  const [start] = useState(() => Date.now())
  const seesAll = can('changes.readAny')
  const overview = useQuery(overviewQuery)
  const ownChanges = useQuery(changesQuery(person.id))
  const allChanges = useQuery(changesQuery(undefined, seesAll))
  const times = useQuery(timesQuery(start))
  // An entry counts as overdue or not by the time at which the entries were read.
  const { overdue, coming } = splitTimes(times.data?.items ?? [], times.dataUpdatedAt)
  const next = coming.slice(0, most.coming)
  const recent = recentChanges(allChanges.data?.items ?? [], most.recent)
  const unsaved = unsavedIn(localStorage, person.id, start)
  // What the person may want to continue: items that they changed last, then those with pending changes that they own.
  const candidates = [
    ...itemsOf(ownChanges.data?.items ?? [], most.own),
    ...(overview.data?.pending ?? []).filter(({ authorId }) => authorId === person.id),
  ]
  const queries = seesAll ? [overview, ownChanges, allChanges, times] : [overview, ownChanges, times]
  const isLoading = queries.some(({ isPending }) => isPending)
  const drafts = (overview.data?.pending ?? []).slice(0, most.drafts)
  const edited = seesAll ? [] : (overview.data?.changed ?? []).slice(0, most.recent)
  const shown = [...candidates, ...next, ...unsaved, ...drafts, ...edited, ...recent.map(({ item }) => item)]
  // Requested only when all ids are known, because each change of the list of ids is another request.
  const items = useItemsById(isLoading ? [] : shown)
  const isReady = useIsReady(!isLoading && !items.isLoading)
  const failed = queries.find(({ isError, data }) => isError && data === undefined)
  if (failed !== undefined) return <FailureState error={failed.error} onRetry={() => void failed.refetch()} />
  if (!isReady || overview.data === undefined) return <ListSkeleton />
  const unfinished = [...new Set(candidates.map(({ id }) => id))]
    .flatMap((id) => items.get(id) ?? [])
    .filter(({ item }) => item.status !== 'published' || item.hasPendingDraft === true)
  return (
    <>
      <ContinueWriting items={unfinished.slice(0, most.cards)} />
      <SimpleGrid cols={{ base: 1, md: 2 }} spacing="lg">
        <Stack gap="xl">
          <NeedsAttention overdue={overdue} coming={next} items={items} unsaved={unsaved} />
          <OverviewList title={t('pending')} items={drafts} nothing={t('pendingEmpty')} found={items} />
        </Stack>
        <Stack gap="xl">
          <ComingUp entries={next} items={items} />
          {seesAll ? (
            <RecentChanges changes={recent} items={items} />
          ) : (
            <OverviewList title={t('changed')} items={edited} nothing={t('changedEmpty')} found={items} />
          )}
        </Stack>
      </SimpleGrid>
    </>
  )
}

/** Whether everything has been loaded once: what is loaded again later replaces nothing that is shown. */
function useIsReady(isLoaded: boolean): boolean {
  const [wasLoaded, setWasLoaded] = useState(false)
  if (isLoaded && !wasLoaded) setWasLoaded(true)
  return isLoaded || wasLoaded
}
