import { Alert, Group, Skeleton, Stack, Text, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { lazy, type ReactNode, Suspense } from 'react'
import { useTranslation } from 'react-i18next'
import { BackLink } from '../../ui/back-link.tsx'
import { RouterAnchor } from '../../ui/links.tsx'
import { Page } from '../../ui/page.tsx'
import { PendingPage } from '../../ui/pending-page.tsx'
import { fullTime } from '../../ui/times.tsx'
import { tones } from '../../ui/tones.ts'
import { type ChangeSetDetails, changeSetQuery } from '../in-change-set/change-set-queries.ts'
import { ChangeSetState } from './change-set-state.tsx'
import { SetActions } from './set-actions.tsx'
import { SetApproval } from './set-approval.tsx'
import { SetConflicts } from './set-conflicts.tsx'
import { SetEntries } from './set-entries.tsx'
import { TitlesContext, useTitlesOfSet } from './set-titles.ts'
import { SetReviews } from './set-reviews.tsx'

// Loaded when it is needed, because the comparison depends on the fields of the editor.
const SetDifference = lazy(async () => ({ default: (await import('./set-difference.tsx')).SetDifference }))

/** A change-set: its changes, its conflicts, and the actions from review to application. */
export function ChangeSetPage() {
  const { t } = useTranslation('changeSets')
  const { set: id } = useParams({ from: '/change-sets/$set' })
  const { data, error, refetch } = useQuery(changeSetQuery(id))
  const back = <BackLink to="/change-sets">{t('backToAll')}</BackLink>
  if (data === undefined)
    return <PendingPage title={t('title')} back={back} error={error} refetch={refetch} />
  return <LoadedChangeSet set={data.item} back={back} />
}

interface LoadedChangeSetProps {
  readonly set: ChangeSetDetails
  readonly back: ReactNode
}

function LoadedChangeSet({ set, back }: LoadedChangeSetProps) {
  const { t } = useTranslation('changeSets')
  const titles = useTitlesOfSet(set)
  return (
    <Page title={set.name} lead={<Facts set={set} />} back={back} actions={<SetActions set={set} />}>
      <TitlesContext value={titles}>
        <Stack gap="xl">
          {set.failure !== null && (
            <Alert vars={tones.warn} title={t('failed', { time: fullTime(set.failure.at) })}>
              {set.failure.message}
            </Alert>
          )}
          <SetApproval set={set} />
          <SetConflicts set={set} />
          {set.entries.length === 0 ? (
            <Text c="dimmed">{t('noEntries')}</Text>
          ) : (
            <section>
              <Title order={2} size="h4" mb="sm">
                {t('diff.title')}
              </Title>
              <Suspense fallback={<Skeleton height={160} />}>
                <SetDifference set={set} />
              </Suspense>
            </section>
          )}
          <SetEntries set={set} />
          <SetReviews reviews={set.reviews} />
        </Stack>
      </TitlesContext>
    </Page>
  )
}

/** The description, the state, the people and the times of a set, and the sets that it reverts or is reverted by. */
function Facts({ set }: { readonly set: ChangeSetDetails }) {
  const { t } = useTranslation('changeSets')
  const { description, createdBy, approval, applyAt, appliedAt, revertOf, revertedBy } = set
  const facts = [
    createdBy?.name,
    approval !== null && t('approvedBy', { name: approval.person?.name ?? '' }),
    applyAt !== null && t('appliesAt', { time: fullTime(applyAt) }),
    appliedAt !== null && t('appliedAt', { time: fullTime(appliedAt) }),
  ].filter((fact) => typeof fact === 'string')
  return (
    <>
      {description !== null && (
        <Text component="span" display="block" style={{ whiteSpace: 'pre-wrap' }} dir="auto">
          {description}
        </Text>
      )}
      <Group gap="xs" component="span">
        <ChangeSetState state={set.state} />
        <span>{facts.join(' · ')}</span>
        {revertOf !== null && <OtherSet id={revertOf}>{t('revertOf')}</OtherSet>}
        {revertedBy !== null && <OtherSet id={revertedBy}>{t('revertedBy')}</OtherSet>}
      </Group>
    </>
  )
}

function OtherSet({ id, children }: { readonly id: string; readonly children: string }) {
  return (
    <RouterAnchor to="/change-sets/$set" params={{ set: id }}>
      {children}
    </RouterAnchor>
  )
}
